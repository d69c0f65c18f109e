import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { systemChromium } from './system-chromium.cjs';

/** The packages that apt-get may install, the best first. Older distributions do not have the headless shell. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Finds a Chromium to test in: CHROME_PATH, the system's or Playwright's own. As root on a system with apt it installs one. Resolves with null if there is
 * none.
 */
export async function findChromium() {
  return systemChromium() ?? (process.env.CHROME_PATH ? null : ((await playwrightsOwn()) ?? (await installed())));
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return existsSync(file) ? file : null;
}

async function installed() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('Installing Chromium with apt-get, once ...');
  if (!(await aptGet('update'))) return null;
  for (const name of PACKAGES) if (await aptGet('install', '-y', '--no-install-recommends', name)) return systemChromium();
  return null;
}

/** Runs apt-get; resolves with whether it succeeded. */
function aptGet(...args) {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
