import type { AccountDraft } from '../account-draft';
import { isoDate, tagsOf } from '../facts';
import type { AwsSnapshot } from '../../read/compute-shapes';
import type { AwsDbSnapshot } from '../../read/data-shapes';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import { addResource, definedFields, nameTag, partitionOf, regionOfArn } from './add-resource';
import { attachShares, type SharedWith } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/**
 * Actions that sharing a disk snapshot grants.
 * @see Amazon EBS User Guide, "Share an Amazon EBS snapshot with other AWS accounts"
 */
const OF_DISK = ['ec2:CreateVolume', 'ebs:ListSnapshotBlocks', 'ebs:GetSnapshotBlock'];

/**
 * Actions that sharing a database snapshot grants.
 * @see Amazon RDS User Guide, "Sharing a DB snapshot"
 */
const OF_DATABASE = ['rds:RestoreDBInstanceFromDBSnapshot', 'rds:CopyDBSnapshot'];

/** Adds disk snapshots and databases with the accounts that they are shared with. Restoring a snapshot exposes all of its data. */
export function addSnapshots(draft: AccountDraft, inventory: AwsInventory): void {
  for (const entry of inventory.of('ec2/describe-snapshots')) addSnapshot(draft, entry);
  const disks = new ResourceNameIndex(draft, DISK_SNAPSHOT);
  for (const { fields, origin, subject } of inventory.of('ec2/describe-snapshot-attribute')) {
    const snapshot = disks.find(fields.SnapshotId ?? subject);
    if (!snapshot) draft.warn(origin, '', 'These attributes belong to no snapshot in the bundle, so they were left out.');
    else
      attachShares(
        draft,
        snapshot,
        sharedWith(
          (fields.CreateVolumePermissions ?? []).map(({ Group, UserId }) => Group ?? UserId),
          OF_DISK,
          snapshot.nativeId,
        ),
        origin,
      );
  }
  for (const entry of inventory.of('rds/describe-db-snapshots')) addDatabaseSnapshot(draft, entry);
  const databases = new ResourceNameIndex(draft, DATABASE_SNAPSHOT);
  for (const { fields, origin, subject } of inventory.of('rds/describe-db-snapshot-attributes')) {
    const snapshot = databases.find(fields.DBSnapshotIdentifier ?? subject);
    const restoring = (fields.DBSnapshotAttributes ?? []).filter(({ AttributeName: name }) => name === 'restore');
    if (!snapshot) draft.warn(origin, '', 'These attributes belong to no snapshot in the bundle, so they were left out.');
    else
      attachShares(
        draft,
        snapshot,
        sharedWith(
          restoring.flatMap(({ AttributeValues: values = [] }) => values),
          OF_DATABASE,
          snapshot.nativeId,
        ),
        origin,
      );
  }
}

const DISK_SNAPSHOT = 'AWS_EC2_SNAPSHOT';
const DATABASE_SNAPSHOT = 'AWS_RDS_SNAPSHOT';

function addSnapshot(draft: AccountDraft, { fields, origin, region }: AwsEntryOf<AwsSnapshot>): void {
  const { SnapshotId: id, OwnerId: owner, Tags: tags } = fields;
  if (!id) return draft.warn(origin, '/SnapshotId', 'A snapshot without SnapshotId was left out.');
  // Without --owner-ids, the response contains every public snapshot.
  if (owner !== undefined && owner !== draft.accountId) return;
  addResource(draft, origin, {
    arn: `arn:${partitionOf(region)}:ec2:${region}::snapshot/${id}`,
    name: nameTag(tags) ?? id,
    attributes: {
      ...definedFields({
        status: fields.State,
        encrypted: fields.Encrypted,
        key: fields.KmsKeyId,
        description: fields.Description,
        volume: fields.VolumeId,
      }),
      ...isoDate('created', fields.StartTime),
      ...tagsOf(tags),
    },
  });
}

function addDatabaseSnapshot(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsDbSnapshot>): void {
  const { DBSnapshotArn: arn, DBSnapshotIdentifier: name } = fields;
  if (!arn) return draft.warn(origin, '/DBSnapshotArn', 'A snapshot without DBSnapshotArn was left out.');
  addResource(draft, origin, {
    arn,
    name,
    region: regionOfArn(arn),
    attributes: {
      ...definedFields({ status: fields.Status, engine: fields.Engine, encrypted: fields.Encrypted, key: fields.KmsKeyId }),
      ...isoDate('created', fields.SnapshotCreateTime),
      ...tagsOf(fields.TagList),
    },
  });
}

function sharedWith(grantees: readonly (string | undefined)[], actions: readonly string[], arn: string): SharedWith {
  const statements = grantees.flatMap((grantee): SharedWith['statements'][number][] => {
    if (grantee === 'all') return [{ Sid: 'everybody', Principal: '*', Action: actions, Resource: arn }];
    return /^\d{12}$/.test(grantee ?? '')
      ? [{ Sid: `account ${grantee}`, Principal: { AWS: grantee as string }, Action: actions, Resource: arn }]
      : [];
  });
  return { id: 'shared', name: 'Shared with', statements };
}
