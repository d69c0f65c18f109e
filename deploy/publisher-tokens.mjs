// Prepares a new installation: creates the tenant CAM_TENANT, and a publisher token for each area that has none, as FOLDER/AREA/token. It renews a token that
// expires within 30 days. The audit log of that tenant records what the tokens publish. Only the owner can read the files. The script needs the installation's key,
// in CAM_OPERATOR_KEY_FILE or in the data folder of the API. CAM_ADMIN_EMAIL and CAM_ADMIN_PASSWORD_FILE give the new tenant its first administrator, who replaces
// the password at the first sign-in.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...areas] = process.argv.slice(2);
const { CAM_TENANT: tenant, CAM_ADMIN_EMAIL: email, CAM_ADMIN_PASSWORD_FILE: passwordFile } = process.env;
if (!folder || areas.length === 0 || !tenant) {
  console.error('Usage: CAM_DATA=/data CAM_URL=http://api:8080 CAM_TENANT=main node deploy/publisher-tokens.mjs /tokens alerts reports ...');
  process.exit(2);
}

/** Lifetime of a token, and the rest of it from which on it is renewed, days. */
const LIFE = Number(process.env.CAM_PUBLISHER_TOKEN_DAYS || 366);
const REST = Math.min(30, LIFE / 2);
const DAY = 24 * 60 * 60 * 1000;

const missing = areas.filter((area) => !isFresh(join(folder, area, 'token')));
if (missing.length > 0) createTenant();
for (const area of missing) {
  const label = `container of ${area}`;
  const { token } = cam('remotes', 'token', 'create', area, '--tenant', tenant, '--label', label, '--channel', 'stable', '--days', String(LIFE));
  mkdirSync(join(folder, area), { recursive: true });
  const file = join(folder, area, 'token');
  writeFileSync(`${file}.new`, token, { mode: 0o600 });
  // A container that starts meanwhile reads the old token or the new one.
  renameSync(`${file}.new`, file);
  console.log(`Created the token of ${area}`);
}

/** Reports whether a token exists and stays valid for a while. The file is as old as the token. */
function isFresh(file) {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written < (LIFE - REST) * DAY;
}

function createTenant() {
  const admin = email && passwordFile ? ['--admin-email', email, '--first-password'] : [];
  const password = admin.length > 0 ? readFileSync(passwordFile, 'utf8').trim() : '';
  const answer = cam({ CAM_ADMIN_PASSWORD: password, expect: 'already exists' }, 'tenants', 'create', tenant, ...admin);
  if (answer) console.log(`Created the tenant ${tenant}${admin.length > 0 ? ` with the administrator ${email}` : ''}`);
}

/** Runs a command of the image's command line and returns its answer; null for the one error that is expected. */
function cam(...args) {
  const { expect, ...variables } = typeof args[0] === 'object' ? args.shift() : {};
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'cli/cam.mjs'), ...args, '--json'], {
    encoding: 'utf8',
    env,
  });
  if (status === 0) return JSON.parse(stdout);
  if (expect && stderr.includes(expect)) return null;
  console.error(stderr);
  process.exit(1);
}
