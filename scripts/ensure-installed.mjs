import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-typescript.mjs';

const OLDEST_NODE = 20;

/** Installs the dependencies where they are not those of the lockfile. Ends the process with a sentence where it cannot. */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    console.error(`CAM needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}. Install a newer one from your package manager and try again.`);
    process.exit(1);
  }
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex');
  const marker = join(ROOT, 'node_modules/.cam-installed');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
  console.log('Installing the dependencies (about a minute, the first time only) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('The dependencies could not be installed. The lines above say why; npm needs to reach its registry.');
    process.exit(1);
  }
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  writeFileSync(marker, hash);
}
