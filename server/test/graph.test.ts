import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRow } from '@cam/contracts';
import { ACCOUNT, allow, arn, COMPANY, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, lettersOf, rowsOf, zipOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { counted } from './support/inventory-counts';

const LAB = join(__dirname, '../../../shared/data/cloudsplaining/example.json');
const LAB_ACCOUNT = '200611803367';

let tenant: TestTenant;

const reached = (rows: readonly AccessRow[]): string[] => rows.map((row) => `${row.resource} ${lettersOf(row)}`);
const uri = (type: string, id: string): string => `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${id}`;
const explain = (identity_uri: string, resource_uri: string) =>
  api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);

describe('the access graph of an account', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    const buckets = { Buckets: ['payroll', 'releases', 'archive'].map((Name) => ({ Name })) };
    await importAccount(tenant.token, await zipOf({ 'iam/details.json': dump(COMPANY), 's3/list-buckets.json': buckets }));
  });

  it('gives an administrator access to everything', async () => {
    const everything = await rowsOf(tenant.token, 'user ada with-access any');
    const resources = await rowsOf(tenant.token, 'object_store|account_data|user|role|group|policy');
    expect(everything.map(({ resource_uri }) => resource_uri).sort()).toEqual(resources.map((row) => row.resource_uri || row.identity_uri).sort());
    expect(new Set(everything.map(({ actions_str }) => actions_str))).toEqual(new Set(['RWA']));
  });

  it('gives other users exactly the access that their policies grant', async () => {
    expect(reached(await rowsOf(tenant.token, 'user bob with-access any'))).toEqual(['payroll R--']);
    expect(await rowsOf(tenant.token, 'user dora with-access any')).toEqual([]);
  });

  it('follows group membership to roles, and roles to parts of a bucket', async () => {
    const rows = await rowsOf(tenant.token, 'user cleo with-access object_store');
    expect(reached(rows)).toEqual(['releases -W-']);
    expect(reached(await rowsOf(tenant.token, 'user cleo with-access any via role deployer'))).toEqual(['releases -W-']);
    expect(reached(await rowsOf(tenant.token, 'user cleo with-access role'))).toEqual(['deployer --A']);
  });

  it('explains an access path by its hops and the granting statement', async () => {
    const { body } = await explain(uri('USER', 'cleo'), uri('OBJECT_STORE', 'releases'));
    expect(body).toMatchObject({ actions_str: '-W-', identity: { name: 'cleo' }, resource: { name: 'releases' } });
    expect(body.paths).toHaveLength(1);
    const [path] = body.paths;
    expect(path?.hops.map(({ relation, name }) => `${relation} ${name}`.trim())).toEqual([
      'cleo',
      'member of developers',
      'may assume deployer',
      'is granted by Deploy',
      'reaches releases',
    ]);
    expect(path).toMatchObject({ actions_str: '-W-', conditional: false, privileges: ['s3:PutObject'], privileges_total: 1, limits: [] });
    expect(path?.grants).toMatchObject([
      {
        effect: 'Allow',
        policy_name: 'Deploy',
        policy_id: arn('policy', 'Deploy'),
        statement_index: 0,
        words: 'Allows s3:PutObject on arn:aws:s3:::releases/web/*.',
      },
    ]);
    expect(path?.sentence).toBe('cleo is a member of developers, which may assume deployer, which may change releases by the policy Deploy.');
  });

  it('says which privileges a query asks for, and which paths grant them', async () => {
    const pair = { identity_uri: uri('USER', 'cleo'), resource_uri: uri('OBJECT_STORE', 'releases') };
    const ofQuery = async (query: string) => (await api('GET /v1/graph-querymgr/explain', { query: { ...pair, query } }, tenant.token)).body;
    const grants = async (query: string) => {
      const { asked_privileges: asked, paths } = await ofQuery(query);
      return [...asked, paths[0]?.grants_asked];
    };
    expect(await grants('user with-access any for write')).toEqual(['write', 'ALWAYS']);
    expect(await grants('user with-access any for action s3:Get*')).toEqual(['s3:Get*', 'NO']);
    expect(await grants('user with-access any')).toEqual([undefined]);
    const wrong = await api('GET /v1/graph-querymgr/explain', { query: { ...pair, query: 'user with-access' } }, tenant.token);
    expect(wrong.error.code).toBe('QUERY_INVALID');
  });

  it('explains that there is no access path, and answers 404 for unknown entities', async () => {
    expect((await explain(uri('USER', 'dora'), uri('OBJECT_STORE', 'payroll'))).body).toMatchObject({ actions_str: '---', paths: [] });
    expect((await explain(uri('USER', 'nobody'), uri('OBJECT_STORE', 'payroll'))).status).toBe(404);
    const other = await createTenant();
    const query = { identity_uri: uri('USER', 'cleo'), resource_uri: uri('OBJECT_STORE', 'releases') };
    expect((await api('GET /v1/graph-querymgr/explain', { query }, other.token)).status).toBe(404);
  });

  it('explains an access path as of an earlier day', async () => {
    const { token, tenantId } = await createTenant();
    const reads = (bucket: string) =>
      dump({ users: [user('ann', { inline: { own: policyDocument(allow('s3:GetObject', `arn:aws:s3:::${bucket}/*`)) } })] });
    await importAccount(token, reads('payroll'), { taken_at: '2026-01-01T12:00:00Z' });
    await importAccount(token, reads('plans'), { taken_at: '2026-01-05T12:00:00Z' });
    const asOf = (as_of: string) => {
      const [identity_uri, resource_uri] = ['USER:ann', 'OBJECT_STORE:payroll'].map((id) => `${tenantId}:AWS:${ACCOUNT}:-:${id}`) as [string, string];
      return api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri, as_of } }, token);
    };
    expect((await asOf('2026-01-04')).body).toMatchObject({
      actions_str: 'R--',
      paths: [{ grants: [{ words: 'Allows s3:GetObject on arn:aws:s3:::payroll/*.' }] }],
    });
    // Nothing is known before the first snapshot, which is no reason to say that the path did not exist.
    expect((await asOf('2025-12-31')).error).toMatchObject({ code: 'BEFORE_FIRST_SNAPSHOT', user_message: expect.stringContaining('2026-01-01') });
    expect((await asOf('2999-01-01')).error.code).toBe('DAY_IN_FUTURE');
    expect((await asOf('2026-01-05')).status).toBe(404);
    const byQuery = (query: string, lost = false) => {
      const [identity_uri, resource_uri] = ['USER:ann', 'OBJECT_STORE:payroll'].map((id) => `${tenantId}:AWS:${ACCOUNT}:-:${id}`) as [string, string];
      return api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri, query, lost } }, token);
    };
    expect((await byQuery('user with-access any as-of 2026-01-04')).body).toMatchObject({ as_of: '2026-01-04', actions_str: 'R--' });
    expect((await byQuery('user with-access any changed-since 2026-01-04', true)).body).toMatchObject({ as_of: '2026-01-04', actions_str: 'R--' });
    expect((await byQuery('user with-access any changed-since 2026-01-04')).status).toBe(404);
    for (const none of ['yesterday', '2026-02-30']) expect((await asOf(none)).status).toBe(422);
  });
});

