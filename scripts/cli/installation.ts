import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../build/root';
import { CliFailure, notRunning } from './failure';

/** The running server and its operator key, which anyone who can read the data folder has. Null from another machine. */
export interface Installation {
  url: string;
  operatorKey: string | null;
  dataDir: string;
}

/**
 * Finds the running server: at CAM_URL if set (another machine, or a team's pipeline), otherwise through its files in the data folder.
 * @throws CliFailure that says how to start the server
 */
export function findInstallation(dataDir = resolve(ROOT, process.env.CAM_DATA || '.data')): Installation {
  if (process.env.CAM_URL) {
    // With CAM_DATA as well, the key can be on a shared volume: another container of the same installation.
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
    throw new CliFailure(`Cannot read ${path} (${code}). Run the command as the same user as the server.`);
  }
}
