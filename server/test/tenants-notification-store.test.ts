import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { SECRET_MASK } from '@cam/contracts';
import type { Context } from '../src/platform/context';
import { OutboundTargets } from '../src/platform/security/outbound-targets';
import { openSecretBox } from '../src/platform/security/secret-box';
import { NotificationSettings } from '../src/areas/tenants/notification-settings';
import { openTestDatabase, silent, type TestDatabase } from './support/test-database';

const LOGIN = { username: 'cam-collector', password: 'Syslog-secret-7' };
/** A network without hosts, so that no test can reach anybody. */
const NETWORK = '203.0.113.0/24';
const SERVER = { endpoint: '203.0.113.9:6514', network: 'tcp' as const };

let database: TestDatabase;
const boxOf = (key: Buffer) => openSecretBox('', { secretKey: key.toString('base64') });
const settingsWith = async (key: Buffer) =>
  new NotificationSettings({ db: database.db, log: silent } as Context, await boxOf(key), new OutboundTargets([NETWORK]));

beforeAll(async () => {
  database = await openTestDatabase();
}, 240_000);
afterAll(() => database.remove());

it('notification settings are stored with encrypted syslog credentials, and the mask keeps the password', async () => {
  const key = randomBytes(32);
  const settings = await settingsWith(key);
  const save = (credentials: { username: string; password?: string }) =>
    settings.save('one', 'HIGH', { email: [], slack_url: [], syslog: [{ ...SERVER, credentials }] });
  await save(LOGIN);
  await save({ username: 'renamed-collector', password: SECRET_MASK });
  const stored = await database.db.tenant('one', (tx) =>
    sql<{ settings: { syslog: { sealed: string }[] } }>`select * from notification_setting`.execute(tx),
  );
  const text = JSON.stringify(stored.rows);
  for (const secret of [LOGIN.username, 'renamed-collector', LOGIN.password, SECRET_MASK]) expect(text).not.toContain(secret);
  const sealed = Buffer.from(stored.rows[0]?.settings.syslog[0]?.sealed ?? '', 'base64');
  expect(JSON.parse((await boxOf(key)).open(sealed))).toEqual({ username: 'renamed-collector', password: LOGIN.password });
});

it('notification settings stay readable without credentials if the encryption key has changed', async () => {
  const change = { email: ['ops@company.example'], slack_url: [], syslog: [{ ...SERVER, credentials: LOGIN }] };
  await (await settingsWith(randomBytes(32))).save('two', 'LOW', change);
  const shown = (await (await settingsWith(randomBytes(32))).list('two')).find(({ severity }) => severity === 'LOW');
  expect(shown).toEqual({ severity: 'LOW', email: ['ops@company.example'], slack_url: [], syslog: [SERVER] });
});

it('notification settings of other tenants are invisible', async () => {
  await (await settingsWith(randomBytes(32))).save('three', 'LOW', { email: ['ops@company.example'], slack_url: [], syslog: [] });
  const seen = await database.db.tenant('four', (tx) => sql`select * from notification_setting`.execute(tx));
  expect(seen.rows).toEqual([]);
});
