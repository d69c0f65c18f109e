import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REMOTE_IDS } from '../../contracts/src/remote-ids';
import { copyPreparedData, prepareData, prepareFolder, type PreparedKind } from '../../server/test/support/prepared-data.cjs';
import { QUICK_WASM } from '../../server/test/support/server-process.cjs';

/** Commands of the project run in its root. */
const ROOT = process.cwd();

export type DemoUser = 'admin' | 'viewer';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A whole CAM with its own data, started by the command that people use. */
export class RunningCam {
  private constructor(
    readonly url: string,
    readonly dataDir: string,
    private readonly child: ChildProcess,
    /** Everything that the start command printed. */
    readonly startOutput: string,
    private readonly remove: () => void,
  ) {}

  /**
   * Resolves once `CAM ready` was printed. Everything must be built.
   * @param env variables of this CAM on top of the defaults
   * @param data the prepared data folder to start on; `none` for a first start
   */
  static async start(env: Record<string, string> = {}, data: PreparedKind | 'none' = 'console'): Promise<RunningCam> {
    if (data === 'none') return RunningCam.startOn(mkdtempSync(join(tmpdir(), 'cam-console-')), env);
    const copy = await copyPreparedData(data, await withRemotes(data));
    return RunningCam.startOn(copy.dataDir, { ...copy.env, ...env }, copy.remove);
  }

  /**
   * Starts CAM on a data folder.
   * @param remove removes the folder when CAM stops
   * @param command the script that starts it, with its arguments
   */
  static async startOn(
    dataDir: string,
    env: Record<string, string>,
    remove = () => rmSync(dataDir, { recursive: true, force: true }),
    command: readonly string[] = ['scripts/start.mjs', '--built'],
  ): Promise<RunningCam> {
    const port = await freePort();
    const quick = env.CAM_DEMO === 'on' ? '' : `--require ${QUICK_WASM}`;
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${quick}`,
        PORT: String(port),
        CAM_DATA: dataDir,
        CAM_DEMO: 'off',
        ...env,
      },
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
      child.once('exit', (code) => failed(new Error(`${command[0]} ended with ${code}:\n${output}`)));
    });
    return new RunningCam(`http://localhost:${port}`, dataDir, child, output, remove);
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

  async stop({ keepData = false } = {}): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGTERM');
    await ended;
    if (!keepData) this.remove();
  }
}

/** Prepares a data folder of a kind in which the built remotes are deployed, and returns where it lies. */
export async function withRemotes(kind: PreparedKind): Promise<string> {
  const prepared = await prepareData(kind);
  const builds = REMOTE_IDS.map((id) => readFileSync(join(ROOT, 'remotes', id, 'dist/integrity.json'), 'utf8'));
  return prepareFolder(`${kind}-console`, [prepared, ...builds].join('\n'), async (folder) => {
    const copy = await copyPreparedData(kind);
    const cam = await RunningCam.startOn(copy.dataDir, copy.env);
    await cam.stop({ keepData: true });
    copy.keepIn(folder);
    copy.remove();
  });
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

/** Resolves with a port of this machine that nothing uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
