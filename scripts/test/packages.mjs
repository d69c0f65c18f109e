import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedLicences } from '../lint/licences.mjs';
import { ROOT } from '../run-typescript.mjs';

/** Time for the registry to answer, ms. */
const PATIENCE = 120_000;

/**
 * Checks the licences of all packages in the lockfile, and asks the registry for known vulnerabilities of those that the product ships. Without an answer of
 * the registry, the second check counts as skipped.
 */
export async function packages(folder = ROOT) {
  const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const refused = refusedLicences(lockfile);
  for (const line of refused) console.log(line);
  if (refused.length === 0) console.log(`Licences: all ${Object.keys(lockfile.packages).length} packages are allowed.`);
  const { verdict, words } = await audit(folder);
  console.log(words);
  return {
    name: 'packages',
    passed: (refused.length === 0 ? 1 : 0) + (verdict === 'passed' ? 1 : 0),
    failed: (refused.length === 0 ? 0 : 1) + (verdict === 'failed' ? 1 : 0),
    skipped: verdict === 'skipped' ? 1 : 0,
    files: [],
  };
}

/** Asks the registry about the packages of the product. */
async function audit(folder) {
  const { answer, error } = await npmAudit(folder);
  const counts = answer?.metadata?.vulnerabilities;
  if (!counts) {
    const why = answer?.message ?? answer?.error?.summary ?? error;
    return { verdict: 'skipped', words: `Vulnerabilities: SKIPPED, nothing was checked. The registry did not answer: ${why}` };
  }
  if (counts.total === 0) return { verdict: 'passed', words: 'Vulnerabilities: the registry knows none in the packages of the product.' };
  const found = Object.values(answer.vulnerabilities).map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  return { verdict: 'failed', words: [`Vulnerabilities: ${counts.total}. Details: npm audit --omit=dev`, ...found].join('\n') };
}

function npmAudit(folder) {
  return new Promise((resolve) => {
    const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32', timeout: PATIENCE };
    const child = spawn('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], options);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (errors += text));
    child.on('error', (error) => resolve({ answer: null, error: error.message }));
    child.on('close', (code) => {
      try {
        resolve({ answer: JSON.parse(output), error: '' });
      } catch {
        resolve({ answer: null, error: errors.trim().split('\n').at(-1) || `npm ended with code ${code}` });
      }
    });
  });
}
