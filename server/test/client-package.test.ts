import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, serverUrl, type TestTenant } from './support/client';

const run = promisify(execFile);

/** The program in the guide. */
const [, GUIDE = ''] = /```ts\n(.*?)```/s.exec(readFileSync('docs/api-tokens.md', 'utf8')) ?? [];

/** A program of a customer. It prints what it learned. */
const PROGRAM = `
import { CamRefusal, createClient } from '@cam/client';

const cam = createClient({ url: process.env.CAM_URL ?? '', token: process.env.CAM_TOKEN ?? '' });
const { tenant } = await cam.getTenants();
const { result_table: rows } = await cam.postGraphQuerymgrAutocompleteUser({ body: { input: 'user' } });
const refused = await cam.patchTenants({ body: { tenant: { name: 'Mine' } } }).catch((error: unknown) => error);
console.log(JSON.stringify({
  tenant: tenant.name,
  users: rows.length,
  refused: refused instanceof CamRefusal ? [refused.status, refused.code] : refused,
}));
`;
const MISTAKES = `
import { createClient } from '@cam/client';
const cam = createClient({ url: '', token: '' });
await cam.getIntentsAlerts({ query: { show: 'ALERT_NEVER' } });
await cam.deleteExclusionsByExclusionId();
const name: number = (await cam.getTenants()).tenant.name;
`;

let tenant: TestTenant;
let token: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cam-client-'));
  const installed = join(folder, 'node_modules/@cam/client');
  mkdirSync(installed, { recursive: true });
  await run(process.execPath, ['scripts/build.mjs', 'client', '--out', join(folder, 'client.tgz')]);
  await run('tar', ['-xzf', join(folder, 'client.tgz'), '-C', installed, '--strip-components', '1']);
  // The only package that the declarations need comes from the public registry.
  symlinkSync(join(process.cwd(), 'node_modules/@sinclair'), join(folder, 'node_modules/@sinclair'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  tenant = await createTenant();
  await importAccount(tenant.token, dump(COMPANY));
  const body = { name: 'program', kind: 'PERSONAL' as const, scopes: ['cam:general:read' as const], days: 7 };
  token = (await api('POST /v1/tokens', { body }, tenant.token)).body.token;
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a program in the folder by Node's own rules. Returns the mistakes that the compiler found. */
async function compile(name: string, text: string): Promise<string[]> {
  const options = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['ES2023', 'DOM'],
    strict: true,
    types: ['node'],
    typeRoots: [join(process.cwd(), 'node_modules/@types')],
  };
  writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [`${name}.ts`] }));
  const compiler = join(process.cwd(), 'node_modules/typescript-native/bin/tsc');
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.split('\n').filter((line) => line.includes('error')),
  );
}

it('the package compiles, reads the graph with a token, and reports a refusal, in a folder without the sources of CAM', async () => {
  expect(await compile('program', PROGRAM)).toEqual([]);
  const { stdout } = await run(process.execPath, ['program.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CAM_URL: serverUrl, CAM_TOKEN: token },
  });
  const { body } = await api('GET /v1/tenants', {}, tenant.token);
  const { body: answer } = await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input: 'user' } }, tenant.token);
  expect(JSON.parse(stdout)).toEqual({ tenant: body.tenant.name, users: answer.result_table.length, refused: [403, 'RIGHT_MISSING'] });
});

it('the program in the guide compiles and runs', async () => {
  expect(await compile('guide', GUIDE)).toEqual([]);
  const env = { PATH: process.env.PATH, CAM_URL: serverUrl, CAM_TOKEN: token };
  const { stdout, stderr } = await run(process.execPath, ['guide.js'], { cwd: folder, env });
  expect([stdout.trim().split('\n')[0], stderr]).toEqual([expect.stringMatching(/^\S+ can write \S+$/), '']);
});

it('the compiler finds an unknown value, a missing argument and a wrong type', async () => {
  const found = await compile('mistakes', MISTAKES);
  expect(found).toEqual([
    expect.stringContaining('"ALERT_NEVER"'),
    expect.stringContaining('Expected 1-2 arguments'),
    expect.stringContaining("'string' is not assignable to type 'number'"),
  ]);
});
