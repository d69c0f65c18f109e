import { ACCOUNT, allow, arn, dump, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, lettersOf, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';

const MEMBER = '222233334444';
const ORGANIZATION = 'o-abcdefghij';
const KEY = `arn:aws:kms:eu-west-1:${MEMBER}:key/1234`;
const node = (kind: string, id: string): string => `arn:aws:organizations::${ACCOUNT}:${kind}/${ORGANIZATION}/${id}`;
const control = (Id: string, Name: string, kind: 'SERVICE' | 'RESOURCE') => ({
  Id,
  Arn: node('policy', `${kind.toLowerCase()}_control_policy/${Id}`),
  Name,
  Type: `${kind}_CONTROL_POLICY`,
  AwsManaged: false,
});
const described = (summary: object, statement: object): object => ({
  Policy: { PolicySummary: summary, Content: JSON.stringify(policyDocument(allow('*', '*', { Principal: '*' }), { ...statement, Effect: 'Deny' })) },
});

/** The management account. Below the root no one may delete buckets; in the unit no one from outside may read objects. */
const MANAGEMENT = {
  'iam.json': dump({ users: [user('chief', { managed: ['All'] })], policies: [managedPolicy('All', policyDocument(allow('*')))] }),
  's3/list-buckets.json': { Buckets: [{ Name: 'own' }] },
  'organizations/list-roots.json': { Roots: [{ Id: 'r-root', Arn: node('root', 'r-root'), Name: 'Root' }] },
  'organizations/list-organizational-units-for-parent/r-root.json': { OrganizationalUnits: [{ Id: 'ou-1', Arn: node('ou', 'ou-1'), Name: 'Work' }] },
  'organizations/list-accounts-for-parent/r-root.json': { Accounts: [{ Id: ACCOUNT, Arn: node('account', ACCOUNT), Name: 'management' }] },
  'organizations/list-accounts-for-parent/ou-1.json': { Accounts: [{ Id: MEMBER, Arn: node('account', MEMBER), Name: 'work' }] },
  'organizations/describe-policy/p-keep.json': described(control('p-keep', 'keep-buckets', 'SERVICE'), allow(['s3:DeleteBucket', 'kms:*'])),
  'organizations/list-targets-for-policy/p-keep.json': { Targets: [{ TargetId: 'r-root' }] },
  'organizations/describe-policy/p-inside.json': described(
    control('p-inside', 'inside-only', 'RESOURCE'),
    allow('s3:GetObject', '*', { Principal: '*', Condition: { StringNotEquals: { 'aws:PrincipalOrgID': ORGANIZATION } } }),
  ),
  'organizations/list-targets-for-policy/p-inside.json': { Targets: [{ TargetId: 'ou-1' }] },
};

const inMember = (bundle: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(bundle).replaceAll(ACCOUNT, MEMBER)) as typeof bundle;

const WORK = inMember({
  'iam.json': dump({
    users: [user('ann', { managed: ['All'] }), user('dora'), user('kim', { inline: { keys: policyDocument(allow('kms:Decrypt')) } })],
    roles: [role('reader', trust({ AWS: arn('user', 'dora') }))],
    policies: [managedPolicy('All', policyDocument(allow('s3:*')))],
  }),
  's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
  's3/get-bucket-policy/ledger.json': {
    Policy: JSON.stringify(
      policyDocument(
        allow('s3:GetObject', 'arn:aws:s3:::ledger/*', { Principal: { AWS: [arn('user', 'dora'), '999988887777'] } }),
        allow('s3:ListBucket', 'arn:aws:s3:::ledger', { Principal: '*', Condition: { StringEquals: { 'aws:PrincipalOrgID': ORGANIZATION } } }),
      ),
    ),
  },
  'kms/list-keys.json': { Keys: [{ KeyId: '1234', KeyArn: KEY }] },
  'kms/get-key-policy/1234.json': {
    Policy: JSON.stringify(policyDocument(allow('kms:Decrypt', '*', { Principal: { AWS: arn('role', 'reader') } }))),
    PolicyName: 'default',
  },
});

let tenant: TestTenant;

const uri = (type: string, name: string, account = MEMBER, region = '-'): string => `${tenant.tenantId}:AWS:${account}:${region}:${type}:${name}`;
const explained = async (identity_uri: string, resource_uri: string) => {
  const { body } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);
  return body;
};
const rowOf = async (query: string): Promise<string[]> =>
  (await rowsOf(tenant.token, query)).map((row) => `${row.identity} ${row.resource} ${lettersOf(row)}`).sort();

