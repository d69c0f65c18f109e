import type { AccountDraft } from '../account-draft';
import { isoDate, tagsOf } from '../facts';
import type { AwsPolicyText } from '../../read/compute-shapes';
import type { AwsDbCluster, AwsDbInstance, AwsTable } from '../../read/data-shapes';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import type { NetworkPlaces } from './network-places';
import { addResource, definedFields, partitionOf, regionOfArn } from './add-resource';
import { attachResourcePolicy, resourcesNamed } from './resource-policy';
import { ResourceNameIndex } from './resource-name-index';

/** Adds relational databases with their place in the network, and tables with their policies. */
export function addDatabases(draft: AccountDraft, inventory: AwsInventory, places: NetworkPlaces): void {
  for (const entry of inventory.of('rds/describe-db-instances')) addDatabase(draft, entry, places);
  for (const entry of inventory.of('rds/describe-db-clusters')) addCluster(draft, entry, places);
  for (const entry of inventory.of('dynamodb/describe-table')) addTable(draft, entry);
  const described = new ResourceNameIndex(draft, 'NOSQL_DB');
  for (const entry of inventory.of('dynamodb/list-tables')) addTableNames(draft, entry, described);
  const tables = new ResourceNameIndex(draft, 'NOSQL_DB');
  for (const entry of inventory.of('dynamodb/get-resource-policy')) addTablePolicy(draft, entry, tables);
}

function addDatabase(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsDbInstance>, places: NetworkPlaces): void {
  const { DBInstanceArn: arn, DBInstanceIdentifier: name, Endpoint: endpoint, DBSubnetGroup: network, PubliclyAccessible: isAddressed } = fields;
  if (!arn) return draft.warn(origin, '/DBInstanceArn', 'A database without DBInstanceArn was left out.');
  const groups = (fields.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId: group }) => (group ? [group] : []));
  const subnets = (network?.Subnets ?? []).flatMap(({ SubnetIdentifier: subnet }) => (subnet ? [subnet] : []));
  const entity = addResource(draft, origin, {
    arn,
    name,
    attributes: {
      ...definedFields({ status: fields.DBInstanceStatus, engine: fields.Engine, version: fields.EngineVersion, endpoint: endpoint?.Address }),
      ...definedFields({
        port: endpoint?.Port,
        encrypted: fields.StorageEncrypted,
        key: fields.KmsKeyId,
        iamauth: fields.IAMDatabaseAuthenticationEnabled,
      }),
      ...isoDate('created', fields.InstanceCreateTime),
      ...(isAddressed === undefined ? {} : { public: isAddressed && places.isReachable({ subnets, groups }) }),
      ...tagsOf(fields.TagList),
    },
  });
  if (entity) places.put(entity, { region: regionOfArn(arn), vpc: network?.VpcId, subnets, groups });
}

/** A cluster has no network interface of its own: its instances have. */
function addCluster(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsDbCluster>, places: NetworkPlaces): void {
  const { DBClusterArn: arn, DBClusterIdentifier: name } = fields;
  if (!arn) return draft.warn(origin, '/DBClusterArn', 'A cluster without DBClusterArn was left out.');
  const groups = (fields.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId: group }) => (group ? [group] : []));
  const roles = (fields.AssociatedRoles ?? []).flatMap(({ RoleArn: role }) => (role ? [role] : []));
  const entity = addResource(draft, origin, {
    arn,
    name,
    isIdentity: roles.length > 0,
    attributes: {
      ...definedFields({ status: fields.Status, engine: fields.Engine, version: fields.EngineVersion, endpoint: fields.Endpoint, port: fields.Port }),
      ...definedFields({ encrypted: fields.StorageEncrypted, key: fields.KmsKeyId, iamauth: fields.IAMDatabaseAuthenticationEnabled }),
      ...(fields.PubliclyAccessible === undefined ? {} : { public: fields.PubliclyAccessible && places.isReachable({ subnets: [], groups }) }),
      ...isoDate('created', fields.ClusterCreateTime),
      ...tagsOf(fields.TagList),
    },
  });
  if (!entity) return;
  places.put(entity, { region: regionOfArn(arn), vpc: undefined, subnets: [], groups });
  for (const role of roles) draft.relate(entity, draft.reference(role), 'runs_as');
}

function addTable(draft: AccountDraft, { fields, origin }: AwsEntryOf<AwsTable>): void {
  const { TableArn: arn, TableName: name, SSEDescription: encryption } = fields;
  if (!arn) return draft.warn(origin, '/TableArn', 'A table without TableArn was left out.');
  addResource(draft, origin, {
    arn,
    name,
    attributes: {
      // DynamoDB encrypts every table, by default with its own key. @see Amazon DynamoDB Developer Guide, "DynamoDB encryption at rest"
      encrypted: true,
      ...definedFields({ status: fields.TableStatus, key: encryption?.KMSMasterKeyArn }),
      ...isoDate('created', fields.CreationDateTime),
    },
  });
}

/** The list contains only names. A table that no other file describes is known by its name alone. */
function addTableNames(draft: AccountDraft, { fields, origin, region }: AwsEntryOf<{ TableNames?: string[] }>, described: ResourceNameIndex): void {
  (fields.TableNames ?? []).forEach((name, index) => {
    if (described.find(name, region)) return;
    const place = `/TableNames/${index}`;
    if (region === '') {
      const message = `The region of the table ${name} is unknown. Put the file into a folder named after the region, or add describe-table.`;
      return draft.warn(origin, place, message);
    }
    const arn = `arn:${partitionOf(region)}:dynamodb:${region}:${draft.accountId}:table/${name}`;
    addResource(draft, { ...origin, place: `${origin.place}${place}` }, { arn, name, attributes: { encrypted: true } });
  });
}

function addTablePolicy(draft: AccountDraft, { fields, origin, subject, region }: AwsEntryOf<AwsPolicyText>, tables: ResourceNameIndex): void {
  const named = resourcesNamed(fields.Policy).map((arn) => draft.find(arn));
  const entity = tables.find(subject, region) ?? named.find((one) => one !== undefined);
  if (!entity) return draft.warn(origin, '/Policy', 'This policy belongs to no table in the bundle, so it was left out.');
  attachResourcePolicy(draft, entity, fields.Policy, origin, '/Policy');
}
