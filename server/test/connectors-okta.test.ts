import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SECRET_MASK } from '@cam/contracts';
import { oktaBundle } from '../demo/okta/bundle';
import { OKTA_ORG } from '../demo/okta/org';
import { startOktaStandIn } from '../demo/stand-ins/okta-stand-in';
import type { StandIn } from '../demo/stand-ins/stand-in';
import { ended, importAccount, rowsOf } from './support/bundle';
import { api } from './support/client';
import { companyYesterday, exportOf, firstDifference } from './support/connected-org';
import { graphExport } from './support/graph-export';
import type { PreparedKind } from './support/prepared-data.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

const TOKEN = '00standInTokenThatNobodyMaySee';
const bundle = oktaBundle(companyYesterday());
const okta_idp_info = { org_url: `https://${OKTA_ORG}`, token: TOKEN };

let standIn: StandIn;
let server: ServerProcess;
let admin: string;

async function signIn(at: ServerProcess, scopes?: ['cam:account:read']): Promise<string> {
  const tokenRequest = { body: { tenant: 'demo', ...(scopes ? { scopes } : {}) }, headers: { authorization: `Operator ${at.operatorKey}` } };
  return (await api('POST /v1/operator/token', tokenRequest, undefined, at.url)).body.access_token;
}

async function start(env: Record<string, string> = {}, data: PreparedKind = 'console'): Promise<void> {
  server = await startServer({ CAM_PROVIDER_URLS: `okta=${standIn.url}`, CAM_OKTA_DOMAINS: OKTA_ORG, ...env }, { data });
  admin = await signIn(server);
}

const test = (info: Record<string, string>, uid?: string) =>
  api(
    'POST /v1/policy-reader/test-connection',
    { body: { cloud_type: 'IDP_OKTA', okta_idp_info: info, ...(uid ? { uid } : {}) } },
    admin,
    server.url,
  );
const connect = (info: Record<string, string> = okta_idp_info, token = admin) =>
  api('POST /beta/accounts', { body: { account: { account_name: 'Our Okta', cloud_type: 'IDP_OKTA', okta_idp_info: info } } }, token, server.url);
const read = async (uid: string) => (await api('GET /beta/accounts', { query: { uid } }, admin, server.url)).body.account;
const change = (uid: string, info: Record<string, string>) =>
  api('PATCH /beta/accounts', { body: { account: { uid, okta_idp_info: info } } }, admin, server.url);
