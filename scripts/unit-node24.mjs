// npm run unit:node24 [-- JEST-ARGUMENTS]: the unit and component tests on Node.js 24. Where another version runs, the binary comes from the npm registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './run-typescript.mjs';

const VERSION = '24.21.0';
const FOLDER = join(ROOT, '.cache', `node-${VERSION}`);

const { error, status } = spawnSync(findNode(), [findJest(), '--selectProjects', 'node', 'web', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (error) console.error(error.message);
process.exit(status ?? 1);

/** The package `node` would run an install script to fetch the package with the binary. This installs that package itself, without scripts. */
function findNode() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const binary = join(FOLDER, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.log(`Installing Node.js ${VERSION} into .cache ...`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', FOLDER, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${VERSION}`];
  const installed = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (installed.status === 0 && existsSync(binary)) return binary;
  console.error(`The npm registry has no Node.js ${VERSION} for this machine (${name}). Install Node.js 24 and run the tests with it.`);
  process.exit(1);
}

function findJest() {
  return createRequire(join(ROOT, 'package.json')).resolve('jest/bin/jest');
}
