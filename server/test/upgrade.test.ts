import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Api, EndpointKey } from '@cam/contracts';
import { Db } from '../src/platform/db/database';
import { migrate } from '../src/platform/db/migrate';
import { allMigrations } from '../src/platform/db/migrations';
import { ended, importAccount, rowsOf, type SendOptions } from './support/bundle';
import { api, type CallArgs } from './support/client';
import { counted } from './support/inventory-counts';
import { createDatabase } from './support/postgres.cjs';
import { copyPreparedData } from './support/prepared-data.cjs';
import { emptyDatabase, schemaOf } from './support/schema-of';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { openEmbedded, openTestDatabase, silent } from './support/test-database';
import { PATIENT, until } from './support/until';

/** A database and its data folder. `README.md` there says how they were made. */
const FIXTURE = join(__dirname, 'fixtures/first-version');
const SECRET_KEY = Buffer.alloc(32, 'fixture').toString('base64');
const ACCOUNTS: Readonly<Record<string, string>> = {
  'kestrel-management': '853784668328',
  'kestrel-prod': '874122780072',
};
const OLD_ALERT = 'alert-of-the-first-version';

let server: ServerProcess;
let token: string;
let upgraded: string[];
let fresh: string[];

beforeAll(async () => {
  const other = await openTestDatabase();
  fresh = await schemaOf(other.db);
  await other.remove();

  const postgres = process.env.CAM_TEST_POSTGRES_URL;
  const url = postgres ? await createDatabase(postgres) : null;
  const dataDir = url ? mkdtempSync(join(tmpdir(), 'cam-test-')) : (await copyPreparedData('installation')).dataDir;
  cpSync(join(FIXTURE, 'bundles'), join(dataDir, 'bundles/demo'), { recursive: true });
  const db = url ? await Db.postgres(url, silent) : await openEmbedded(dataDir);
  await emptyDatabase(db);
  await db.executeSql(gunzipSync(readFileSync(join(FIXTURE, 'database.sql.gz'))).toString());
  await migrate(db, allMigrations, silent);
  upgraded = await schemaOf(db);
  await db.close();

  server = await startServer({ CAM_DATA: dataDir, CAM_SECRET_KEY: SECRET_KEY, ...(url ? { DATABASE_URL: url } : {}) });
  token = await tokenOf('admin@demo.example');
}, 240_000);

afterAll(async () => {
  const dataDir = server.dataDir;
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function operator<K extends EndpointKey>(key: K, args: CallArgs<K>): Promise<Api[K]['answer']> {
  const answer = await api(key, { ...args, headers: { authorization: `Operator ${server.operatorKey}` } }, undefined, server.url);
  if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${answer.error.message}`);
  return answer.body;
}

const tokenOf = async (user: string): Promise<string> => (await operator('POST /v1/operator/token', { body: { user } })).access_token;

const get = async <K extends EndpointKey>(key: K, args: CallArgs<K> = {}, as = token): Promise<Api[K]['answer']> =>
  (await api(key, args, as, server.url)).body;

const bundleOf = (name: string): SendOptions & { content: Uint8Array } => {
  const file = readdirSync(join(FIXTURE, 'bundles')).find((candidate) => candidate.endsWith(`.${name}.zip`)) ?? '';
  return { content: readFileSync(join(FIXTURE, 'bundles', file)), account: ACCOUNTS[name], name, base: server.url };
};

async function importBundle(as: string, name: string): Promise<string> {
  const { content, ...options } = bundleOf(name);
  return (await importAccount(as, content, options)).current_phase_enum;
}

/** Rows of a search by names, which are the same in every tenant, and in an order of their own. */
const namesIn = async (as: string, input: string): Promise<string[]> =>
  (await rowsOf(as, input, server.url))
    .map((row) => [row.identity, row.identityAccountID, row.actions_str, row.resource, row.resourceAccountID].join(' '))
    .sort();

describe('a database upgraded from the first version', () => {
  it('has the schema of a new database', () => {
    expect(upgraded).toEqual(fresh);
  });

  it('keeps the tenant, its settings and its report', async () => {
    const { tenant } = await get('GET /v1/tenants');
    expect(tenant).toMatchObject({ tenant_id: 'demo', name: 'Demo Company' });
    expect(tenant.account_info.map(({ account_name }) => account_name).sort()).toEqual(Object.keys(ACCOUNTS));
    const { entries } = await get('GET /v1/reports');
    expect(entries).toMatchObject([{ name: 'Roles and buckets', status: 'REPORT_STATUS_COMPLETED', rows: 151 }]);
    const { body } = await api('GET /v1/reports/download', { query: { report_ids: [entries[0]?.report_id ?? ''] } }, token, server.url);
    expect(String(body).slice(0, 2)).toBe('PK');
  });

  it('returns the same rows as a new tenant with the same bundles', async () => {
    for (const { uid } of (await get('GET /v1/calendar/progress')).sources)
      expect(await ended(token, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE' });
    const [tenant_id, admin_email] = ['newcomer', 'admin@newcomer.example'];
    await operator('POST /v1/operator/tenants', { body: { tenant_id, name: 'Newcomer', admin_email, admin_password: 'Right-password-1' } });
    const newcomer = await tokenOf(admin_email);
    for (const name of Object.keys(ACCOUNTS)) expect([name, await importBundle(newcomer, name)]).toEqual([name, 'PHASE_DONE']);

    for (const query of ['user', 'role', 'object_store', 'role with-access object_store for write', 'user with-access any for admin']) {
      const rows = await namesIn(token, query);
      expect(rows.length).toBeGreaterThan(10);
      expect(rows).toEqual(await namesIn(newcomer, query));
    }
    for (const as of [token, newcomer]) await counted(as, server.url);
    for (const key of ['GET /v1/resources/roles', 'GET /v1/resources/groups', 'GET /v1/resources/services'] as const) {
      const { total } = await get(key);
      expect(total).toBeGreaterThan(0);
      expect([key, total]).toEqual([key, (await get(key, {}, newcomer)).total]);
    }
  }, 300_000);

  it('raises alerts for its stored guardrail, and keeps the older alert', async () => {
    const { monitor_info_list: monitors } = await get('GET /v1/intents/monitors');
    const monitor = monitors.find(({ name }) => name === 'Administrators');
    expect(monitor).toMatchObject({ query: 'role with-access any for admin', alerts_enabled: true, remediation: 'Detach the policy' });
    const query = { monitor_id: monitor?.monitor_id ?? '', show: 'ALERT_ALL' as const };
    const alerts = await until(
      'the guardrail raises alerts',
      async () => {
        const { alert_info_list: list } = await get('GET /v1/intents/alerts', { query });
        return list.length > 1 ? list : null;
      },
      PATIENT,
    );
    expect(alerts.map(({ alert_id }) => alert_id)).toContain(OLD_ALERT);
    expect(alerts.filter(({ status }) => status === 'ALERT_STATUS_NEW').length).toBeGreaterThan(0);
  }, 150_000);

  it('accepts a new import', async () => {
    expect(await importBundle(token, 'kestrel-prod')).toBe('PHASE_DONE');
  }, 240_000);
});