beforeAll(async () => {
  tenant = await createTenant();
  await importAccount(tenant.token, await zipOf(MANAGEMENT));
  await importAccount(tenant.token, await zipOf(WORK), { account: MEMBER });
});

describe('the folders of a tenant', () => {
  const foldersOf = async (token: string, query = {}) => (await api('GET /v1/tenants', { query }, token)).body.tenant.sub_organization;

  it('are the organizational units of the imported management account, with their accounts', async () => {
    const unit = {
      suborganization_uid: 'ou-1',
      suborganization_id: 'ou-1',
      suborganization_name: 'Work',
      sub_organization: [],
      account_ids: [MEMBER],
    };
    expect(await foldersOf(tenant.token)).toEqual([unit]);
    expect(await foldersOf(tenant.token, { include_organizations: false })).toEqual([]);
  });

  it('are hidden from other tenants', async () => {
    expect(await foldersOf((await createTenant()).token)).toEqual([]);
    expect((await api('GET /v1/tenants', {})).status).toBe(401);
  });
});

describe('a share within the organization', () => {
  it('admits principals of the other accounts, although no policy names their account', async () => {
    expect(await rowOf('user with-access object_store with-attribute name ledger for list')).toContain('chief ledger R--');
  });

  it('admits the principals of an account from its first import on', async () => {
    const { token } = await createTenant();
    const listed = async (): Promise<string[]> =>
      (await rowsOf(token, 'user with-access object_store with-attribute name ledger for list')).map(({ identity }) => identity).sort();
    await importAccount(token, await zipOf(WORK), { account: MEMBER });
    expect(await listed()).toEqual(['ann', 'dora', 'kim']);
    await importAccount(token, await zipOf(MANAGEMENT));
    expect(await listed()).toEqual(['ann', 'chief', 'dora', 'kim']);
  });

  it('is a condition for an account whose organization is unknown', async () => {
    const { token } = await createTenant();
    await importAccount(token, await zipOf(WORK), { account: MEMBER });
    const stranger = { 'iam.json': dump({ users: [user('eve', { inline: { all: policyDocument(allow('s3:*')) } })] }) };
    const account = '555566667777';
    await importAccount(token, await zipOf(JSON.parse(JSON.stringify(stranger).replaceAll(ACCOUNT, account)) as typeof stranger), { account });
    const rows = await rowsOf(token, 'user with-attribute name eve with-access object_store with-attribute name ledger');
    expect(rows).toMatchObject([{ actions_str: 'R--', conditional_actions_str: 'R--' }]);
  });
});

