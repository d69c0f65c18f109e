import { resolve } from 'node:path';
import { compactCatalogue } from '../../../../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, allow, COMPANY, dump, policyDocument, user } from '../../../../../../test/support/aws-account';
import { factsOf } from '../../../../../../test/support/aws-bundle';
import { ARNS, openTo, policyText, STORES } from '../../../../../../test/support/aws-stores';
import { Catalogue } from '../../../../engine/catalogue/catalogue';
import { buildGraph } from '../../../../pipeline/build-graph';
import { evaluateAws } from '../../evaluate/evaluate';

const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../../../../..')));
const PARTNER = '999988887777';
const LETTERS = ['', 'c', ''];

/** The access of the public or a partner to a resource as letters (lower case for conditional), and whether the resource is public. */
function accessTo(files: Record<string, unknown>, resource: string) {
  const facts = factsOf({ 'iam.json': dump(COMPANY), ...STORES, ...files });
  const { entities, profileClasses, access } = buildGraph('t', facts, catalogue);
  const target = entities.find(({ entity }) => entity.name === resource);
  const by = (type: string, name = ''): string => {
    const from = entities.find(({ entity }) => entity.type === type && entity.name.startsWith(name));
    const classes = profileClasses.filter(({ profileId, hops }) => profileId === from?.profileId && hops.length === 0);
    const row = access.find(({ pclassId, classId }) => classId === target?.classId && classes.some((one) => one.pclassId === pclassId));
    return row ? ['R', 'W', 'A'].map((letter, index) => `${[row.read, row.write, row.admin][index] ? letter : '-'}`).join('') + conditional(row) : '';
  };
  return {
    anonymous: by('PUBLIC_NODE'),
    partner: by('EXT_ACCOUNT'),
    stranger: by('EXT_ACCOUNT', 'Canonical user'),
    public: target?.entity.attributes.public,
    said: facts.said,
  };
}

const conditional = ({ read, write, admin }: { read: number; write: number; admin: number }): string => LETTERS[Math.max(read, write, admin)] ?? '';

const granted = (group: string, Permission: string): object => ({
  Grants: [
    { Grantee: { Type: 'CanonicalUser', ID: 'abc' }, Permission: 'FULL_CONTROL' },
    { Grantee: { Type: 'Group', URI: `http://acs.amazonaws.com/groups/${group}` }, Permission },
  ],
  Owner: { ID: 'abc' },
});

describe('the ACL of a bucket', () => {
  const ACL = { 's3/get-bucket-acl/plain.json': granted('global/AllUsers', 'READ') };
  const block = (setting: string): object => ({ PublicAccessBlockConfiguration: { [setting]: true } });

  it('grants anonymous access through the groups AllUsers and AuthenticatedUsers', () => {
    expect(accessTo({}, 'plain')).toMatchObject({ anonymous: '', public: false });
    expect(accessTo(ACL, 'plain')).toMatchObject({ anonymous: 'R--', public: true, said: [] });
    expect(accessTo({ 's3/get-bucket-acl/plain.json': granted('global/AuthenticatedUsers', 'FULL_CONTROL') }, 'plain')).toMatchObject({
      anonymous: 'RWA',
    });
    expect(accessTo({ 's3/get-bucket-acl/plain.json': granted('s3/LogDelivery', 'WRITE') }, 'plain')).toMatchObject({ anonymous: '' });
  });

  it('has no effect if ACLs are ignored or disabled, but is independent of RestrictPublicBuckets', () => {
    expect(accessTo({ ...ACL, 's3/get-public-access-block/plain.json': block('IgnorePublicAcls') }, 'plain').anonymous).toBe('');
    expect(accessTo({ ...ACL, 's3control/get-public-access-block.json': block('IgnorePublicAcls') }, 'plain').anonymous).toBe('');
    const enforced = { OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] } };
    expect(accessTo({ ...ACL, 's3/get-bucket-ownership-controls/plain.json': enforced }, 'plain').anonymous).toBe('');
    expect(accessTo({ ...ACL, 's3/get-public-access-block/plain.json': block('RestrictPublicBuckets') }, 'plain').anonymous).toBe('R--');
  });
});

