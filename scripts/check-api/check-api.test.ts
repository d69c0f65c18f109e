import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../check-api.mjs');

let root: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@test.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const write = (version: string, answer: string): void => {
  const call = `{ access: 'session', path: {}, query: {}, body: {}, answer: { type: '${answer}' } }`;
  writeFileSync(join(root, 'contracts/src/server.ts'), `export const endpoints = { 'GET /orders': ${call} };\n`);
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version }));
};
const check = (): [status: number | null, output: string] => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, `--root=${root}`], { encoding: 'utf8' });
  return [status, stdout + stderr];
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cam-check-api-'));
  mkdirSync(join(root, 'contracts/src'), { recursive: true });
  git('init', '-q', '-b', 'main');
  write('1.4.2', 'string');
  git('add', '.');
  git('commit', '-m', 'Serve orders');
  git('switch', '-q', '-c', 'branch');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('refuses a break of the landed API until the first number of the version rises', () => {
  expect(check()).toEqual([0, '']);
  write('1.5.0', 'number');
  expect(check()).toEqual([
    1,
    expect.stringMatching(/^GET \/orders: the answer is a number, expected a string\nPrograms that use the landed API would break\./),
  ]);
  write('2.0.0', 'number');
  expect(check()).toEqual([0, '']);
});
