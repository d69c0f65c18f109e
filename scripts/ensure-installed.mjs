import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-typescript.mjs';

const OLDEST_NODE = 20;

/** Installs the dependencies where they are not those of the lockfile. Ends the process with a sentence where it cannot. */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    console.error(
      `CAM needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}. Install a newer one from https://nodejs.org and try again.`,
    );
    process.exit(1);
  }
  if (isInstalled()) return;
  console.log('Installing the dependencies (some minutes, the first time only) ...');
  // Not `npm ci`: it refuses a lockfile without the optional binaries of platforms that its author's registry does not hold.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The dependencies could not be installed. The lines above say why; npm needs to reach its registry.');
    process.exit(1);
  }
}

/** npm notes what it installed in a lockfile of its own inside node_modules; packages for other platforms are not among it. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    if (!found) return optional === true;
    return link === true || (found.version === version && found.integrity === integrity);
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
