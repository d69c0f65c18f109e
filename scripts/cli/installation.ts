import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../build/root';

/** Something a person can mend: printed without a stack. */
export class CliError extends Error {}

export function dataDir(): string {
  return resolve(ROOT, process.env.CAM_DATA || '.data');
}

/** Address of the server of this installation: CAM_URL, or what the running server wrote into the data folder. */
export function serverUrl(): string {
  if (process.env.CAM_URL) return process.env.CAM_URL.replace(/\/$/, '');
  try {
    return (JSON.parse(readFileSync(join(dataDir(), 'server.json'), 'utf8')) as { url: string }).url;
  } catch {
    throw new CliError('CAM is not running here. Start it with "npm start", or set CAM_URL and CAM_DATA to those of the running server.');
  }
}

export function operatorKey(): string {
  try {
    return readFileSync(join(dataDir(), 'operator.key'), 'utf8').trim();
  } catch {
    throw new CliError(`There is no operator key in ${dataDir()}. Run this on the machine of the server, with its CAM_DATA.`);
  }
}
