import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from './support/client';
import { copyPreparedData } from './support/prepared-data.cjs';
import { BUNDLE, startServer, type ServerProcess } from './support/server-process.cjs';

const AT_ONCE = 10;
const TOKEN = { body: { user: 'admin@demo.example' } };

const tokenOf = async ({ url, operatorKey }: ServerProcess): Promise<string> =>
  (await api('POST /v1/operator/token', { ...TOKEN, headers: { authorization: `Operator ${operatorKey}` } }, undefined, url)).body.access_token;

it('one of ten servers that start together on one data folder serves; the others name it and end with code 1', async () => {
  const { dataDir } = await copyPreparedData('installation');
  const starts = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, n) =>
      startServer({ CAM_DATA: dataDir, CAM_HOST: process.platform === 'linux' ? `127.0.0.${n + 1}` : '127.0.0.1' }),
    ),
  );
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(running).toHaveLength(1);
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [(start.reason as Error).message] : []));
  expect(refusals).toHaveLength(AT_ONCE - 1);
  for (const refusal of refusals) {
    expect(refusal).toContain('the server ended with code 1');
    const lines = refusal.trim().split('\n').slice(-2);
    expect(lines[0]).toMatch(/^A CAM server at http:\/\/127\.0\.0\.\d+:\d+ \(process \d+ on .+, since 20\S+Z\) already uses the data folder /);
    expect(lines[1]).toBe('Stop it, or set CAM_DATA to another folder.');
  }
  await running[0]?.stop();
}, 180_000);

it('a server starts at once after its predecessor was killed, and has what that one acknowledged', async () => {
  const first = await startServer();
  const token = await tokenOf(first);
  await first.stop({ signal: 'SIGKILL', keepData: true });
  const second = await startServer({ CAM_DATA: first.dataDir, PORT: new URL(first.url).port });
  expect((await api('GET /v1/tenants', {}, token, second.url)).status).toBe(200);
  await second.stop();
}, 240_000);

it('a server in another network, as in another container on the same volume, is refused too', async () => {
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return console.warn('Skipped: this user cannot create a network namespace.');
  const server = await startServer();
  const other = spawnSync('unshare', ['--net', '--uts', process.execPath, join(BUNDLE, 'main.js')], {
    env: { PATH: process.env.PATH, CAM_DATA: server.dataDir, PORT: '8080', NODE_PATH: process.env.NODE_PATH },
    encoding: 'utf8',
  });
  await server.stop();
  const [cause, remedy] = other.stderr.trim().split('\n').slice(-2);
  expect(cause).toContain(` on ${hostname()}, since `);
  expect(remedy).toBe('Stop it, or set CAM_DATA to another folder.');
  expect(other.status).toBe(1);
}, 240_000);

it('npm start refuses a folder that another process uses, before it builds anything', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cam-test-'));
  const holder = await startServer({ CAM_DATA: dataDir });
  const second = spawnSync(process.execPath, [join(__dirname, '../../scripts/start.mjs')], {
    env: { ...process.env, CAM_DATA: dataDir, PORT: '1' },
    encoding: 'utf8',
  });
  await holder.stop({ keepData: true });
  expect(second.stderr).toContain(`A CAM server at ${holder.url.replace('localhost', '127.0.0.1')} (process `);
  expect(second.stdout).not.toContain('Building');
  expect(second.status).toBe(1);
  rmSync(dataDir, { recursive: true, force: true });
}, 240_000);
