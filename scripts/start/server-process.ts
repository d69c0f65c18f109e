import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../build/root';
import { CliFailure } from '../cli/failure';

export interface RunningServer {
  /** For programs on this machine. */
  url: string;
  /** For browsers. */
  publicUrl: string;
  /** The exit code, once the server has ended. */
  exited: Promise<number>;
  /** Asks the server to finish what it does and to end; kills it where it does not. */
  stop: () => Promise<number>;
}

/** The first start creates a database while the console is built, on a slow disk too. ms */
const START_LIMIT = 300_000;
/** Longer than the server lets its requests finish (CAM_STOP_TIMEOUT), ms. */
const STOP_LIMIT = 30_000;
const POLL = 50;

/**
 * The server makes many short-lived objects while it imports. With the default of 16 MB for new ones, collecting them takes a third of its time; the image
 * sets the same.
 */
const NODE_OPTIONS = ['--enable-source-maps', '--max-semi-space-size=64'];

/** How much of the log is shown where the server does not start, characters. */
const SHOWN_LOG = 4000;

/** Starts the built server and waits until it serves; its log goes to `server.log` in the data folder. Throws a CliFailure with the end of the log where it ends. */
export async function startServer(env: NodeJS.ProcessEnv & { CAM_DATA: string }): Promise<RunningServer> {
  mkdirSync(env.CAM_DATA, { recursive: true });
  const child = spawn(process.execPath, [...NODE_OPTIONS, join(ROOT, 'server/dist/main.mjs')], {
    cwd: ROOT,
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logFile = join(env.CAM_DATA, 'server.log');
  const log = createWriteStream(logFile, { flags: 'w', mode: 0o600 });
  let tail = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      tail = (tail + text).slice(-SHOWN_LOG);
      log.write(text);
    });
  }
  let ended = false;
  const exited = new Promise<number>((resolve) =>
    child.once('exit', (code) => {
      ended = true;
      log.end();
      resolve(code ?? 1);
    }),
  );
  const stop = async (): Promise<number> => {
    if (!ended) child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
    const code = await exited;
    clearTimeout(kill);
    return code;
  };
  const file = join(env.CAM_DATA, 'server.json');
  for (const started = Date.now(); Date.now() - started < START_LIMIT; await delay(POLL)) {
    if (ended) throw new CliFailure(`The server did not start. The end of its log (${logFile}):\n${tail}`);
    const found = readServerFile(file, child.pid);
    if (found && (await isServing(found.url))) return { ...found, exited, stop };
  }
  child.kill('SIGKILL');
  throw new CliFailure(`The server did not serve within ${START_LIMIT / 1000} s. The end of its log (${logFile}):\n${tail}`);
}

/** The file of this very process: one that was left by a crash does not count. */
function readServerFile(file: string, pid: number | undefined): { url: string; publicUrl: string } | null {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as { url: string; publicUrl: string; pid: number };
    return found.pid === pid ? found : null;
  } catch {
    return null;
  }
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}
