import { LARGEST_FILE, SNAPSHOT_VIEWS, type Api } from '@cam/contracts';
import { ACCOUNT, allow, arn, COMPANY, dump, policyDocument, user } from './support/aws-account';
import { ended, importAccount, rowsOf, send, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await createTenant();
});

const accounts = async (token = tenant.token) =>
  (await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AWS' } }, token)).body.account_list;
const WHOLE = {
  'iam/get-account-authorization-details.json': dump(COMPANY),
  's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }, { Name: 'releases' }] },
};

describe('importing a bundle', () => {
  it('responds at once, creates the source, and adds the account to the graph', async () => {
    const sent = await send(tenant.token, dump(COMPANY), { name: 'Production', file: 'dump.json' });
    expect(sent.status).toBe(202);
    expect(sent.body.account).toMatchObject({ account_id: ACCOUNT, account_name: 'Production', cloud_type: 'AWS', last_snapshot_time: null });
    const progress = await ended(tenant.token, sent.body.account.uid);
    expect(progress.current_phase_enum).toBe('PHASE_DONE');
    expect(progress.seen).toEqual([...progress.seen].sort((a, b) => a - b));
    expect(await accounts()).toMatchObject([{ uid: sent.body.account.uid, last_snapshot_time: expect.any(String) }]);
    expect((await rowsOf(tenant.token, 'user')).map(({ identity }) => identity)).toEqual(['ada', 'bob', 'cleo', 'dora']);
  });

  it('accepts a zip or a single file, and warns about files that the bundle lacks', async () => {
    const progress = await importAccount(tenant.token, await zipOf(WHOLE));
    const missing = {
      type: 'WARNING',
      file: null,
      message: expect.stringMatching(/^The bundle has no iam\/get-credential-report, .* more files/),
      account_id: ACCOUNT,
    };
    expect(progress.messages).toEqual([expect.objectContaining(missing)]);
    expect((await rowsOf(tenant.token, 'object_store')).map(({ resource }) => resource)).toEqual(['payroll', 'releases']);
  });

  it('updates the source of the same account and keeps its name', async () => {
    await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
    await importAccount(tenant.token, dump({ ...COMPANY, users: [user('eve')] }));
    expect(await accounts()).toMatchObject([{ account_name: 'Production' }]);
    expect((await rowsOf(tenant.token, 'user')).map(({ identity }) => identity)).toEqual(['eve']);
  });

  it('skips broken entries with a warning that names file and position, and imports the rest', async () => {
    const text = JSON.stringify({ Buckets: [{ Name: 'payroll' }] });
    const progress = await importAccount(
      tenant.token,
      await zipOf({
        'iam/details.json': dump({ ...COMPANY, users: [...(COMPANY.users ?? []), 'nobody', { ...user('fay'), GroupList: 'x', Shoe: 42 }] }),
        's3/cut.json': text.slice(0, -4),
        'strange.json': { Planets: [] },
        'README.txt': 'hello',
      }),
    );
    expect(progress.current_phase_enum).toBe('PHASE_DONE');
    expect(progress.messages.map(({ file, place }) => [file, place])).toEqual(
      expect.arrayContaining([
        ['iam/details.json', '/UserDetailList/4'],
        ['iam/details.json', '/UserDetailList/5/GroupList'],
        ['iam/details.json', '/UserDetailList/5/Shoe'],
        ['s3/cut.json', `byte ${text.length - 4}`],
        ['strange.json', null],
      ]),
    );
    expect(await rowsOf(tenant.token, 'user fay')).toHaveLength(1);
    expect(await accounts()).toMatchObject([{ status: 'ACCOUNT_STATUS_WARNING' }]);
  });

  it('fails for a file without usable content, and keeps the last snapshot', async () => {
    await importAccount(tenant.token, dump(COMPANY));
    const [before] = await accounts();
    const cut = JSON.stringify(dump(COMPANY)).slice(0, -100);
    const progress = await importAccount(tenant.token, cut);
    expect(progress.current_phase_enum).toBe('PHASE_PULL_RESOURCES_FAILED');
    expect(progress.messages[0]).toMatchObject({ type: 'ERROR', message: expect.stringContaining('Export the account again') });
    expect(progress.messages[1]).toMatchObject({ type: 'WARNING', place: `byte ${cut.length}`, message: expect.stringContaining('cut off') });
    expect(await accounts()).toMatchObject([{ status: 'ACCOUNT_STATUS_ERROR', last_snapshot_time: before?.last_snapshot_time }]);
    expect(await rowsOf(tenant.token, 'user')).toHaveLength(4);
  });

  it('stores a bundle of a past day as of that day, in ascending order only', async () => {
    const day = (number: number): string => `2026-03-0${number}T23:59:00Z`;
    await importAccount(tenant.token, dump(COMPANY), { taken_at: day(2) });
    expect(await accounts()).toMatchObject([{ last_snapshot_time: '2026-03-02T23:59:00.000Z' }]);
    await importAccount(tenant.token, dump({ ...COMPANY, users: [user('eve')] }), { taken_at: day(3) });
    expect(await accounts()).toMatchObject([{ last_snapshot_time: '2026-03-03T23:59:00.000Z' }]);
    expect((await rowsOf(tenant.token, 'user')).map(({ identity }) => identity)).toEqual(['eve']);

    const earlier = await send(tenant.token, dump(COMPANY), { taken_at: day(1) });
    expect([earlier.status, earlier.error.code]).toEqual([422, 'TAKEN_EARLIER']);
    for (const [taken_at, code] of [
      ['2999-01-01T00:00:00Z', 'TAKEN_LATER'],
      ['2026-13-41T00:00:00Z', 'NO_SUCH_TIME'],
    ] as const) {
      const refused = await send(tenant.token, dump(COMPANY), { taken_at });
      expect([refused.status, refused.error.code]).toEqual([422, code]);
    }
    expect((await send(tenant.token, dump(COMPANY), { taken_at: 'yesterday' })).status).toBe(422);
  });

  it('fails if the bundle is of another account, and names both accounts', async () => {
    const progress = await importAccount(tenant.token, dump(COMPANY), { account: '999988887777' });
    expect(progress.messages[0]?.message).toContain(`is of account ${ACCOUNT}, not of 999988887777`);
    expect(await rowsOf(tenant.token, 'user')).toEqual([]);
    // The account exists only in the progress of its failed import.
    expect(await accounts()).toEqual([]);
    expect((await api('GET /v1/calendar/snapshots', { query: { view: 'HISTORY' } }, tenant.token)).body.total_count).toBe(0);
  });

  it('rejects a file at once if it can never be imported', async () => {
    const unknown = await api(
      'PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}',
      { path: { cloud_type: 'CLOUD_TYPE_UNKNOWN', account_id: 'x' }, raw: { content: '{}', type: 'application/json' } },
      tenant.token,
    );
    expect([unknown.status, unknown.error.code]).toEqual([422, 'CLOUD_NOT_EVALUATED']);
    expect((await send(tenant.token, dump({}), { account: '12' })).error.code).toBe('ACCOUNT_ID');
    expect((await send(tenant.token, '')).error.code).toBe('BUNDLE_EMPTY');
    const large = await send(tenant.token, ' '.repeat(LARGEST_FILE + 1));
    expect([large.status, large.error.code]).toEqual([422, 'BUNDLE_TOO_LARGE']);
    expect(large.error.user_message).toContain('at most 128 MB');
    expect(await accounts()).toEqual([]);
  });

  it('ends with the newest of several concurrent uploads of one account', async () => {
    const uploads = ['one', 'two', 'three'].map((name) => send(tenant.token, dump({ ...COMPANY, users: [user(name)] })));
    const [first] = await Promise.all(uploads);
    const last = await send(tenant.token, dump({ ...COMPANY, users: [user('last')] }));
    expect(last.body.account.uid).toBe(first?.body.account.uid);
    await ended(tenant.token, last.body.account.uid);
    expect((await rowsOf(tenant.token, 'user')).map(({ identity }) => identity)).toEqual(['last']);
  });
});

describe('sources', () => {
  it('can be renamed, imported again and deleted with all their data', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const renamed = await api('PATCH /beta/accounts', { body: { account: { uid, account_name: ' Payroll ' } } }, tenant.token);
    expect(renamed.body.account.account_name).toBe('Payroll');
    expect((await api('PATCH /beta/accounts', { body: { account: { uid, account_name: '  ' } } }, tenant.token)).status).toBe(422);

    const again = await api('PATCH /v1/calendar/onDemandRunFSM', { body: {} }, tenant.token);
    expect(again.body.started).toEqual([uid]);
    expect((await ended(tenant.token, uid)).current_phase_enum).toBe('PHASE_DONE');

    const takeUp = (account_ids: string[] | undefined, token = tenant.token) =>
      api('POST /v1/usage/onboardaccounts', { body: account_ids ? { account_ids } : {} }, token);
    expect((await takeUp(['000000000000'])).status).toBe(404);
    expect((await takeUp(undefined, await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read'] }))).status).toBe(403);
    expect((await takeUp([ACCOUNT])).body.accounts).toEqual([{ account_id: ACCOUNT, uid, usage: 'INIT', started: true }]);
    expect((await ended(tenant.token, uid)).current_phase_enum).toBe('PHASE_DONE');

    const wrongType = await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'GCP' } }, tenant.token);
    expect(wrongType.status).toBe(404);
    expect((await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token)).status).toBe(200);
    expect(await accounts()).toEqual([]);
    expect(await rowsOf(tenant.token, 'user')).toEqual([]);
    expect((await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token)).status).toBe(404);
  });

  it('report their onboarding progress, and can be cleaned up only when deleted', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const onboarding = (query: { uid?: string }, token = tenant.token) => api('GET /v1/calendar/onboardingProgress', { query }, token);
    const cleanUp = (id: string, token: string | undefined = tenant.token) => api('POST /v1/calendar/cleanup', { body: { id } }, token);
    const all = await onboarding({});
    expect(all.body).toMatchObject({
      onboarding: [
        { uid, account_id: ACCOUNT, cloud_type: 'AWS', change: 'NONE', current_phase_enum: 'PHASE_DONE', in_progress: false, usage: 'INIT' },
      ],
      in_progress: false,
    });
    expect((await onboarding({ uid })).body.onboarding).toHaveLength(1);
    const other = await createTenant();
    const unknown = await onboarding({ uid }, other.token);
    expect([unknown.status, unknown.error.code]).toEqual([404, 'CALENDAR_ERROR_FAILED_TO_GET']);
    const tooEarly = await cleanUp(uid);
    expect([tooEarly.status, tooEarly.error.code]).toEqual([409, 'CALENDAR_ERROR_FAILED_TO_DELETE']);
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] });
    expect([(await cleanUp(uid, viewer)).status, (await cleanUp('../../etc')).status, (await onboarding({}, '')).status]).toEqual([403, 422, 401]);
    await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token);
    expect((await cleanUp(uid)).status).toBe(200);
    expect((await onboarding({})).body).toMatchObject({ onboarding: [], in_progress: false });
  });

  it("appear in the tenant's account list", async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const { body } = await api('GET /v1/tenants', {}, tenant.token);
    expect(body.tenant.account_info).toMatchObject([{ uid }]);
    const organizations = await api('GET /v1/tenants/organizations/{cloud_type}', { path: { cloud_type: 'AWS' } }, tenant.token);
    expect(organizations.body.organization).toEqual([]);
  });

  it('are invisible to other tenants and cannot be changed by them', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const other = await createTenant();
    expect(await accounts(other.token)).toEqual([]);
    expect((await api('PATCH /beta/accounts', { body: { account: { uid, account_name: 'mine' } } }, other.token)).status).toBe(404);
    expect((await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, other.token)).status).toBe(404);
    expect((await api('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } }, other.token)).status).toBe(404);
    expect(await rowsOf(other.token, 'user')).toEqual([]);
    const policies = await api(
      'POST /v1/policy-reader/policies',
      { body: { policies: [arn('policy', 'Deploy')], account_ids: [ACCOUNT] } },
      other.token,
    );
    expect(policies.body.policies).toEqual([]);
  });

  it('can be changed only with the right to write', async () => {
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read', 'cam:general:read'] });
    expect((await send(viewer, dump(COMPANY))).status).toBe(403);
    expect((await api('DELETE /beta/accounts', { query: { uid: 'x', cloud_type: 'AWS' } }, viewer)).status).toBe(403);
    expect((await api('PATCH /v1/calendar/onDemandRunFSM', { body: {} }, viewer)).status).toBe(403);
    expect((await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AWS' } }, viewer)).status).toBe(200);
    expect((await send('', dump(COMPANY))).status).toBe(401);
  });
});

describe('snapshots', () => {
  const snapshots = async (query: Api['GET /v1/calendar/snapshots']['query'], token = tenant.token) =>
    (await api('GET /v1/calendar/snapshots', { query }, token)).body;

  it('appear in the history in order, with changes and failures', async () => {
    expect(await snapshots({ view: 'HISTORY' })).toEqual({ snapshots: [], total_count: 0 });
    const { uid } = await importAccount(tenant.token, await zipOf(WHOLE), { name: 'Production' });
    await api('PATCH /v1/calendar/onDemandRunFSM', { body: { uids: [uid] } }, tenant.token);
    await ended(tenant.token, uid);
    await importAccount(tenant.token, JSON.stringify(dump(COMPANY)).slice(0, -100));
    const { snapshots: runs, total_count } = await snapshots({ view: 'HISTORY' });
    expect(total_count).toBe(3);
    const [failed, again, first] = runs;
    expect(first).toMatchObject({ uid, account_name: 'Production', trigger: 'IMPORT', is_changed: true, warning_count: 1, error_count: 0 });
    expect(first?.entity_count).toBeGreaterThan(5);
    expect(Date.parse(first?.ended_time ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.began_time ?? 'never'));
    expect(again).toMatchObject({ trigger: 'ON_DEMAND', is_changed: false, status: 'ACCOUNT_STATUS_WARNING' });
    expect(failed).toMatchObject({ status: 'ACCOUNT_STATUS_ERROR', snapshot_time: null, is_changed: null, entity_count: null, error_count: 1 });
    expect(failed?.messages[0]).toMatchObject({ type: 'ERROR', message: expect.stringContaining('Export the account again') });

    const last = await snapshots({ view: 'LAST_SNAPSHOT' });
    expect(last).toMatchObject({ total_count: 1, snapshots: [{ uid, run_id: failed?.run_id, status: 'ACCOUNT_STATUS_ERROR' }] });
    expect(last.snapshots[0]?.snapshot_time).toBe(again?.snapshot_time);
    expect((await snapshots({ view: 'HISTORY', status: 'ACCOUNT_STATUS_ERROR' })).snapshots).toEqual([failed]);
    expect((await snapshots({ view: 'HISTORY', 'table_options.search_filter': 'nobody' })).total_count).toBe(0);
    const page = { 'table_options.page_size': 2, 'table_options.page_number': 1, 'table_options.search_filter': 'PRODUCT' };
    expect(await snapshots({ view: 'HISTORY', ...page })).toEqual({ snapshots: [first], total_count: 3 });

    await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token);
    expect((await snapshots({ view: 'HISTORY' })).total_count).toBe(0);
  });

  it('are invisible to other tenants, and a source without a connection has no schedule', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const other = await createTenant();
    for (const view of SNAPSHOT_VIEWS) expect((await snapshots({ view }, other.token)).total_count).toBe(0);
    const body = { uids: [uid], schedule: null };
    const refused = await api('PATCH /v1/calendar/schedule', { body }, tenant.token);
    expect([refused.status, refused.error.code]).toEqual([422, 'NOT_CONNECTED']);
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] });
    expect((await api('PATCH /v1/calendar/schedule', { body }, viewer)).status).toBe(403);
    expect((await snapshots({ view: 'LAST_SNAPSHOT' }, viewer)).total_count).toBe(1);
    expect((await api('GET /v1/calendar/snapshots', { query: { view: 'HISTORY' } })).status).toBe(401);
  });
});

