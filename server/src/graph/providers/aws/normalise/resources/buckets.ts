import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import { isoDate, tagsOf } from '../facts';
import type { Origin } from '../../read/common-shapes';
import { addAccessPoints } from './access-points';
import { addBucketAcls } from './bucket-acls';
import type { AwsInventory } from '../../read/inventory';
import { addResource, definedFields } from './add-resource';
import { attachResourcePolicy, closedUnlessPolicy, resourcesNamed } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/** Adds buckets with their tags, policies and public access settings. */
export function addBuckets(draft: AccountDraft, inventory: AwsInventory): void {
  const closed = closedUnlessPolicy(inventory, 's3/get-bucket-policy');
  for (const { fields, origin } of inventory.of('s3/list-buckets')) {
    const { Name: name, BucketArn: arn = `arn:aws:s3:::${name}`, BucketRegion: region, CreationDate: created } = fields;
    if (name) addResource(draft, origin, { arn, region, attributes: { ...isoDate('created', created), ...closed } });
    else draft.warn(origin, '/Name', 'A bucket without Name was left out.');
  }
  const buckets = new ResourceNameIndex(draft, 'OBJECT_STORE');
  const policyOf = new Map<Entity, string>();
  for (const { fields, origin, subject } of inventory.of('s3/get-bucket-policy')) {
    const bucket = buckets.find(subject) ?? named(draft, fields.Policy);
    if (bucket) {
      attachResourcePolicy(draft, bucket, fields.Policy, origin, '/Policy');
      policyOf.set(bucket, fields.Policy ?? '');
    } else warnOfOrphan(draft, origin, 'policy', 'get-bucket-policy');
  }
  for (const { fields, origin, subject } of inventory.of('s3/get-bucket-tagging')) {
    const bucket = buckets.find(subject);
    if (bucket) Object.assign(bucket.attributes, tagsOf(fields.TagSet));
    else warnOfOrphan(draft, origin, 'list of tags', 'get-bucket-tagging');
  }
  restrictPublic(draft, inventory, buckets);
  addAccessPoints(draft, inventory, buckets, policyOf);
  addBucketAcls(
    draft,
    inventory,
    (subject) => buckets.find(subject),
    ({ origin }, what, call) => warnOfOrphan(draft, origin, what, call),
  );
}

/**
 * Combines the public access settings of a bucket and its account. The stricter one counts.
 * @see Amazon S3 User Guide, "Blocking public access to your Amazon S3 storage"
 */
function restrictPublic(draft: AccountDraft, inventory: AwsInventory, buckets: ResourceNameIndex): void {
  for (const { fields, origin, subject } of inventory.of('s3/get-public-access-block')) {
    const bucket = buckets.find(subject);
    if (!bucket) warnOfOrphan(draft, origin, 'setting', 'get-public-access-block');
    else
      Object.assign(
        bucket.attributes,
        definedFields({ restrictpublicbuckets: fields.RestrictPublicBuckets, ignorepublicacls: fields.IgnorePublicAcls }),
      );
  }
  const ofAccount = inventory.of('s3control/get-public-access-block').map(({ fields }) => fields);
  const both = {
    ...(ofAccount.some(({ RestrictPublicBuckets: isOn }) => isOn === true) ? { restrictpublicbuckets: true } : {}),
    ...(ofAccount.some(({ IgnorePublicAcls: isOn }) => isOn === true) ? { ignorepublicacls: true } : {}),
  };
  for (const { type, attributes } of draft.entities) if (type === 'OBJECT_STORE') Object.assign(attributes, both);
}

/** Returns the bucket that a policy names. A bucket policy covers only its own bucket. */
function named(draft: AccountDraft, policy: string | undefined): Entity | undefined {
  return resourcesNamed(policy)
    .map((arn) => draft.find(arn.split('/')[0] ?? arn))
    .find((one) => one !== undefined);
}

function warnOfOrphan(draft: AccountDraft, origin: Origin, what: string, call: string): void {
  draft.warn(origin, '', `This ${what} belongs to no bucket in the bundle, so it was left out. Name the file s3/${call}/BUCKET.json.`);
}
