import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../build/root';
import { CliFailure, notRunning, NotSignedIn } from './failure';
import { chooseProfile, readProfiles } from './profiles';

/** The running server and its operator key, which anyone who can read the data folder has. Null from another machine. */
export interface Installation {
  url: string;
  operatorKey: string | null;
  dataDir: string;
  /** The API token of a profile; null: the key, or a token in the environment. */
  token: string | null;
}

/**
 * Finds the running server: at CAM_URL if set (another machine, or a team's pipeline), through a named profile, through its files in the data folder, or
 * through the current profile.
 * @param profile name of a profile of `cam login`; default: CAM_PROFILE
 * @throws CliFailure that says how to start the server or to sign in
 */
export function findInstallation({
  dataDir = resolve(ROOT, process.env.CAM_DATA || '.data'),
  profile: name = process.env.CAM_PROFILE,
}: { dataDir?: string; profile?: string | undefined } = {}): Installation {
  if (process.env.CAM_URL) {
    // With CAM_DATA as well, the key can be on a shared volume: another container of the same installation.
    const key = configuredKey() ?? (process.env.CAM_DATA ? readText(join(dataDir, 'operator.key')) : null);
    return { url: process.env.CAM_URL.replace(/\/+$/, ''), operatorKey: key?.trim() ?? null, dataDir, token: null };
  }
  const server = readText(join(dataDir, 'server.json'));
  const operatorKey = configuredKey() ?? readText(join(dataDir, 'operator.key'));
  if (name !== undefined || !server || !operatorKey) {
    const profile = chooseProfile(readProfiles(), name ?? null);
    // A package of its own has no server to start.
    if (!profile) throw existsSync(join(ROOT, 'scripts/start.mjs')) ? notRunning(dataDir) : new NotSignedIn();
    return { ...profile, operatorKey: null, dataDir };
  }
  return { url: (JSON.parse(server) as { url: string }).url, operatorKey: operatorKey.trim(), dataDir, token: null };
}

/** Returns the key that the servers of the installation get from their environment; null: the data folder has it. */
export function configuredKey(): string | null {
  const { CAM_OPERATOR_KEY: key, CAM_OPERATOR_KEY_FILE: file } = process.env;
  return key || (file ? readText(file) : null);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new CliFailure(`Cannot read ${path} (${code}). Run the command as the same user as the server.`);
  }
}
