import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, serverUrl, type TestTenant } from './support/client';

const run = promisify(execFile);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let tenant: TestTenant;
let folder: string;
let token: string;

/** Runs the installed command line in an empty folder, as a user of another machine does. */
async function cam(
  args: readonly string[],
  { input = '', env = {}, onStderr }: { input?: string; env?: Record<string, string>; onStderr?: (text: string) => void } = {},
): Promise<Ended> {
  const started = run(join(folder, 'node_modules/.bin/cam'), [...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, CAM_CONFIG: configFile(), ...env },
  });
  started.child.stdin?.end(input);
  if (onStderr) started.child.stderr?.on('data', (chunk: Buffer | string) => onStderr(chunk.toString()));
  return started.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

const configFile = (): string => join(folder, 'settings/profiles.json');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cam-cli-'));
  await run(process.execPath, ['scripts/build.mjs', 'cli', '--out', join(folder, 'cli.tgz')]);
  writeFileSync(join(folder, 'package.json'), '{}');
  await run('npm', ['install', './cli.tgz', '--offline', '--no-audit', '--no-fund'], { cwd: folder, shell: process.platform === 'win32' });
  tenant = await createTenant();
  await importAccount(tenant.token, dump(COMPANY));
  const body = { name: 'laptop', kind: 'PERSONAL' as const, scopes: ['cam:general:read' as const], days: 7 };
  token = (await api('POST /v1/tokens', { body }, tenant.token)).body.token;
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('signs in with a token, keeps it for the user alone, and asks from an empty folder', async () => {
  const signedIn = await cam(['login', `${serverUrl}/settings`, '--profile', 'work'], { input: `${token}\n` });
  expect(signedIn).toEqual({ code: 0, stdout: expect.stringContaining(`Signed in to`), stderr: '' });
  expect(signedIn.stdout).not.toContain(token);
  expect(statSync(configFile()).mode & 0o777).toBe(0o600);
  expect((await cam(['profiles', 'list'])).stdout).toContain('work');

  const table = await cam(['query', 'user']);
  expect(table.stdout).toContain('IDENTITY');
  const json = JSON.parse((await cam(['query', 'user', '--output', 'json', '--batch', '1000'])).stdout) as { rows: { identity: string }[] };
  const csv = (await cam(['query', 'user', '--output', 'csv', '--batch', '1000'])).stdout.trim().split('\r\n');
  expect(csv).toHaveLength(json.rows.length + 1);
  expect(csv[0]).toContain('"IDENTITY"');
  const yaml = (await cam(['query', 'user', '--output', 'yaml'])).stdout;
  expect(yaml).toMatch(/^meaning: /);
  expect(yaml).toContain(`identity: ${json.rows[0]?.identity}`);
});

it('signs in in a browser, where a user allows the program that shows the code, or refuses it', async () => {
  const scopes = ['cam:general:read' as const];
  const own = { CAM_CONFIG: join(folder, 'web/profiles.json') };
  const signIn = (decide: (user_code: string) => Promise<unknown>) => {
    let decided = false;
    return cam(['login', serverUrl, '--web'], {
      env: own,
      onStderr: (text) => {
        const code = /code ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1];
        if (code === undefined || decided) return;
        decided = true;
        void decide(code);
      },
    });
  };
  const refused = await signIn((user_code) => api('DELETE /v1/tokens/requests/{user_code}', { path: { user_code } }, tenant.token));
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The user refused the request.')]);
  const allowed = await signIn((user_code) =>
    api('POST /v1/tokens/requests/{user_code}', { path: { user_code }, body: { scopes, days: 7 } }, tenant.token),
  );
  expect([allowed.code, allowed.stdout]).toEqual([0, expect.stringContaining('Signed in to')]);
  expect(await cam(['query', 'user'], { env: own })).toMatchObject({ code: 0, stdout: expect.stringContaining('IDENTITY'), stderr: '' });
  expect((await cam(['events', 'list', '--kind', 'nonsense'], { env: own })).stderr).toContain('Unknown kind "nonsense"');
});