const run = (uid: string) => api('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } }, admin, server.url);

/** Returns the tables of PostgreSQL that hold a text in any row of any tenant. */
async function tablesWith(databaseUrl: string, text: string): Promise<string[]> {
  // Row-level security hides no row from the superuser.
  const client = new pg.Client({ connectionString: Object.assign(new URL(databaseUrl), { username: 'admin' }).href });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384",
    );
    expect(tables.length).toBeGreaterThan(50);
    const holding: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select from ${name} t where t::text like $1 limit 1`, [`%${text}%`]);
      if (rowCount) holding.push(name);
    }
    return holding;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  standIn = await startOktaStandIn(bundle, { token: TOKEN, pageSize: 60 });
  await start();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await standIn.close();
});
beforeEach(() => standIn.reset());

describe('testing an Okta connection', () => {
  it('returns the account and stores nothing', async () => {
    const { status, body } = await test(okta_idp_info);
    expect([status, body.validate_type]).toEqual([200, 'VALIDATE_TYPE_ACCOUNT']);
    expect(body.account_info).toEqual({ account_id: OKTA_ORG, account_name: 'Kestrel Harbor' });
    const { body: list } = await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'IDP_OKTA' } }, admin, server.url);
    expect(list.account_list).toEqual([]);
  });

  it("rejects a wrong token with the org's own message", async () => {
    const { status, error } = await test({ ...okta_idp_info, token: 'wrong' });
    expect([status, error.code]).toEqual([422, 'TEST_CONNECTION_FAILED']);
    expect(error.user_message).toContain('Invalid token provided');
  });

  it.each([
    'http://example.okta.com',
    'https://example.okta.com.evil.example',
    'https://evil.example',
    'https://127.0.0.1',
    'https://example.okta.com:8443',
    'https://user@example.okta.com',
    'https://okta.com',
    'https://169.254.169.254',
  ])('never sends a request to %s', async (org_url) => {
    const { status, error } = await test({ org_url, token: TOKEN });
    expect(status).toBe(422);
    expect(['ORG_URL', 'SOURCE_FIELDS']).toContain(error.code);
    expect(standIn.requests).toEqual([]);
  });

  it('needs the right to write', async () => {
    const reader = await signIn(server, ['cam:account:read']);
    const body = { cloud_type: 'IDP_OKTA' as const, okta_idp_info };
    expect((await api('POST /v1/policy-reader/test-connection', { body }, reader, server.url)).status).toBe(403);
    expect((await connect(okta_idp_info, reader)).status).toBe(403);
    expect((await api('POST /v1/calendar/resetFSMState', { body: { uid: 'x' } }, reader, server.url)).status).toBe(403);
    expect((await api('POST /v1/policy-reader/test-connection', { body }, undefined, server.url)).status).toBe(401);
  });
});

describe('a connected Okta org', () => {
  let uid: string;

  it('is pulled at once with steadily growing progress, and its users appear', async () => {
    const { status, body } = await connect();
    expect(status).toBe(200);
    uid = body.account.uid;
    const progress = await ended(admin, uid, server.url);
    expect(progress).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    expect(progress.seen).toEqual([...progress.seen].sort((a, b) => a - b));
    expect((await rowsOf(admin, 'federated_user', server.url)).length).toBeGreaterThan(100);
    expect(await read(uid)).toMatchObject({
      is_connected: true,
      status: 'ACCOUNT_STATUS_SUCCESS',
      account_id: OKTA_ORG,
      next_snapshot_time: expect.any(String),
    });
  });

  it('neither returns nor logs its token, and stores it only encrypted', async () => {
    expect((await read(uid)).okta_idp_info).toEqual({ org_url: okta_idp_info.org_url, token: SECRET_MASK });
    expect(server.log()).not.toContain(TOKEN);
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const holding = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(TOKEN)).map(({ name }) => name);
    expect(holding).toEqual([]);
    if (server.databaseUrl) expect(await tablesWith(server.databaseUrl, TOKEN)).toEqual([]);
  });

  it('cannot be connected twice', async () => {
    const { status, error } = await connect();
    expect([status, error.code]).toEqual([409, 'SOURCE_EXISTS']);
  });

  it('keeps its token if the mask is sent back, and requires it again for another address', async () => {
    expect((await test({ ...okta_idp_info, token: SECRET_MASK }, uid)).status).toBe(200);
    const moved = await test({ org_url: 'https://other.okta.com', token: SECRET_MASK }, uid);
    expect([moved.status, moved.error.user_message]).toEqual([422, 'Enter the Application Token for this address.']);
    expect((await change(uid, { ...okta_idp_info, token: SECRET_MASK })).status).toBe(200);
    expect(await ended(admin, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    expect((await connect({ ...okta_idp_info, token: SECRET_MASK })).status).toBe(422);
  });

  it('keeps its last snapshot if a pull fails or can no longer read a part, with the reason', async () => {
    const before = (await read(uid)).last_snapshot_time;
    const people = (await rowsOf(admin, 'federated_user', server.url)).length;
    standIn.plan(/\/users\?/, 'unauthorized', { times: 99 });
    expect((await run(uid)).status).toBe(200);
    const refused = await ended(admin, uid, server.url);
    expect(refused.current_phase_enum).toBe('PHASE_PULL_IDENTITIES_FAILED');
    expect(refused.messages[0]).toMatchObject({ type: 'ERROR', message: expect.stringContaining('Read-only Administrator') });
    standIn.reset();
    standIn.plan(/\/apps\?/, 'forbidden', { times: 99 });
    await run(uid);
    const lacking = await ended(admin, uid, server.url);
    expect(lacking.messages).toContainEqual(expect.objectContaining({ type: 'WARNING', file: 'apps' }));
    expect(await read(uid)).toMatchObject({ last_snapshot_time: before, status: 'ACCOUNT_STATUS_WARNING' });
    expect((await read(uid)).status_reason).toContain('can no longer be read');
    expect(await rowsOf(admin, 'federated_user', server.url)).toHaveLength(people);
  });

  it('requests only log entries of the current day in a later pull', async () => {
    await run(uid);
    await ended(admin, uid, server.url);
    standIn.reset();
    await run(uid);
    await ended(admin, uid, server.url);
    const since = standIn.requests.find((path) => path.startsWith('/api/v1/logs?'));
    expect(new URL(since ?? '', server.url).searchParams.get('since')).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`);
  });

  it('verifies the fix of an alert with a pull of its own, which reopens the alert because the finding persists', async () => {
    const alerts = async () => (await api('GET /v1/intents/alerts', { query: { limit: 500 } }, admin, server.url)).body.alert_info_list;
    // An alert about activity is verified by the log, which closes it.
    const alert = await until(
      'a guardrail has an alert',
      async () => (await alerts()).find(({ alert_type: type }) => type === 'ALERT_TYPE_GUARDRAIL'),
      PATIENT,
    );
    const { alert_id } = alert;
    const requested = await api('POST /v1/alerts/verification', { body: { alert_ids: [alert_id] } }, admin, server.url);
    expect([requested.status, requested.body.alert_info_list]).toMatchObject([200, [{ verifying_since: expect.any(String) }]]);
    const now = async () => (await api('GET /v1/intents/alerts', { query: { alert_id } }, admin, server.url)).body.alert_info_list[0];
    await until('the pull shows the result', async () => (await now())?.verifying_since === null, PATIENT);
    expect(await now()).toMatchObject({ status: 'ALERT_STATUS_OPEN', remediated_by: null });
    expect((await now())?.history.map(({ what }) => what).slice(-3)).toEqual(['REMEDIATED', 'VERIFICATION_REQUESTED', 'FOUND_AGAIN']);
  });

  it('is pulled on its schedule, and has no next pull without one', async () => {
    const schedule = async (every: 'NEVER' | 'EVERY_6_HOURS', time_zone = 'Europe/Berlin'): Promise<[number, string | null]> => {
      const body = { uids: [uid], schedule: { every, at: '03:00', weekday: 0, time_zone } };
      const { status } = await api('PATCH /v1/calendar/schedule', { body }, admin, server.url);
      return [status, (await read(uid)).next_snapshot_time];
    };
    expect(await schedule('NEVER')).toEqual([200, null]);
    const before = Date.now();
    const [, next] = await schedule('EVERY_6_HOURS');
    expect(Date.parse(next ?? '') - before).toBeLessThan(6.1 * 3_600_000);
    expect((await schedule('NEVER', 'Mars/Olympus'))[0]).toBe(422);
    const { entries } = (await api('GET /v1/tenants/audit', { query: { search: '/v1/calendar/schedule' } }, admin, server.url)).body;
    const everyOf = (snapshot: unknown) => (snapshot as { schedule: { every: string } | null }[]).map((one) => one.schedule?.every ?? null);
    expect(entries.map(({ before, after }) => [everyOf(before), everyOf(after)])).toEqual([
      [['NEVER'], ['EVERY_6_HOURS']],
      [[null], ['NEVER']],
    ]);
    await run(uid);
    await ended(admin, uid, server.url);
    expect(Date.parse((await read(uid)).next_snapshot_time ?? '') - before).toBeLessThan(6.1 * 3_600_000);
    const { body } = await api('GET /v1/calendar/snapshots', { query: { view: 'HISTORY', uid } }, admin, server.url);
    expect(body.snapshots[0]).toMatchObject({ trigger: 'ON_DEMAND', is_connected: true, schedule: { every: 'EVERY_6_HOURS' } });
    expect(body.snapshots.map(({ trigger }) => trigger)).toContain('CONNECTION');
  });

  it('allows one pull at a time, and completes a new pull after a reset', async () => {
    standIn.plan(/\/groups\?/, 'silent', { times: 9 });
    await change(uid, okta_idp_info);
    await until('groups are requested', () => standIn.requests.some((path) => path.startsWith('/api/v1/groups?')), { every: 10 });
    const second = await run(uid);
    expect([second.status, second.error.code]).toEqual([409, 'CALENDAR_ERROR_FSM_ALREADY_IN_PROGRESS']);
    expect((await api('POST /v1/calendar/resetFSMState', { body: { uid } }, admin, server.url)).status).toBe(200);
    expect(await ended(admin, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', progress: 100 });
  });

  it('leaves no files behind when deleted', async () => {
    expect((await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'IDP_OKTA' } }, admin, server.url)).status).toBe(200);
    const bundles = join(server.dataDir, 'bundles');
    const left = existsSync(bundles) ? readdirSync(bundles, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
    expect(left).toEqual([]);
  });

  it('publishes what its first pull could read while an optional call keeps failing, and the next pull reads the rest', async () => {
    standIn.plan(/\/logs\?/, 'error', { times: 99 });
    uid = (await connect()).body.account.uid;
    const first = await ended(admin, uid, server.url);
    expect(first).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
    expect(first.messages).toContainEqual(
      expect.objectContaining({ type: 'WARNING', file: 'logs', message: expect.stringContaining('The next pull retries it.') }),
    );
    expect(await read(uid)).toMatchObject({ status: 'ACCOUNT_STATUS_WARNING', last_snapshot_time: expect.any(String) });
    expect((await rowsOf(admin, 'federated_user', server.url)).length).toBeGreaterThan(100);
    // Five attempts, and the pull goes on.
    expect(standIn.requests.filter((request) => /\/logs\?/.test(request))).toHaveLength(5);
    standIn.reset();
    await run(uid);
    expect(await ended(admin, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    expect((await api('DELETE /beta/accounts', { query: { uid, cloud_type: 'IDP_OKTA' } }, admin, server.url)).status).toBe(200);
  }, 240_000);

  it('continues a pull after a crash with only the missing parts', async () => {
    await server.stop();
    // This installation keeps its key in a file.
    await start({}, 'installation');
    standIn.plan(/\/logs\?.*after=/, 'silent', { after: 3, times: 9 });
    uid = (await connect()).body.account.uid;
    await until('pages of the log are requested', () => standIn.requests.filter((path) => /\/logs\?.*after=/.test(path)).length > 3, {
      ...PATIENT,
      every: 10,
    });
    // From here on another key seals the secrets, and the pull that continues after the restart uses it.
    const keyBefore = readFileSync(join(server.dataDir, 'secret.key'), 'utf8');
    const operator = { headers: { authorization: `Operator ${server.operatorKey}` } };
    // Three secrets of the installation, the signing keys and those of passwords and of SAML addresses, and the connection's token.
    expect((await api('POST /v1/operator/secrets/rotate', operator, undefined, server.url)).body).toEqual({ sealed: 4, lost: 0 });
    expect(readFileSync(join(server.dataDir, 'secret.key'), 'utf8')).not.toBe(keyBefore);
    expect((await api('POST /v1/operator/secrets/rotate', {}, admin, server.url)).status).toBe(401);
    const port = new URL(server.url).port;
    await server.stop({ signal: 'SIGKILL', keepData: true });
    standIn.reset();
    await start({ ...server.restartEnv, PORT: port });
    expect(await ended(admin, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
    expect(standIn.requests.length).toBeGreaterThan(0);
    expect(standIn.requests.filter((path) => !/\/logs\?.*after=/.test(path))).toEqual([]);
  }, 240_000);

  it('yields byte for byte the same graph as an import of its export', async () => {
    const live = server;
    await live.stop({ keepData: true });
    await start();
    await importAccount(admin, await exportOf(bundle), { cloud: 'IDP_OKTA', account: OKTA_ORG, base: server.url });
    await server.stop({ keepData: true });
    const [pulled, imported] = [await graphExport(live, 'demo'), await graphExport(server, 'demo')];
    expect(imported.length).toBeGreaterThan(100_000);
    expect(firstDifference(pulled, imported)).toBeNull();
    live.removeData();
  }, 240_000);
});
