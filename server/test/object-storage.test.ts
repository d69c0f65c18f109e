import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '@cam/contracts';
import { COMPANY, dump, user } from './support/aws-account';
import { ended, importAccount, rowsOf, send } from './support/bundle';
import { api, tokenFor } from './support/client';
import { findPostgres, startPostgres, type TestPostgres } from './support/postgres.cjs';
import { HOST_PROVIDES } from './support/registry-server';
import { releaseZip } from './support/release-zip';
import { download, madeReport } from './support/reports';
import { findS3, startS3, type TestS3 } from './support/s3-server.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

const OPERATOR_KEY = randomBytes(32).toString('base64url');
const FILE = '/r/settings/2.0.0/remoteEntry.1.js';

const withBoth = findPostgres() && findS3() ? describe : describe.skip;

withBoth('two servers with a data folder each, on one PostgreSQL and one object storage', () => {
  let postgres: TestPostgres;
  let s3: TestS3;
  let api1: ServerProcess;
  let other: ServerProcess;
  let token: string;
  let operator: string;
  const hostDir = mkdtempSync(join(tmpdir(), 'cam-test-host-'));

  /** Both addresses are those of the processes, not of the console. */
  const addressOf = ({ dataDir }: ServerProcess): string => (JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { url: string }).url;
  const publish = async (version: string, base: string) => {
    const raw = { content: await releaseZip('settings', version), type: 'application/zip' };
    return api('POST /v1/remotes/{id}/releases', { path: { id: 'settings' }, raw }, operator, base);
  };

  beforeAll(async () => {
    writeFileSync(join(hostDir, 'host-provides.json'), JSON.stringify({ version: '1.0.0', provides: HOST_PROVIDES }));
    [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
    const same = {
      ...s3.env,
      DATABASE_URL: postgres.url,
      CAM_PUBLIC_URL: 'http://localhost:65001',
      CAM_HOST_DIR: hostDir,
      CAM_SECRET_KEY: randomBytes(32).toString('base64'),
      CAM_OPERATOR_KEY: OPERATOR_KEY,
    };
    api1 = await startServer({ ...same, CAM_ROLE: 'api' });
    other = await startServer(same);
    const installation = { url: addressOf(api1), operatorKey: OPERATOR_KEY };
    token = await tokenFor({ user: 'admin@demo.example' }, installation);
    operator = await tokenFor({ tenant: 'demo' }, installation);
  }, 180_000);
  afterAll(async () => {
    await api1.stop();
    await other.stop();
    postgres.stop();
    await s3.remove();
    rmSync(hostDir, { recursive: true });
  }, 60_000);

  it('import a bundle that the other one received, and hand out its report', async () => {
    expect((await importAccount(token, dump(COMPANY), { base: addressOf(api1) })).current_phase_enum).toBe('PHASE_DONE');
    expect(other.log()).toContain('"job":"sources.import"');
    expect((await rowsOf(token, 'user', addressOf(api1))).length).toBeGreaterThan(0);
    const { report_id: id, status } = await madeReport(token, { name: 'Access', type: 'REPORT_TYPE_ACCESS' }, addressOf(api1));
    expect(status).toBe('REPORT_STATUS_COMPLETED');
    const { status: answered, content } = await download(token, [id], addressOf(other));
    expect([answered, content.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const kept = [api1, other].flatMap(({ dataDir }) => readdirSync(dataDir));
    expect(kept.filter((name) => /^(bundles|remotes|secret\.key|operator\.key)/.test(name))).toEqual([]);
  }, 120_000);

  it('serve a release that the other one published, in each encoding', async () => {
    expect((await publish('2.0.0', addressOf(api1))).status).toBe(201);
    for (const encoding of ['gzip', 'identity']) {
      const file = await fetch(`${addressOf(other)}${FILE}`, { headers: { 'accept-encoding': encoding } });
      expect([file.status, file.headers.get('content-encoding')]).toEqual([200, encoding === 'gzip' ? 'gzip' : null]);
      expect(await file.text()).toBe(await (await fetch(`${addressOf(api1)}${FILE}`)).text());
    }
    expect((await fetch(`${addressOf(other)}/r/settings/2.0.0/..%2f..%2f..%2fbundles`)).status).toBe(404);
  });

  it('answer 503 in words while the storage is down, and lose nothing', async () => {
    // The job that needs the storage begins while it is down.
    process.kill(other.pid as number, 'SIGSTOP');
    const sent = await send(token, dump({ ...COMPANY, users: [user('eve')] }), { base: addressOf(api1) });
    expect(sent.status).toBe(202);
    await s3.stop();
    process.kill(other.pid as number, 'SIGCONT');
    const refused: ErrorBody[] = [
      (await send(token, dump(COMPANY), { base: addressOf(api1), account: '333344445555' })).error,
      (await publish('2.0.1', addressOf(api1))).error,
      (await (await fetch(addressOf(api1) + FILE)).json()) as ErrorBody,
    ];
    for (const error of refused)
      expect(error).toMatchObject({ code: 'STORAGE_UNAVAILABLE', user_message: expect.stringContaining('Please try again') as string });
    await until('the import waits', () => other.log().includes('the object storage does not respond; the job runs again when it does'), PATIENT);
    expect((await fetch(`${addressOf(api1)}/healthz`)).status).toBe(200);

    await s3.start();
    expect((await ended(token, sent.body.account.uid, addressOf(api1))).current_phase_enum).toBe('PHASE_DONE');
    expect((await rowsOf(token, 'user', addressOf(api1))).map(({ identity }) => identity)).toEqual(['eve']);
    const accounts = (await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AWS' } }, token, addressOf(api1))).body.account_list;
    expect(accounts.map(({ account_id: id }) => id)).not.toContain('333344445555');
    expect((await publish('2.0.1', addressOf(other))).status).toBe(201);
    expect((await fetch(addressOf(api1) + FILE)).status).toBe(200);
  }, 120_000);
});

it('a server with a bucket and no common key does not start, and says why', async () => {
  await expect(startServer({ CAM_STORAGE: 's3://cam', CAM_STORAGE_REGION: 'eu-central-1' }, { data: 'none' })).rejects.toThrow(
    'they need a common key: set CAM_SECRET_KEY',
  );
}, 60_000);