describe('correlated sources', () => {
  const list = async (token = tenant.token) => (await api('GET /v1/correlated-sources', {}, token)).body;
  const link = (camSourceId: string, idnSourceName = 'Okta', token = tenant.token) =>
    api('POST /v1/correlated-sources', { body: { idnSourceId: `id of ${idnSourceName}`, idnSourceName, camSourceId } }, token);

  it('link a source to one of the identity-governance product, and are deleted with the source', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const linked = { tenantId: tenant.tenantId, camSourceId: uid };
    expect((await link(uid)).body).toMatchObject({ ...linked, idnSourceId: 'id of Okta', idnSourceName: 'Okta' });
    await link(uid, 'Workday');
    expect(await list()).toMatchObject([{ ...linked, idnSourceName: 'Workday' }]);
    expect((await api('GET /v1/tenants', {}, tenant.token)).body.tenant.correlated_sources).toEqual(await list());
    const id = (await list())[0]?.id ?? '';
    expect((await api('DELETE /v1/correlated-sources/{id}', { path: { id } }, tenant.token)).status).toBe(200);
    expect((await api('DELETE /v1/correlated-sources/{id}', { path: { id } }, tenant.token)).status).toBe(404);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: '/v1/correlated-sources' } }, tenant.token)).body;
    const ofProduct = (values: unknown) => values && (values as { idnSourceName: string }).idnSourceName;
    expect(entries.map(({ before, after }) => [ofProduct(before), ofProduct(after)])).toEqual([
      ['Workday', null],
      ['Okta', 'Workday'],
      [null, 'Okta'],
    ]);
    await link(uid);
    await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'AWS' } }, tenant.token);
    expect(await list()).toEqual([]);
  });

  it('are invisible to other tenants, and can be changed only with the right to write', async () => {
    const { uid } = await importAccount(tenant.token, dump(COMPANY));
    const { id } = (await link(uid)).body;
    const other = await createTenant();
    expect(await list(other.token)).toEqual([]);
    expect((await link(uid, 'Okta', other.token)).status).toBe(404);
    expect((await api('DELETE /v1/correlated-sources/{id}', { path: { id } }, other.token)).status).toBe(404);
    const viewer = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] });
    expect(await list(viewer)).toHaveLength(1);
    expect((await link(uid, 'Okta', viewer)).status).toBe(403);
    expect((await api('DELETE /v1/correlated-sources/{id}', { path: { id } }, viewer)).status).toBe(403);
  });
});

describe('policy documents', () => {
  it('are read by ID, for the requested accounts', async () => {
    await importAccount(tenant.token, dump(COMPANY));
    const read = (policies: string[], account_ids: string[]) =>
      api('POST /v1/policy-reader/policies', { body: { policies, account_ids } }, tenant.token);
    const { body } = await read([arn('policy', 'Deploy'), `${arn('user', 'bob')}/read-payroll`, 'none'], [ACCOUNT]);
    expect(body.policies.map(({ policy_name }) => policy_name)).toEqual(['Deploy', 'read-payroll']);
    expect(JSON.parse(body.policies[0]?.policy_document ?? '')).toEqual(policyDocument(allow('s3:PutObject', 'arn:aws:s3:::releases/web/*')));
    expect((await read([arn('policy', 'Deploy')], ['999988887777'])).body.policies).toEqual([]);
  });
});
