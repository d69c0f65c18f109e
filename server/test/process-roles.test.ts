import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { COMPANY, dump } from './support/aws-account';
import { ended, send } from './support/bundle';
import { api } from './support/client';
import { findPostgres, startPostgres, type TestPostgres } from './support/postgres.cjs';
import { startServer, type ServerProcess } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';

/** All processes accept tokens of the same issuer. */
const METRICS_TOKEN = 'a-token-of-the-test-1234567890';
const SAME = { CAM_PUBLIC_URL: 'http://localhost:65001' };

const withPostgres = findPostgres() ? describe : describe.skip;

withPostgres('API, worker, reports and host processes on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let apiProcess: ServerProcess;
  const others: ServerProcess[] = [];

  const apiUrl = (): string => (JSON.parse(readFileSync(join(apiProcess.dataDir, 'server.json'), 'utf8')) as { url: string }).url;
  const start = async (role: string, env: Record<string, string> = {}): Promise<ServerProcess> => {
    const process = await startServer({ ...SAME, CAM_ROLE: role, DATABASE_URL: postgres.url, CAM_DATA: apiProcess.dataDir, ...env });
    others.push(process);
    return process;
  };
  const tokenOf = async (): Promise<string> => {
    const headers = { authorization: `Operator ${apiProcess.operatorKey}` };
    return (await api('POST /v1/operator/token', { body: { user: 'admin@demo.example' }, headers }, undefined, apiUrl())).body.access_token;
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    apiProcess = await startServer({ ...SAME, CAM_ROLE: 'api', DATABASE_URL: postgres.url });
  }, 240_000);
  afterAll(async () => {
    for (const process of others) await process.stop({ keepData: true });
    await apiProcess.stop();
    postgres.stop();
  }, 180_000);

  it('leave imports to a worker, and an upload waits until one starts', async () => {
    const token = await tokenOf();
    const sent = await send(token, dump(COMPANY), { base: apiUrl() });
    expect(sent.status).toBe(202);
    expect(apiProcess.log()).not.toContain('job started');
    const worker = await start('worker', { CAM_METRICS_TOKEN: METRICS_TOKEN });
    const progress = await ended(token, sent.body.account.uid, apiUrl());
    expect(progress.current_phase_enum).toBe('PHASE_DONE');
    expect(worker.log()).toContain('job started');
    expect(apiProcess.log()).not.toContain('job started');
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    // The job counts when it has ended, a moment after the import shows that it is done.
    const metrics = await until('the import in the metrics of the worker', async () => {
      const text = await (await fetch(`${worker.url}/metrics`, { headers })).text();
      return /cam_job_duration_seconds_count\{[^}]*job="sources\.import"[^}]*\} 1\n/.test(text) ? text : null;
    });
    expect(metrics).toMatch(/cam_database_connections\{role="worker"\} [1-9]/);
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(401);
    for (const path of ['/v1/tenants', '/', '/v1/openapi.json', '/metrics/x']) expect((await fetch(worker.url + path)).status).toBe(404);
  }, 240_000);

  it('resume the report of a killed worker on another worker', async () => {
    const token = await tokenOf();
    const workers = [others.at(-1), await start('worker')].filter((worker) => worker !== undefined);
    const holder = new pg.Client({ connectionString: postgres.url });
    await holder.connect();
    // The worker that takes the report stops at this lock.
    await holder.query('begin; lock table report_part in exclusive mode');
    const body = { name: 'Killed', type: 'REPORT_TYPE_ACCESS' as const };
    const { report_id: id } = (await api('POST /v1/reports', { body }, token, apiUrl())).body.report;
    const begun = (worker: ServerProcess): boolean => worker.log().includes('"job":"reports.generate"');
    await until('a worker runs the report job', () => workers.some(begun), PATIENT);
    const [killed, left] = begun(workers[0] as ServerProcess) ? workers : workers.reverse();
    await killed?.stop({ signal: 'SIGKILL', keepData: true });
    await holder.query('rollback');
    await holder.end();
    const find = async () => (await api('GET /v1/report', { query: { report_id: id } }, token, apiUrl())).body.entries[0];
    await until('the report is complete', async () => (await find())?.status === 'REPORT_STATUS_COMPLETED', PATIENT);
    expect(left?.log()).toContain('job was interrupted by a stop or crash; it resumes');
  }, 240_000);

  it('serve only reports on the port of the reports process', async () => {
    const reports = await start('reports', { REPORTS_PORT: '0' });
    const token = await tokenOf();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${reports.url}/v1/reports?count=true&offset=0&limit=20`, { headers })).status).toBe(200);
    expect((await fetch(`${reports.url}/v1/reports?count=true&offset=0&limit=20`)).status).toBe(401);
    expect((await fetch(`${reports.url}/v1/tenants`, { headers })).status).toBe(404);
  }, 240_000);

  it('refuse a revoked token in every process, also one that missed the notification', async () => {
    const reports = await start('reports', { REPORTS_PORT: '0' });
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    const statusOf = async (token: string): Promise<number> =>
      (await fetch(`${reports.url}/v1/reports?count=true&offset=0&limit=20`, { headers: { authorization: `Bearer ${token}` } })).status;
    const [mine, other, third] = [await tokenOf(), await tokenOf(), await tokenOf()];
    for (const token of [mine, other, third]) expect(await statusOf(token)).toBe(200);

    expect((await api('DELETE /v1/tenants/users/sessions', {}, mine, apiUrl())).status).toBe(200);
    await until('the other process knows the revocation', async () => (await statusOf(other)) === 401);
    expect([await statusOf(mine), await statusOf(third)]).toEqual([200, 401]);

    // A row without a notification is what a process sees that was not connected when the notification was sent.
    await database.query(`update identity_revocation set except_session = null, revoked_at = clock_timestamp()`);
    await database.end();
    await until('the other process reads the list by itself', async () => (await statusOf(mine)) === 401);
    expect(await statusOf(await tokenOf())).toBe(200);
  }, 240_000);

  it('serve the console from a process without a database, and the API from one without the console', async () => {
    const hostDir = mkdtempSync(join(tmpdir(), 'cam-test-host-'));
    const dataDir = mkdtempSync(join(tmpdir(), 'cam-test-'));
    copyFileSync(join(apiProcess.dataDir, 'secret.key'), join(dataDir, 'secret.key'));
    writeFileSync(join(hostDir, 'index.html'), '<title>CAM</title>');
    writeFileSync(join(hostDir, 'host-provides.json'), JSON.stringify({ version: '7.0.0', provides: {} }));
    const host = await startServer({ ...SAME, CAM_ROLE: 'host', CAM_HOST_DIR: hostDir, CAM_DATA: join(hostDir, 'none') });
    const second = await startServer({ ...SAME, CAM_ROLE: 'api', DATABASE_URL: postgres.url, CAM_DATA: dataDir, CAM_HOST_URL: host.url });
    const address = (JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { url: string }).url;
    const page = await fetch(`${host.url}/alerts`);
    expect([page.status, await page.text()]).toEqual([200, '<title>CAM</title>']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const path of ['/v1/tenants', '/identity/authorize', '/r/alerts/1.0.0/remote.json']) {
      const answer = await fetch(host.url + path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
    }
    for (const path of ['/', '/alerts', '/assets/x.js']) expect((await fetch(address + path)).status).toBe(404);
    expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
    // The API knows the host that consoles load, also while it is away.
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    const view = async () => (await api('GET /v1/remotes', { query: { host: '6.0.0' } }, await tokenOf(), address)).status;
    expect(await view()).toBe(200);
    expect((await database.query('select version from remote_host')).rows).toEqual([{ version: '7.0.0' }]);
    await host.stop();
    expect(await view()).toBe(200);
    await database.end();
    await second.stop();
    rmSync(hostDir, { recursive: true });
  }, 120_000);

  it('limit failed sign-ins together', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cam-test-'));
    copyFileSync(join(apiProcess.dataDir, 'secret.key'), join(dataDir, 'secret.key'));
    const second = await startServer({ ...SAME, CAM_ROLE: 'api', DATABASE_URL: postgres.url, CAM_DATA: dataDir });
    const address = (JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { url: string }).url;
    const guess = async (url: string, index: number): Promise<number> => {
      const body = new URLSearchParams({ email: 'guessed@demo.example', password: `guess-${index}` });
      return (await fetch(`${url}/identity/second-factor`, { method: 'POST', body })).status;
    };
    const guesses = await Promise.all(Array.from({ length: 16 }, (_, index) => guess(index % 2 === 0 ? apiUrl() : address, index)));
    expect(guesses.filter((status) => status === 401)).toHaveLength(5);
    expect(guesses.filter((status) => status === 429)).toHaveLength(11);
    await second.stop();
  }, 240_000);
});

it('a server with a single role does not start on the embedded database, and says why', async () => {
  await expect(startServer({ CAM_ROLE: 'worker' })).rejects.toThrow('CAM_ROLE=worker is for several processes on one PostgreSQL: set DATABASE_URL.');
}, 180_000);

it('a server with an unreadable secret file does not start, and names the variable', async () => {
  await expect(startServer({ CAM_SECRET_KEY_FILE: '/nowhere/key' })).rejects.toThrow(
    'CAM_SECRET_KEY_FILE names /nowhere/key, which cannot be read. Check the path and its permissions.',
  );
});
