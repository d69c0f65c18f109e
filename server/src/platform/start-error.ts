import { ConfigError } from './config-error';
import { DatabaseUnavailable, withUnavailable } from './db/unavailable';

const FREE_SPACE = 'Free some space on that disk, then start CAM again.';
const WRITABLE = 'Give the user that runs CAM read and write access, or set CAM_DATA to a folder that this user owns.';

/** The cause and the remedy by the code of a system error. */
const KNOWN: Record<string, readonly [what: string, remedy: string]> = {
  ENOSPC: ['there is no space left on the disk', FREE_SPACE],
  EDQUOT: ['the disk quota is used up', FREE_SPACE],
  EROFS: ['the file system is read-only', WRITABLE],
  EACCES: ['access is denied', WRITABLE],
  EPERM: ['access is denied', WRITABLE],
  ENOTDIR: ['a part of the path is not a folder', 'Set CAM_DATA to a folder.'],
  EADDRINUSE: ['the port is in use', 'Stop the program that uses it, or set PORT to another port.'],
};

const DAMAGED = ['it is damaged', 'Restore it from a backup.'] as const;

/** The cause and the remedy by the code of an error of the database. */
const DATABASE: Record<string, readonly [what: string, remedy: string]> = {
  '53100': ['there is no space left on its disk', FREE_SPACE],
  '58030': ['a file cannot be read or written', 'Check its disk. If that is sound, restore the database from a backup.'],
  '58P01': DAMAGED,
  XX001: DAMAGED,
  XX002: DAMAGED,
};

interface SystemError extends Error {
  code?: string;
  path?: string;
  address?: string;
  port?: number;
}

/** Returns what to print about a start that failed: two lines with the cause and the remedy if the cause is known, else the stack. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, address, port, stack, message } = error as SystemError;
  const known = KNOWN[code];
  const inDatabase = DATABASE[code];
  if (inDatabase) return `CAM cannot use its database: ${inDatabase[0]}: ${message} (${code}).\n${inDatabase[1]}`;
  const unavailable = known ? null : withUnavailable(error);
  if (unavailable instanceof DatabaseUnavailable)
    return `CAM cannot start: ${unavailable.message}.\nCheck that PostgreSQL runs and that DATABASE_URL is its address, then start CAM again.`;
  if (!known) return stack ?? message;
  const place = path ?? (port === undefined ? 'the data folder' : `${address ?? 'localhost'}:${port}`);
  return `CAM cannot use ${place}: ${known[0]} (${code}).\n${known[1]}`;
}
