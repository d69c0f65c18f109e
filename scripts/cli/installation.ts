import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../build/root';
import { CliFailure, notRunning } from './failure';

/** Where the running server is, and the key that makes whoever can read the data folder its operator; null from another machine. */
export interface Installation {
  url: string;
  operatorKey: string | null;
  dataDir: string;
}

/**
 * Finds the running server: at CAM_URL where that is set (another machine, a team's pipeline), else by the files that it keeps in the
 * data folder. Throws a CliFailure that says how to start it.
 */
export function findInstallation(dataDir = resolve(ROOT, process.env.CAM_DATA || '.data')): Installation {
  if (process.env.CAM_URL) {
    // Whoever names the data folder as well may hold the installation's key: another container on the same volume.
    const key = process.env.CAM_DATA ? readText(join(dataDir, 'operator.key')) : null;
    return { url: process.env.CAM_URL.replace(/\/+$/, ''), operatorKey: key?.trim() ?? null, dataDir };
  }
  const server = readText(join(dataDir, 'server.json'));
  const operatorKey = readText(join(dataDir, 'operator.key'));
  if (!server || !operatorKey) throw notRunning(dataDir);
  return { url: (JSON.parse(server) as { url: string }).url, operatorKey: operatorKey.trim(), dataDir };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new CliFailure(`${path} cannot be read (${code}). Run the command as the user that runs the server.`);
  }
}
