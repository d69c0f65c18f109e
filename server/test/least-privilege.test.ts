import { ACCOUNT, allow, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';
import { asRole, asUser, BUCKET, called, daysAgo } from './support/trail';

const PEOPLE = {
  users: [user('ann', { groups: ['data'] }), { ...user('new', { groups: ['data'] }), CreateDate: daysAgo(3) }, user('none')],
  groups: [group('data', ['data']), group('empty', ['data'])],
  roles: [role('deploy', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }), ['data'])],
  policies: [managedPolicy('data', policyDocument(allow('s3:*'), allow('iam:*')))],
};
const ann = asUser('ann');
const session = asRole('deploy');

let tenant: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  other = await createTenant();
  const files = {
    'iam/get-account-authorization-details.json': dump(PEOPLE),
    's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
    'cloudtrail/a.json': { Records: [called(200, 'PutObject', ann), called(20, 'GetObject', ann), called(1, 'GetObject', session)] },
  };
  await importAccount(tenant.token, await zipOf(files));
}, 240_000);

const ask = (id: string, { days = 90 as const, token = tenant.token as string | undefined, type = 'USER' } = {}) =>
  api('GET /v1/graph-querymgr/least-privilege', { query: { uri: `${tenant.tenantId}:AWS:${ACCOUNT}:-:${type}:${id}`, days } }, token);

describe('a least-privilege proposal', () => {
  it('keeps the permissions that a user used, and replays the logged calls without a denial', async () => {
    const { parts } = (await ask('ann')).body;
    expect(parts).toMatchObject([{ cloud_type: 'AWS', account_id: ACCOUNT, status: 'PROPOSED', replay: { calls: 1, allowed: 1, denied: 0 } }]);
    const [document] = parts[0]?.documents ?? [];
    expect(JSON.parse(document?.content ?? '').Statement).toContainEqual({ Effect: 'Allow', Action: ['s3:GetObject'], Resource: `${BUCKET}/*` });
    expect(document?.content).toContain('\n    "Version"');
    expect(parts[0]?.taken_away.sensitive).toBeGreaterThan(10);
    expect(parts[0]?.taken_away.services.map(({ service }) => service)).toEqual(expect.arrayContaining(['iam', 's3']));
  });

  it('covers a role by the activity of its sessions', async () => {
    expect((await ask('deploy', { type: 'ROLE' })).body.parts).toMatchObject([{ status: 'PROPOSED', replay: { calls: 1, denied: 0 } }]);
  });

  it('covers a group by the activity of its members', async () => {
    const { parts } = (await ask('data', { type: 'GROUP' })).body;
    expect(parts).toMatchObject([{ status: 'PROPOSED', replay: { calls: 1, allowed: 1, denied: 0 } }]);
    expect(parts[0]?.notes).toContain('A permission counts as used when any of its 2 members used it.');
    expect(parts[0]?.documents[0]?.content).toContain('s3:GetObject');
  });

  it('is not created without enough data, and states the reason', async () => {
    const of = async (id: string, type = 'USER') => (await ask(id, { type })).body.parts[0];
    expect(await of('new')).toMatchObject({ status: 'NOT_ENOUGH_DATA', documents: [], replay: null, reason: expect.stringContaining('90 days') });
    expect(await of('none')).toMatchObject({ status: 'NOTHING_HELD' });
    expect(await of('empty', 'GROUP')).toMatchObject({ status: 'NOTHING_USED', reason: expect.stringContaining('no members') });
    expect(await of('ledger', 'OBJECT_STORE')).toMatchObject({ status: 'NOT_SUPPORTED' });
  });

  it('requires the right to read, an identity of the tenant and a valid period', async () => {
    const tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:alerts:read'] });
    expect((await ask('ann', { token: tokenWithoutRight })).status).toBe(403);
    expect((await ask('ann', { token: '' })).status).toBe(401);
    expect((await ask('ann', { token: other.token })).status).toBe(404);
    expect((await ask('nobody')).status).toBe(404);
    expect((await ask('ann', { days: 12 as 90 })).status).toBe(422);
  });
});