describe('the public principal', () => {
  const MINE = { Condition: { StringEquals: { 'aws:PrincipalOrgID': ORGANIZATION } } };
  const THEIRS = { Condition: { 'ForAnyValue:StringLike': { 'aws:PrincipalOrgPaths': 'o-other00000/r-1/*' } } };
  const open = (bucket: string, extra: object): object => ({
    Policy: JSON.stringify(policyDocument(allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`, { Principal: '*', ...extra }))),
  });

  /** Returns the resources of an account in the organization that everyone has access to. */
  const reachedIn = async (bundle: Record<string, unknown>, query = 'public_node with-access any'): Promise<string[]> => {
    const other = '333344445555';
    const management = {
      ...MANAGEMENT,
      'organizations/list-accounts-for-parent/r-root.json': { Accounts: [ACCOUNT, other].map((Id) => ({ Id, Arn: node('account', Id), Name: Id })) },
    };
    const { token } = await createTenant();
    await importAccount(token, await zipOf(management));
    const own = JSON.parse(JSON.stringify(bundle).replaceAll(ACCOUNT, other)) as typeof bundle;
    await importAccount(token, await zipOf(own), { account: other });
    return (await rowsOf(token, query)).map((row) => `${row.resource} ${lettersOf(row)}`).sort();
  };

  it('is outside the known organization, but may belong to another one', async () => {
    const unlessMine = { Action: 's3:*', Resource: '*', Principal: '*', Condition: { StringNotEquals: MINE.Condition.StringEquals } };
    const guarded = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::guarded/*', { Principal: '*' }), { Effect: 'Deny', ...unlessMine });
    const buckets = await reachedIn({
      'iam.json': dump({ users: [user('ann')] }),
      's3/list-buckets.json': { Buckets: ['ours', 'theirs', 'guarded', 'open'].map((Name) => ({ Name })) },
      's3/get-bucket-policy/ours.json': open('ours', MINE),
      's3/get-bucket-policy/theirs.json': open('theirs', THEIRS),
      's3/get-bucket-policy/guarded.json': { Policy: JSON.stringify(guarded) },
      's3/get-bucket-policy/open.json': open('open', {}),
    });
    expect(buckets).toEqual(['open R--', 'theirs R--/R--']);
  }, 30_000);

  it('cannot assume a role, as only AWS accounts sign such requests', async () => {
    const roleOf = (condition: object): object => ({
      roles: [role('reader', trust({ AWS: '*' }, condition), ['read'])],
      policies: [managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::vault/*')))],
    });
    const byAccount = 'ext_account with-access any';
    expect(await reachedIn({ 'iam.json': dump(roleOf({})) })).toEqual([]);
    expect(await reachedIn({ 'iam.json': dump(roleOf({})) }, byAccount)).toEqual(['reader --A', 'vault R--']);
    expect(await reachedIn({ 'iam.json': dump(roleOf(MINE)) }, byAccount)).toEqual([]);
    // The role belongs to the known organization, so this trust does not let it assume itself.
    expect(await reachedIn({ 'iam.json': dump(roleOf(THEIRS)) }, byAccount)).toEqual(['vault R--/R--']);
  }, 90_000);
});

describe('an account of an organization', () => {
  it('is limited by inherited service control policies, which the explanation names', async () => {
    const ann = await explained(uri('USER', 'ann'), uri('OBJECT_STORE', 'ledger'));
    const own = ann.paths.find(({ grants }) => grants[0]?.policy_name === 'All');
    expect(own?.privileges).toContain('s3:PutBucketPolicy');
    expect(own?.privileges).not.toContain('s3:DeleteBucket');
    expect(own?.limits).toMatchObject([
      { policy_name: 'keep-buckets', policy_account_id: ACCOUNT, words: expect.stringMatching(/^Service control policy: Denies s3:DeleteBucket/) },
    ]);
  });

  it('is not limited by service control policies if it is the management account', async () => {
    const chief = await explained(uri('USER', 'chief', ACCOUNT), uri('OBJECT_STORE', 'own', ACCOUNT));
    expect(chief.paths[0]).toMatchObject({ actions_str: 'RWA', limits: [] });
    expect(chief.paths[0]?.privileges_total).toBeGreaterThan(100);
  });

  it('admits an unknown account only on the condition that it belongs to the organization', async () => {
    expect(await rowOf('ext_account with-access object_store')).toEqual(['999988887777 ledger R--/R--']);
    const outside = await explained(uri('EXT_ACCOUNT', '999988887777', '999988887777'), uri('OBJECT_STORE', 'ledger'));
    expect(outside.paths[0]).toMatchObject({
      conditional: true,
      limits: [{ policy_name: 'inside-only', effect: 'Deny', conditions: [`aws:PrincipalOrgID is not ${ORGANIZATION}`] }],
    });
  });

  it('grants access by resource policies, in query rows and in explanations', async () => {
    expect(await rowOf('user dora with-access object_store')).toEqual(['dora ledger R--']);
    const dora = await explained(uri('USER', 'dora'), uri('OBJECT_STORE', 'ledger'));
    expect(dora.paths.map(({ actions_str, conditional }) => `${actions_str} ${conditional}`)).toEqual(['R-- false', 'R-- false']);
    expect(dora.paths[0]?.sentence).toBe('dora may read ledger by the policy Resource policy.');
    expect(dora.paths[0]?.grants.map(({ statement_index }) => statement_index)).toEqual([0, 1]);
    expect(dora.paths[0]?.privileges.sort()).toEqual(expect.arrayContaining(['s3:GetObject', 's3:ListBucket']));
  });

  it('grants no access to a key whose key policy does not delegate to the account', async () => {
    expect(await rowOf('user kim with-access keystore')).toEqual([]);
    const kim = await explained(uri('USER', 'kim'), uri('KEYSTORE', '1234', MEMBER, 'eu-west-1'));
    expect(kim.paths).toMatchObject([{ actions_str: '---', grants: [{ policy_name: 'keys' }] }]);
    expect(kim.paths[0]?.sentence).toContain('would have access to');
  });

  it('has explanations with the same access level as the query row for every pair', async () => {
    for (const row of await rowsOf(tenant.token, 'any with-access any')) {
      const { actions_str } = await explained(row.identity_uri, row.resource_uri);
      expect([row.identity, row.resource, actions_str]).toEqual([row.identity, row.resource, row.actions_str]);
    }
  });
});
