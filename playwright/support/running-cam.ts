import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

export type DemoUser = 'admin' | 'viewer';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A whole CAM, started by the command that people use, with data of its own. */
export class RunningCam {
  private constructor(
    readonly url: string,
    readonly dataDir: string,
    private readonly child: ChildProcess,
    /** Everything that the start command printed. */
    readonly startOutput: string,
  ) {}

  /** Resolves once `CAM ready` was printed. Everything must be built. */
  static async start(env: Record<string, string> = {}): Promise<RunningCam> {
    const dataDir = mkdtempSync(join(tmpdir(), 'cam-console-'));
    const port = await freePort();
    const child = spawn(process.execPath, ['scripts/start.mjs', '--built'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), CAM_DATA: dataDir, CAM_DEMO: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    await new Promise<void>((ready, failed) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (/^CAM ready at /m.test(output)) ready();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => failed(new Error(`npm start ended with ${code}:\n${output}`)));
    });
    return new RunningCam(`http://localhost:${port}`, dataDir, child, output);
  }

  /** Runs the operator's command line against this CAM. */
  cli(...args: string[]): Promise<CliResult> {
    return runCli(this.dataDir, args);
  }

  credentials(user: DemoUser): { email: string; password: string } {
    const { users } = JSON.parse(readFileSync(join(this.dataDir, 'demo-users.json'), 'utf8')) as { users: { email: string; password: string }[] };
    const found = users.find(({ email }) => email.startsWith(`${user}@`));
    if (!found) throw new Error(`there is no demo user ${user}`);
    return found;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Runs the operator's command line on a data folder, whether or not a server runs on it. */
export function runCli(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<CliResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/cam.mjs', ...args], { cwd: ROOT, env: { ...process.env, CAM_DATA: dataDir, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
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
