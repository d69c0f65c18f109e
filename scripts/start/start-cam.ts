import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deployRemotes } from '../cli/deploy';
import { CliFailure } from '../cli/failure';
import { staleTargets } from '../build/built-targets';
import { ROOT } from '../build/root';
import { refuseWhereTaken } from './refuse-where-taken';
import { startServer, type RunningServer } from './server-process';

interface StartOptions {
  /** True where nothing is to be built, whatever changed. */
  isBuilt: boolean;
}

/**
 * Builds what changed, starts the server, deploys the remotes and prints the address of CAM. The server opens its database while the console is built.
 *
 * @returns the exit code, once the server has ended.
 */
export async function startCam(env: NodeJS.ProcessEnv, { isBuilt }: StartOptions): Promise<number> {
  const port = env.PORT || '8080';
  const dataDir = resolve(ROOT, env.CAM_DATA || '.data');
  try {
    const isOnPostgres = Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
    await refuseWhereTaken({ dataDir, host: env.CAM_HOST || '127.0.0.1', port: Number(port), isOnPostgres });
    const stale = isBuilt ? [] : staleTargets().map(({ name }) => name);
    if (stale.length > 0) console.log('Building what changed ...');
    await build(stale.filter((name) => name === 'server'));
    console.log('Starting the server (the first time takes some seconds longer) ...');
    const [server, console_] = await Promise.allSettled([
      startServer({ ...env, PORT: port, CAM_DATA: dataDir, CAM_DEMO_AFTER_REMOTES: 'on' }),
      build(stale.filter((name) => name !== 'server')),
    ]);
    if (server.status === 'rejected') throw server.reason;
    return await serve(server.value, dataDir, console_);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Deploys the remotes to a running server and waits for its end. Stops it where the console was not built or nothing can be deployed. */
async function serve(server: RunningServer, dataDir: string, built: PromiseSettledResult<void>): Promise<number> {
  // The terminal sends Ctrl-C to the server as well; asking it twice to stop does no harm.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.stop());
  try {
    if (built.status === 'rejected') throw built.reason;
    const { changed, refused } = await deployRemotes(ROOT, dataDir);
    if (changed.length > 0) console.log(`Deployed ${changed.sort().join(', ')}`);
    for (const { id, why } of refused) console.error(`${id} is not deployed: ${why}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  printDemoUsers(dataDir);
  console.log(`CAM ready at ${server.publicUrl}`);
  return server.exited;
}

/** Builds targets in a process of their own. Rejects with a CliFailure where one is not built; the build has printed why. */
async function build(targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return;
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/build/main.ts'), ...targets], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CliFailure('CAM is not started, because the build failed. The lines above say why.');
}

/** Without the demo tenant there is nobody to print. */
function printDemoUsers(dataDir: string): void {
  let text: string;
  try {
    text = readFileSync(join(dataDir, 'demo-users.json'), 'utf8');
  } catch {
    return;
  }
  const { users } = JSON.parse(text) as { users: { email: string; password: string }[] };
  console.log('\nSign in as');
  for (const { email, password } of users) console.log(`  ${email.padEnd(22)} ${password}`);
  console.log('');
}
