import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../build/root';

/** A CAM that a benchmark started with `npm start`. */
export interface RunningCam {
  url: string;
  dataDir: string;
  port: number;
  /** Runs a command of the operator's command line and returns its output. */
  cli: (...args: string[]) => string;
  /** Runs a command without blocking. */
  run: (...args: string[]) => Promise<void>;
  /** Stops the server. Its data stay. */
  stop: () => Promise<void>;
}

/** Creates a temporary data folder. The caller removes it. */
export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'cam-bench-'));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts CAM, without the demo tenant unless the environment asks for it. Resolves at `CAM ready`. */
export async function startCam(dataDir: string, env: NodeJS.ProcessEnv = {}, port?: number): Promise<RunningCam> {
  const own = port ?? (await freePort());
  const environment = { ...process.env, PORT: String(own), CAM_DATA: dataDir, CAM_DEMO: 'off', ...env };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((ready, failed) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^CAM ready at /m.test(output)) ready();
    });
    child.once('exit', (code) => failed(new Error(`npm start ended with ${code}`)));
  });
  return camAt(own, dataDir, environment, async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

/** Returns a CAM that runs already, and goes on after the benchmark. @param environment as it was started with */
export function camAt(
  port: number,
  dataDir: string,
  environment: NodeJS.ProcessEnv,
  stop: () => Promise<void> = () => Promise.resolve(),
): RunningCam {
  const env = { ...environment, PORT: String(port), CAM_DATA: dataDir };
  return {
    url: `http://localhost:${port}`,
    dataDir,
    port,
    cli: (...args) => execFileSync(process.execPath, ['scripts/cam.mjs', ...args], { cwd: ROOT, env, encoding: 'utf8' }),
    run: async (...args) => void (await promisify(execFile)(process.execPath, ['scripts/cam.mjs', ...args], { cwd: ROOT, env })),
    stop,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