it('makes a proof and verifies it, with a code of its own for files that do not hold', async () => {
  const env = { CAM_URL: serverUrl, CAM_TOKEN: token };
  const { rows } = JSON.parse((await cam(['query', 'user with-access any', '--json'], { env })).stdout) as {
    rows: { identity_uri: string; resource_uri: string }[];
  };
  const row = rows.find(({ resource_uri: uri }) => !uri.includes(':ACCOUNT_DATA:'));
  const pair = ['--identity', row?.identity_uri ?? '', '--resource', row?.resource_uri ?? ''];
  const made = await cam(['proof', ...pair, '-o', 'proof.json'], { env });
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('Signature: valid');
  // Verifying needs neither a server nor a token.
  const verified = await cam(['verify', 'proof.json']);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toContain('Replay: valid');
  expect(verified.stdout).toContain('Signature: not checked');
  writeFileSync(join(folder, 'cut.json'), readFileSync(join(folder, 'proof.json'), 'utf8').slice(0, -5));
  const damaged = await cam(['verify', 'cut.json', '--output', 'json']);
  expect([damaged.code, JSON.parse(damaged.stdout)]).toEqual([1, expect.objectContaining({ code: 1, proof: null })]);
  expect((await cam(['proof', ...pair, '--not'], { env })).stderr).toContain('Ask for a proof of the kind "reaches"');
});

it('makes evidence for all rows of a query, checks it before it is saved, and verifies it without a server', async () => {
  const env = { CAM_URL: serverUrl, CAM_TOKEN: token };
  const made = await cam(['proof', 'query', 'user with-access role', '-o', 'evidence.zip'], { env });
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('Signatures: valid')]);
  expect(made.stdout).toMatch(/\d+ rows?, \d+ proofs?\./);
  const verified = await cam(['verify', 'evidence.zip']);
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Every proof follows from its facts')]);
  const zip = readFileSync(join(folder, 'evidence.zip'));
  zip.write('x', zip.length - 30);
  writeFileSync(join(folder, 'damaged.zip'), zip);
  expect((await cam(['verify', 'damaged.zip'])).code).toBe(1);
  const refused = await cam(['proof', 'query', 'user with-access role nothing', '-o', 'none.zip'], { env });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nothing to prove')]);
  expect((await cam(['proof'], { env })).stderr).toContain('Give --identity and --resource');
});

it('ends with a code for each kind of failure', async () => {
  const asked = await cam(['query', 'nonsense ('], { env: { CAM_URL: serverUrl, CAM_TOKEN: token } });
  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('nonsense')]);
  expect((await cam(['query'])).code).toBe(2);
  expect((await cam(['nonsense'])).code).toBe(2);
  expect((await cam(['query', 'user'], { env: { CAM_URL: serverUrl, CAM_TOKEN: 'cam_wrong' } })).code).toBe(3);
  expect((await cam(['query', 'user'], { env: { CAM_URL: 'http://127.0.0.1:9', CAM_TOKEN: token } })).code).toBe(4);
  expect((await cam(['--help'])).code).toBe(0);
});

it('refuses a wrong token and a wrong address, and keeps what it had', async () => {
  const wrong = await cam(['login', serverUrl, '--profile', 'work'], { input: 'cam_wrong' });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not take this token')]);
  const nowhere = await cam(['login', 'cam.company.example'], { input: token });
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('is not the address of CAM')]);
  expect((await cam(['login', serverUrl], { input: '' })).stderr).toContain('There is no token');
  expect((await cam(['query', 'user'])).code).toBe(0);
});

it('completes commands, options and values', async () => {
  expect((await cam(['__complete', 'pro'])).stdout).toBe('profiles\nproof\n');
  expect((await cam(['__complete', 'query', '--output', ''])).stdout).toBe('csv\njson\ntable\nyaml\n');
  expect((await cam(['completion', 'bash'])).stdout).toContain('complete -o default -F _cam cam');
});

it('forgets a profile', async () => {
  expect((await cam(['logout'])).stdout).toContain('Forgot the profile "work".');
  const after = await cam(['query', 'user']);
  expect([after.code, after.stderr]).toEqual([3, expect.stringContaining('cam login')]);
});
