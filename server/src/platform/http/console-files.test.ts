import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from './app';
import { serveConsole } from './console-files';

const folder = mkdtempSync(join(tmpdir(), 'cam-host-'));
const app = createApp(pino({ level: 'silent' }), { publicUrl: 'http://localhost', trustedProxies: [] });

let origin = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'help'));
  for (const name of ['index.html', 'help/index.html', 'help/alerts.html']) writeFileSync(join(folder, name), name);
  serveConsole(app, folder);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/help', 'help/index.html'],
  ['/help/', 'help/index.html'],
  ['/help/alerts?from=console', 'help/alerts.html'],
  ['/help/unknown', 'index.html'],
  ['/help/alerts/more', 'index.html'],
  ['/helpers', 'index.html'],
  ['/alerts', 'index.html'],
])('%s answers with %s', async (url, file) => {
  const answer = await fetch(origin + url);
  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, file, 'no-cache']);
});

// A program that looks for a document must not take the console's page for it.
test.each(['/v1/unknown', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/v1/mcp', '/oauth/unknown', '/scim/v2'])(
  '%s, which is none of the console, is not answered with its page',
  async (url) => {
    const answer = await fetch(origin + url);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'UNKNOWN_CALL']);
  },
);
