import { ACCOUNT, allow, arn, dump, group, managedPolicy, policyDocument, role, trust, user } from './support/aws-account';
import { ended, importAccount, rowsOf } from './support/bundle';
import { api, createTenant, type TestTenant } from './support/client';
import { until } from './support/until';

const OTHER = '444455556666';

type Account = Parameters<typeof dump>[0];

/** Returns the dump with another account ID. */
const inOther = (account: Account): string => JSON.stringify(dump(account)).replaceAll(ACCOUNT, OTHER).replaceAll('HOME', ACCOUNT);

const mayAssume = (name: string) => policyDocument(allow('sts:AssumeRole', arn('role', name, OTHER)));

const HOME: Account = {
  users: [user('ann', { groups: ['ops'] }), user('bob', { inline: { p: mayAssume('audit') } }), user('eve')],
  groups: [group('ops', ['may-audit'])],
  policies: [managedPolicy('may-audit', mayAssume('audit'))],
};

const AWAY: Account = {
  roles: [
    role('audit', trust({ AWS: 'arn:aws:iam::HOME:root' }), ['step-on']),
    role('reader', trust({ AWS: arn('role', 'audit') }), ['read']),
    role('closed', trust({ AWS: 'arn:aws:iam::999900001111:root' }), ['read']),
  ],
  policies: [
    managedPolicy('read', policyDocument(allow('s3:GetObject', 'arn:aws:s3:::ledger/*'))),
    managedPolicy('step-on', policyDocument(allow('sts:AssumeRole', arn('role', 'reader')))),
  ],
};

let tenant: TestTenant;

const whoReads = async (query: string): Promise<string[]> =>
  [...new Set((await rowsOf(tenant.token, query)).map(({ identity, actions_str }) => `${identity} ${actions_str}`))].sort();

const remove = async (uid: string): Promise<void> => {
  await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token);
};

/** Polls until the answer is there: background work that other accounts cause reports no progress. */
async function eventually(query: string, wanted: readonly string[]): Promise<void> {
  const asText = JSON.stringify(wanted);
  await until(`${query} answers ${asText}`, async () => JSON.stringify(await whoReads(query)) === asText);
}

describe('two connected accounts of a tenant', () => {
  beforeAll(async () => {
    tenant = await createTenant();
  });

  it('give users of one account the access of a role chain in the other, if both sides allow it', async () => {
    await importAccount(tenant.token, dump(HOME));
    await importAccount(tenant.token, inOther(AWAY), { account: OTHER });
    expect(await whoReads('user with-access object_store')).toEqual(['ann R--', 'bob R--']);
    expect(await whoReads('user with-access object_store via role audit via role reader')).toEqual(['ann R--', 'bob R--']);
  });

  it('show the group through which a role of the other account is assumed', async () => {
    expect(await whoReads('user with-access object_store via group ops')).toEqual(['ann R--']);
  });

  it('resolve principals of a connected account, and treat those of others as external', async () => {
    const outside = await rowsOf(tenant.token, 'ext_account');
    expect(outside.map(({ identity }) => identity)).toEqual(['999900001111']);
  });

  it('have an explanation with each hop of the role chain and its account', async () => {
    const identity_uri = `${tenant.tenantId}:AWS:${ACCOUNT}:-:USER:ann`;
    const resource_uri = `${tenant.tenantId}:AWS:${OTHER}:-:OBJECT_STORE:ledger`;
    const { body } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, tenant.token);
    expect(body.actions_str).toBe('R--');
    expect(body.paths[0]?.hops.map(({ relation, name, account_id }) => [relation, name, account_id])).toEqual([
      ['', 'ann', ACCOUNT],
      ['member of', 'ops', ACCOUNT],
      ['may assume', 'audit', OTHER],
      ['may assume', 'reader', OTHER],
      ['is granted by', 'read', OTHER],
      ['reaches', 'ledger', OTHER],
    ]);
    expect(body.paths[0]?.grants).toMatchObject([{ policy_name: 'read', policy_account_id: OTHER }]);
  });

  it('update cross-account access when either account changes', async () => {
    const closed = { ...AWAY, roles: [role('audit', trust({ AWS: 'arn:aws:iam::999900001111:root' }), ['step-on']), ...(AWAY.roles ?? []).slice(1)] };
    await importAccount(tenant.token, inOther(closed), { account: OTHER });
    expect(await whoReads('user with-access object_store')).toEqual([]);
    await importAccount(tenant.token, inOther(AWAY), { account: OTHER });
    expect(await whoReads('user with-access object_store')).toEqual(['ann R--', 'bob R--']);

    await importAccount(tenant.token, dump({ ...HOME, users: [user('ann', { groups: ['ops'] }), user('eve')] }));
    expect(await whoReads('user with-access object_store')).toEqual(['ann R--']);
  });

  it('update cross-account access when both change at once, and when the last import of several fails', async () => {
    const open = { ...AWAY, roles: [role('audit', trust({ AWS: 'arn:aws:iam::HOME:root' }), ['step-on', 'read']), ...(AWAY.roles ?? []).slice(1)] };
    const both = await Promise.all([importAccount(tenant.token, inOther(open), { account: OTHER }), importAccount(tenant.token, dump(HOME))]);
    expect(both.map(({ current_phase_enum: phase }) => phase)).toEqual(['PHASE_DONE', 'PHASE_DONE']);
    expect(await whoReads('user with-access object_store via role audit')).toEqual(['ann R--', 'bob R--']);

    const closed = { ...AWAY, roles: (AWAY.roles ?? []).slice(1) };
    const [, broken] = await Promise.all([
      importAccount(tenant.token, inOther(closed), { account: OTHER }),
      importAccount(tenant.token, { UserDetailList: 'nonsense' }, { account: '777788889999' }),
    ]);
    expect(broken.current_phase_enum).toMatch(/_FAILED$/);
    await eventually('user with-access object_store', []);
    await importAccount(tenant.token, inOther(AWAY), { account: OTHER });
  });

  it('lose cross-account access when one is deleted, which then counts as external', async () => {
    const uid = (await importAccount(tenant.token, dump(HOME))).uid;
    await remove(uid);
    expect(await whoReads('user with-access object_store')).toEqual([]);
    await eventually('ext_account with-access object_store', [`${ACCOUNT} R--`, '999900001111 R--']);
    expect(await ended(tenant.token, (await importAccount(tenant.token, dump(HOME))).uid)).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
    expect(await whoReads('user with-access object_store')).toEqual(['ann R--', 'bob R--']);
  });
});
