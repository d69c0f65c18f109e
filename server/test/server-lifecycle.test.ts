import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { api } from './support/client';
import { DEMO_PASSWORD, startServer } from './support/server-process.cjs';

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

it('a server keeps users, keys and tokens after a crash, locks its data folder, and stops cleanly', async () => {
  const first = await startServer({}, { data: 'none' });
  const tokenRequest = { body: { user: 'admin@demo.example' }, headers: { authorization: `Operator ${first.operatorKey}` } };
  const { access_token: token } = (await api('POST /v1/operator/token', tokenRequest, undefined, first.url)).body;
  expect((await api('GET /v1/tenants', {}, token, first.url)).status).toBe(200);

  for (const file of ['operator.key', 'secret.key', 'demo-users.json', 'server.json']) expect(mode(join(first.dataDir, file))).toBe('600');
  const stored = JSON.parse(readFileSync(join(first.dataDir, 'demo-users.json'), 'utf8')) as { users: unknown[] };
  expect(stored.users).toContainEqual({ email: 'admin@demo.example', password: DEMO_PASSWORD });
  await expect(startServer({ CAM_DATA: first.dataDir })).rejects.toThrow('already uses the data folder');

  const port = new URL(first.url).port;
  await first.stop({ signal: 'SIGKILL', keepData: true });
  const second = await startServer({ CAM_DATA: first.dataDir, PORT: port });
  expect((await api('GET /v1/tenants', {}, token, second.url)).body.tenant.tenant_id).toBe('demo');
  for (const secret of [token, DEMO_PASSWORD, first.operatorKey]) expect(first.log() + second.log()).not.toContain(secret);

  await second.stop({ keepData: true });
  expect(existsSync(join(first.dataDir, 'server.json'))).toBe(false);
  expect(second.log()).toContain('"msg":"stopping"');
  expect(second.log()).not.toContain('"level":50');
  const third = await startServer({ CAM_DATA: first.dataDir, CAM_DEMO: 'none' });
  await third.stop();
}, 180_000);

it('a server that is asked to stop finishes the requests in flight, and ends event streams at once', async () => {
  const server = await startServer({}, { data: 'console' });
  const headers = { authorization: `Operator ${server.operatorKey}` };
  const { access_token: token } = (await api('POST /v1/operator/token', { body: { tenant: 'demo' }, headers }, undefined, server.url)).body;
  const events = await fetch(`${server.url}/v1/remotes/events`, { headers: { authorization: `Bearer ${token}` } });
  const { hostname, port } = new URL(server.url);
  const upload = request({
    hostname,
    port,
    method: 'PUT',
    path: '/v1/policy-reader/bundles/AWS/111122223333',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  await new Promise((done) => upload.write('{"UserDetailList":', done));
  // The upload is in flight once another request, sent later, was answered.
  expect((await api('GET /v1/tenants', {}, token, server.url)).status).toBe(200);

  const stopped = server.stop();
  expect(await events.text()).toContain(': open');
  upload.end('[]}');
  const [response] = await answered;
  expect(response.statusCode).toBe(202);
  response.resume();
  await stopped;
  expect(server.log()).not.toContain('"level":50');
}, 180_000);

it('a server with an invalid setting does not start, and names the setting', async () => {
  await expect(startServer({ PORT: 'eighty' })).rejects.toThrow('PORT must be a number from 0 to 65535, not "eighty".');
  await expect(startServer({ CAM_BODY_TIMEOUT: '-1' })).rejects.toThrow(
    'CAM_BODY_TIMEOUT must be a whole number of seconds from 0 to 3600, not "-1".',
  );
  await expect(startServer({ CAM_SECRET_KEY: 'short' })).rejects.toThrow('CAM_SECRET_KEY must be 32 bytes');
}, 240_000);

it('a server with a damaged file in its data folder does not start, names the file, and says what to do', async () => {
  const server = await startServer();
  await server.stop({ keepData: true });
  const { dataDir } = server;
  for (const [file, damaged, remedy] of [
    ['operator.key', '', 'Delete the file and start CAM again'],
    ['operator.key', 'short', 'Delete the file and start CAM again'],
    ['secret.key', '', 'Restore this key from a backup'],
    ['demo-users.json', '{"users":', 'Restore the file from a backup'],
    ['server.json', '', 'Delete the file, which only the command line reads'],
    ['db/PG_VERSION', 'none', 'Restore the data folder from a backup'],
  ] as const) {
    const path = join(dataDir, file);
    const whole = existsSync(path) ? readFileSync(path) : null;
    writeFileSync(path, damaged);
    const failure = await startServer({ CAM_DATA: dataDir }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(failure).toContain('ended with code 1');
    expect(failure).toContain(file.startsWith('db/') ? join(dataDir, 'db') : path);
    expect(failure).toContain(remedy);
    expect(failure).not.toMatch(/\n\s+at /);
    if (whole === null) rmSync(path);
    else writeFileSync(path, whole);
  }
  await (await startServer({ CAM_DATA: dataDir })).stop();
}, 180_000);
