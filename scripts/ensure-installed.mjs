import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-typescript.mjs';

/**
 * Installs the packages of the lockfile unless they are there. Ends the process with a sentence where it cannot.
 *
 * @param {{ tests?: boolean }} options tests: false leaves out what only tests and lint use, which saves a third of the time.
 */
export function ensureInstalled({ tests = true } = {}) {
  refuseOldNode();
  const wanted = packagesOf('package-lock.json') ?? {};
  const installed = packagesOf('node_modules/.package-lock.json');
  const runs = installed !== null && holds(installed, wanted, false);
  if (runs && (!tests || holds(installed, wanted, true))) return;
  // A tree that has test tools keeps them.
  const everything = tests || Object.values(installed ?? {}).some(({ dev }) => dev === true);
  console.log('Installing the dependencies (about a minute, the first time only) ...');
  // `npm ci` empties node_modules, which would pull the packages from under a running CAM. Adding test tools to what runs does not need that.
  const command = runs ? ['install', '--no-save'] : ['ci'];
  const options = [...(everything ? [] : ['--omit=dev']), '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...command, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The dependencies could not be installed. The lines above say why; npm needs to reach its registry.');
    process.exit(1);
  }
}

/** The oldest version stands in package.json. It is compared by hand, because no package is installed yet. */
function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor = 0] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`CAM needs Node.js ${oldest} or newer; this is ${process.version}. Install a newer one from https://nodejs.org and try again.`);
  process.exit(1);
}

/** npm records what it installed in a lockfile of its own inside node_modules. Packages for other platforms are not in it. */
function holds(installed, wanted, tests) {
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (!tests && (dev === true || devOptional === true)) return true;
    const found = installed[path];
    if (!found) return optional === true || devOptional === true;
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