describe('denies, permissions boundaries and conditions', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    const account = dump({
      users: [
        user('denied', {
          inline: { all: policyDocument(allow('s3:*', 'arn:aws:s3:::payroll*'), { Effect: 'Deny', Action: 's3:*', Resource: '*' }) },
        }),
        user('bounded', { inline: { all: policyDocument(allow('s3:*')) }, boundary: 'OnlyReading' }),
        user('careful', {
          inline: { mfa: policyDocument(allow('s3:GetObject', '*', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } })) },
        }),
        user('lost', { inline: { all: policyDocument(allow('*')) }, boundary: 'NotInTheDump' }),
      ],
      roles: [role('runner', trust({ Service: 'ec2.amazonaws.com' }), ['OnlyReading'])],
      policies: [managedPolicy('OnlyReading', policyDocument(allow(['s3:Get*', 's3:List*'])))],
    });
    await importAccount(tenant.token, await zipOf({ 'iam/details.json': account, 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } }));
  });

  it('limit the effective access', async () => {
    expect(await rowsOf(tenant.token, 'user denied with-access any')).toEqual([]);
    expect(await rowsOf(tenant.token, 'user lost with-access any')).toEqual([]);
    expect(reached(await rowsOf(tenant.token, 'user bounded with-access object_store'))).toEqual(['payroll R--']);
    expect(reached(await rowsOf(tenant.token, 'user careful with-access object_store'))).toEqual(['payroll R--/R--']);
    expect(reached(await rowsOf(tenant.token, 'service with-access object_store'))).toEqual(['payroll R--']);
  });

  it('appear in the explanation of what they limit', async () => {
    const denied = (await explain(uri('USER', 'denied'), uri('OBJECT_STORE', 'payroll'))).body;
    expect(denied).toMatchObject({
      actions_str: '---',
      paths: [{ actions_str: '---', limits: [{ effect: 'Deny', policy_name: 'all', statement_index: 1 }] }],
    });
    expect(denied.paths[0]?.sentence).toBe('denied would have access to payroll by the policy all, but all denies it.');
    const bounded = (await explain(uri('USER', 'bounded'), uri('OBJECT_STORE', 'payroll'))).body;
    expect(bounded.paths).toMatchObject([
      { actions_str: 'R--', limits: [{ policy_name: 'OnlyReading', words: expect.stringContaining('Permissions boundary') }] },
    ]);
    const careful = (await explain(uri('USER', 'careful'), uri('OBJECT_STORE', 'payroll'))).body;
    expect(careful).toMatchObject({
      actions_str: 'R--',
      conditional_actions_str: 'R--',
      paths: [{ conditional: true, grants: [{ conditions: ['aws:MultiFactorAuthPresent is true'] }] }],
    });
    const lost = (await explain(uri('USER', 'lost'), uri('OBJECT_STORE', 'payroll'))).body;
    expect(lost.paths[0]?.sentence).toContain('the permissions boundary');
  });
});