describe('a grant to another account in the ACL of a bucket', () => {
  const THEIRS = '79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be';
  const OURS = 'c0ffee'.repeat(11).slice(0, 64);
  const acl = (Permission: string): Record<string, unknown> => ({
    's3/get-bucket-acl/plain.json': {
      Owner: { ID: OURS },
      Grants: [
        { Grantee: { Type: 'CanonicalUser', ID: OURS }, Permission: 'FULL_CONTROL' },
        { Grantee: { Type: 'CanonicalUser', ID: THEIRS, DisplayName: 'partner' }, Permission },
      ],
    },
  });

  it('applies to an external canonical user if the account is unknown, despite a public access block', () => {
    expect(accessTo(acl('READ'), 'plain')).toMatchObject({ stranger: 'R--', anonymous: '', public: false, said: [] });
    expect(accessTo(acl('READ_ACP'), 'plain').stranger).toBe('R--');
    const blocked = { PublicAccessBlockConfiguration: { IgnorePublicAcls: true, RestrictPublicBuckets: true } };
    expect(accessTo({ ...acl('WRITE'), 's3/get-public-access-block/plain.json': blocked }, 'plain').stranger).toBe('-W-');
    const enforced = { OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] } };
    expect(accessTo({ ...acl('WRITE'), 's3/get-bucket-ownership-controls/plain.json': enforced }, 'plain').stranger).toBe('');
    expect(factsOf({ 'iam.json': dump(COMPANY), ...STORES, ...acl('READ') }).entity(ACCOUNT).attributes.canonicalid).toBe(OURS);
  });

  it('applies to the identities of a connected account whose own policies allow the action', () => {
    const lets = policyDocument(allow('s3:ListBucket', 'arn:aws:s3:::plain'));
    const theirs = JSON.stringify(dump({ users: [user('eve', { inline: { lets } }), user('max')] })).replaceAll(ACCOUNT, PARTNER);
    const partner = factsOf({ 'iam.json': theirs }, PARTNER);
    const facts = factsOf({ 'iam.json': dump(COMPANY), ...STORES, ...acl('READ') });
    const evaluation = evaluateAws(facts, {
      tenantId: 't',
      catalogue,
      holders: [],
      organization: null,
      accounts: new Map([[PARTNER, partner]]),
      canonicalUsers: new Map([[THEIRS, PARTNER]]),
      organizations: new Map(),
      federation: [],
    });
    let step = evaluation.next();
    while (!step.done) step = evaluation.next();
    const { access, pclassOf, classOf, externalPrincipals } = step.value;
    const reaching = (name: string): boolean =>
      access.some(
        ({ pclassId, classId, read }) =>
          pclassId === pclassOf.get(partner.entity(name).uri) && classId === classOf.get(facts.entity('plain').uri) && read === 2,
      );
    expect([reaching('eve'), reaching('max')]).toEqual([true, false]);
    expect(externalPrincipals.filter(({ type }) => type === 'EXT_ACCOUNT')).toEqual([]);
  });
});

describe('the auth type of a Lambda function URL', () => {
  it('decides whether the function policy allows anonymous calls', () => {
    const open = openTo('lambda:InvokeFunctionUrl', ARNS.function, { Condition: { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } } });
    const policy = { 'lambda/get-policy/1.json': { Policy: policyText(open), RevisionId: 'r' } };
    const address = (AuthType: string) => ({
      'lambda/list-function-url-configs/ship.json': {
        FunctionUrlConfigs: [{ FunctionUrl: 'https://x.lambda-url.eu-west-1.on.aws/', FunctionArn: ARNS.function, AuthType }],
      },
    });
    expect(accessTo(policy, 'ship').anonymous).toBe('-W-c');
    expect(accessTo({ ...policy, ...address('NONE') }, 'ship')).toMatchObject({ anonymous: '-W-', public: true, said: [] });
    expect(accessTo({ ...policy, ...address('AWS_IAM') }, 'ship')).toMatchObject({ anonymous: '', public: false });
  });
});

describe('EBS and RDS snapshots', () => {
  const shared = {
    'eu-west-1/ec2/describe-snapshots.json': {
      Snapshots: [
        { SnapshotId: 'snap-1', OwnerId: ACCOUNT, Encrypted: true, StartTime: '2026-01-02T03:04:05+00:00' },
        { SnapshotId: 'snap-2', OwnerId: PARTNER },
      ],
    },
    'rds/describe-db-snapshots.json': {
      DBSnapshots: [{ DBSnapshotIdentifier: 'nightly', DBSnapshotArn: `arn:aws:rds:eu-west-1:${ACCOUNT}:snapshot:nightly`, Engine: 'postgres' }],
    },
  };

  it('are resources that the public or an account can restore if they are shared with it', () => {
    const { entity } = factsOf({ 'iam.json': dump(COMPANY), ...shared });
    expect(entity('snap-1')).toMatchObject({ type: 'AWS_EC2_SNAPSHOT', region: 'eu-west-1', attributes: { encrypted: true } });
    expect(() => entity('snap-2')).toThrow();
    const disk = { ...shared, 'ec2/describe-snapshot-attribute/1.json': { SnapshotId: 'snap-1', CreateVolumePermissions: [{ Group: 'all' }] } };
    expect(accessTo(disk, 'snap-1')).toMatchObject({ anonymous: 'RW-', public: true, said: [] });
    const restore = (...AttributeValues: string[]) => ({
      'rds/describe-db-snapshot-attributes/1.json': {
        DBSnapshotAttributesResult: { DBSnapshotIdentifier: 'nightly', DBSnapshotAttributes: [{ AttributeName: 'restore', AttributeValues }] },
      },
    });
    expect(accessTo({ ...shared, ...restore(PARTNER) }, 'nightly')).toMatchObject({ anonymous: '', partner: '-W-', said: [] });
    expect(accessTo({ ...shared, ...restore() }, 'nightly')).toMatchObject({ anonymous: '', partner: '' });
  });
});

describe('an RDS cluster', () => {
  it('is a database that runs as its associated role', () => {
    const arn = `arn:aws:rds:eu-west-1:${ACCOUNT}:cluster:orders`;
    const { entity, hanging, said } = factsOf({
      'iam.json': dump(COMPANY),
      'rds/describe-db-clusters.json': {
        DBClusters: [
          {
            DBClusterIdentifier: 'orders',
            DBClusterArn: arn,
            Engine: 'aurora-postgresql',
            StorageEncrypted: false,
            AssociatedRoles: [{ RoleArn: `arn:aws:iam::${ACCOUNT}:role/deployer`, Status: 'ACTIVE' }],
          },
        ],
      },
    });
    expect(said).toEqual([]);
    expect(entity('orders')).toMatchObject({
      type: 'RELATIONAL_DB',
      isIdentity: true,
      attributes: { encrypted: false, engine: 'aurora-postgresql' },
    });
    expect(hanging).toContain('orders runs_as deployer');
  });
});
