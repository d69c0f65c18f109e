import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from './config-error';
import { replacePrivateFile } from './security/private-file';

/** The file in the data folder that carries the lock. It stays when the lock ends: the operating system knows who holds it, not the file. */
export const LOCK_FILE = 'cam.lock';
/** Describes the last process that took the lock, for the message of the next one. */
export const HOLDER_FILE = 'cam.lock.json';

/** Flags of open(2) that libuv hands on, but Node does not name. */
const BSD_SHLOCK = 0x10;
const BSD_EXLOCK = 0x20;
const WINDOWS_EXLOCK = 0x10000000;

/** A killed process may need a moment to end, so the lock is tried this often at this interval, ms. */
const TRIES = 5;
const INTERVAL = 200;

interface Holder {
  /** The kind of process, with an article: "A CAM server". */
  what: string;
  /** Null: the process serves no address. */
  address: string | null;
  pid: number;
  /** Containers that share the folder number their processes on their own. */
  host: string;
  /** ISO 8601 in UTC. */
  since: string;
}

export interface LockOptions {
  /** The kind of process, with an article: "A CAM server". */
  what: string;
  address?: string | null;
  /** Several processes may share the folder, as they do on one PostgreSQL. None of them then runs beside one that holds the folder alone. */
  shared: boolean;
}

export interface FolderLock {
  /** Frees the lock. The operating system does so when the process ends in any way. */
  release(): void;
}

/**
 * Takes the operating system's lock of a data folder, which it creates if it is missing.
 * @throws ConfigError if another process holds the lock; it names the process and says what to do
 */
export async function lockFolder(folder: string, { what, address = null, shared }: LockOptions): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK_FILE);
  let handle = tryLock(path, shared);
  for (let tries = 1; handle === null && tries < TRIES; tries++) {
    await delay(INTERVAL);
    handle = tryLock(path, shared);
  }
  if (handle === null) throw new ConfigError(describeHolder(folder));
  const holder: Holder = { what, address, pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    await replacePrivateFile(join(folder, HOLDER_FILE), JSON.stringify(holder));
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  const held = handle;
  return { release: () => closeSync(held) };
}

/** Returns the open file that holds the lock, or null if another process holds it. */
function tryLock(path: string, shared: boolean): number | null {
  const flags = constants.O_RDWR | constants.O_CREAT;
  switch (process.platform) {
    case 'win32':
      // A file that is open with sharing refuses the exclusive open, and the other way round.
      return openUnless(['EBUSY'], path, shared ? flags : flags | WINDOWS_EXLOCK);
    case 'darwin':
    case 'freebsd':
    case 'openbsd':
      return openUnless(['EAGAIN'], path, flags | constants.O_NONBLOCK | (shared ? BSD_SHLOCK : BSD_EXLOCK));
    default:
      return lockByProgram(path, openSync(path, flags, 0o600), shared);
  }
}

/** Opens a file; null if that fails with one of the codes, which mean that another process has locked it. */
function openUnless(codes: readonly string[], path: string, flags: number): number | null {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/**
 * Locks an open file with the program `flock`, since Node has no call for it. The lock belongs to the open file, which this process shares with the program
 * and keeps when the program ends. The kernel frees it when the last of them has closed the file.
 * @see flock(2) "Locks created by flock() are associated with an open file description"
 */
function lockByProgram(path: string, file: number, shared: boolean): number | null {
  const { status, error, stderr } = spawnSync('flock', ['-n', shared ? '-s' : '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', file],
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  if (status === 0) return file;
  closeSync(file);
  if (status === 1 && stderr.trim() === '') return null;
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  const reason = isMissing ? 'the program flock is missing' : stderr.trim() || (error?.message ?? `flock ended with code ${status}`);
  const remedy = isMissing
    ? 'Install the package util-linux, then start CAM again.'
    : 'Set CAM_DATA to a folder on a file system that supports locks, then start CAM again.';
  throw new ConfigError(`CAM cannot lock ${path}: ${reason}.\n${remedy}`);
}

function describeHolder(folder: string): string {
  const remedy = 'Stop it, or set CAM_DATA to another folder.';
  const holder = readHolder(join(folder, HOLDER_FILE));
  if (!holder) return `Another CAM process already uses the data folder ${folder}.\n${remedy}`;
  const { what, address, pid, host, since } = holder;
  const at = address === null ? '' : ` at ${address}`;
  return `${what}${at} (process ${pid} on ${host}, since ${since}) already uses the data folder ${folder}.\n${remedy}`;
}

/** Returns null if the holder has not described itself yet. */
function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