describe('access through several paths', () => {
  beforeAll(async () => {
    tenant = await createTenant();
    const payroll = 'arn:aws:s3:::payroll/*';
    const account = dump({
      users: [user('ida', { groups: ['readers'], inline: { own: policyDocument(allow('s3:PutObject', payroll)) } })],
      groups: [group('readers', ['Read'])],
      roles: [role('anybody', trust('*'), ['ReadOpen'])],
      policies: [
        managedPolicy('Read', policyDocument(allow('s3:GetObject', payroll))),
        managedPolicy('ReadOpen', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::open/*'))),
      ],
    });
    const buckets = { Buckets: ['payroll', 'open'].map((Name) => ({ Name })) };
    await importAccount(tenant.token, await zipOf({ 'iam/details.json': account, 's3/list-buckets.json': buckets }));
  });

  it('is limited to what the path given by `via` grants', async () => {
    expect(reached(await rowsOf(tenant.token, 'user ida with-access object_store payroll'))).toEqual(['payroll RW-']);
    expect(reached(await rowsOf(tenant.token, 'user ida with-access object_store payroll via group readers'))).toEqual(['payroll R--']);
    expect(reached(await rowsOf(tenant.token, 'user ida with-access object_store payroll not via group readers'))).toEqual(['payroll -W-']);
    expect(await rowsOf(tenant.token, 'user ida with-access object_store payroll via group readers for write')).toEqual([]);
    expect(reached(await rowsOf(tenant.token, 'user ida with-access object_store payroll via group readers for read'))).toEqual(['payroll R--']);
  });

  it('is open to any AWS account through a role that everybody may assume, which does not make a resource public', async () => {
    expect(reached(await rowsOf(tenant.token, 'ext_account with-access object_store'))).toEqual(['open R--']);
    expect(await rowsOf(tenant.token, 'public_node with-access object_store open')).toEqual([]);
    await counted(tenant.token);
    const { body } = await api('GET /v1/graph-querymgr/dashboard', {}, tenant.token);
    expect(body.data_info).toEqual({ object_count: 2, public_object_count: 0 });
    // The server counts tenants one after the other.
  }, 240_000);
});

const withLab = existsSync(LAB) ? describe : describe.skip;

withLab(`the export of a real lab account (${LAB})`, () => {
  beforeAll(async () => {
    tenant = await createTenant();
    await importAccount(tenant.token, readFileSync(LAB, 'utf8'), { account: LAB_ACCOUNT, file: 'example.json' });
  }, 180_000);

  it('is imported with all its users, groups, roles and policies', async () => {
    const count = async (type: string) => (await rowsOf(tenant.token, type)).length;
    expect([await count('user'), await count('group'), await count('role'), await count('policy')]).toEqual([44, 5, 78, 84]);
  });

  it('shows the access of its users and of role chains', async () => {
    const rows = await rowsOf(tenant.token, 'user with-access any');
    expect(rows.length).toBeGreaterThan(100);
    const chained = await rowsOf(tenant.token, 'role with-access any via role privesc-AssumeRole-ending-role');
    expect(chained.length).toBeGreaterThan(0);
  });
});
