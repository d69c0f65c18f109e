import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/root';

export interface RunningServer {
  /** For programs on this machine. */
  url: string;
  /** For browsers. */
  publicUrl: string;
  exited: Promise<number>;
  stop: () => Promise<number>;
}

/** The first start makes a database, on a slow disk too. ms */
const PATIENCE = 120_000;

/** Starts the built server and waits until it serves. Throws with the end of its log where it does not. */
export async function startServer(env: NodeJS.ProcessEnv, onLog?: (line: string) => void): Promise<RunningServer> {
  const child = spawn(process.execPath, ['--enable-source-maps', '--disable-warning=ExperimentalWarning', join(ROOT, 'server/dist/main.mjs')], {
    cwd: ROOT,
    env: { NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      log = (log + text).slice(-8000);
      onLog?.(text);
    });
  }
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const file = join(env.CAM_DATA ?? '.data', 'server.json');
  const started = Date.now();
  for (;;) {
    const ended = await Promise.race([exited, new Promise<null>((resolve) => setTimeout(() => resolve(null), 100))]);
    if (ended !== null) throw new Error(explain(log, env.PORT ?? ''));
    const found = readServerFile(file, child.pid);
    if (found && (await isServing(found.url))) {
      const stop = (): Promise<number> => {
        child.kill('SIGTERM');
        return exited;
      };
      return { ...found, exited, stop };
    }
    if (Date.now() - started > PATIENCE) {
      child.kill('SIGKILL');
      throw new Error(`The server did not serve within ${PATIENCE / 1000} s. The end of its log:\n${log}`);
    }
  }
}

function explain(log: string, port: string): string {
  if (log.includes('EADDRINUSE')) return `Port ${port} is taken by another program. Choose another one: PORT=8081 npm start`;
  return `The server ended. The end of its log:\n${log}`;
}

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
