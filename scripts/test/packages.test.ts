import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../check-packages.mjs');
const ADVISORY = {
  id: 1,
  url: 'https://example.com/1',
  title: 'A hole',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 0 },
};

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
}

/** Runs the check on a lockfile with these packages, with a registry that gives this answer. */
async function check(
  packages: Record<string, Locked>,
  { status, body }: { status: number; body: object },
): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'cam-packages-'));
  const names = Object.keys(packages);
  const manifest = { name: 'x', version: '1.0.0', dependencies: Object.fromEntries(names.map((name) => [name, packages[name]?.version])) };
  const locked = Object.fromEntries(names.map((name) => [`node_modules/${name}`, packages[name]]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest, ...locked } }));
  const registry = createServer(({ method, url }, reply) => {
    // npm reads the versions of a package that has advisories.
    const name = String(url).slice(1);
    const known = { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name, version: '1.0.0' } } };
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(method === 'GET' ? known : body));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
    npm_config_fetch_retries: '0',
  };
  try {
    return await new Promise((resolve) =>
      execFile(process.execPath, [SCRIPT, folder], { env }, (error, stdout) => resolve({ code: Number(error?.code ?? 0), output: stdout })),
    );
  } finally {
    registry.close();
    rmSync(folder, { recursive: true });
  }
}

const NOTHING_KNOWN = { status: 200, body: {} };
const sound: Locked = { version: '1.0.0', license: 'MIT' };

it('passes packages with permissive licences and without known vulnerabilities', async () => {
  const { code, output } = await check({ 'left-one': sound, 'right-one': { version: '1.0.0', license: '(MIT OR GPL-3.0-or-later)' } }, NOTHING_KNOWN);
  expect(output).toContain('the registry knows none');
  expect(code).toBe(0);
});

it.each<[string, Locked, string]>([
  [
    'a copyleft licence',
    { version: '1.2.3', license: 'AGPL-3.0-only' },
    'planted 1.2.3 has the licence AGPL-3.0-only, which is not allowed in the product',
  ],
  ['a copyleft part', { version: '1.2.3', license: 'MIT AND GPL-2.0-only' }, 'planted 1.2.3 has the licence MIT AND GPL-2.0-only'],
  [
    'a licence for tests only',
    { version: '1.2.3', license: 'MPL-2.0' },
    'planted 1.2.3 has the licence MPL-2.0, which is not allowed in the product',
  ],
  ['no licence', { version: '1.2.3' }, 'planted 1.2.3 names no licence'],
])('refuses a package with %s', async (_what, planted, words) => {
  const { code, output } = await check({ planted }, NOTHING_KNOWN);
  expect(output).toContain(words);
  expect(code).toBe(1);
});

it('refuses a package with a known vulnerability', async () => {
  const { code, output } = await check({ planted: sound }, { status: 200, body: { planted: [ADVISORY] } });
  expect(output).toMatch(/Vulnerabilities: 1\.[\s\S]*planted .*: high/);
  expect(code).toBe(1);
});

it('says that nothing was checked if the registry gives no answer', async () => {
  const { code, output } = await check({ planted: sound }, { status: 405, body: {} });
  expect(output).toContain('Vulnerabilities: SKIPPED, nothing was checked. The registry did not answer:');
  expect(code).toBe(0);
});
