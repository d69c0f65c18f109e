import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REMOTE_IDS } from '@cam/contracts';
import { deployRemotes, publishRemote } from '../cli/deploy';
import { CliFailure } from '../cli/failure';
import { staleTargets } from '../build/built-targets';
import { ROOT } from '../build/root';
import { refuseWhereTaken } from './refuse-where-taken';
import { startBuilding, type Building } from './building';
import { startServer, type RunningServer } from './server-process';

interface StartOptions {
  /** True where nothing is to be built, whatever changed. */
  isBuilt: boolean;
}

/**
 * Builds what changed, starts the server, deploys the remotes and prints the address of CAM. The server starts and the remotes are deployed while the rest
 * is built.
 *
 * @returns the exit code, once the server has ended.
 */
export async function startCam(env: NodeJS.ProcessEnv, { isBuilt }: StartOptions): Promise<number> {
  const port = env.PORT || '8080';
  const dataDir = resolve(ROOT, env.CAM_DATA || '.data');
  try {
    const isOnPostgres = Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
    await refuseWhereTaken({ dataDir, host: env.CAM_HOST || '127.0.0.1', port: Number(port), isOnPostgres });
    const stale = isBuilt ? [] : staleTargets(undefined, true).map(({ name }) => name);
    if (stale.length > 0) console.log('Building what changed ...');
    const building = startBuilding(stale);
    try {
      await building.until(['server']);
      console.log('Starting the server (the first time takes some seconds longer) ...');
      const server = await startServer({ ...env, PORT: port, CAM_DATA: dataDir, CAM_DEMO_AFTER_REMOTES: 'on' });
      return await serve(server, dataDir, { building, stale });
    } finally {
      building.stop();
    }
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Deploys the remotes to a running server and waits for its end. Stops it where the console was not built or nothing can be deployed. */
async function serve(server: RunningServer, dataDir: string, { building, stale }: { building: Building; stale: readonly string[] }): Promise<number> {
  // The terminal sends Ctrl-C to the server as well; asking it twice to stop does no harm.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.stop());
  try {
    // Each is published while the next is built. A channel moves only when all are there.
    for (const id of REMOTE_IDS) {
      if (!stale.includes(`remotes/${id}`)) continue;
      await building.until([`remotes/${id}`]);
      await publishRemote(ROOT, dataDir, id);
    }
    const { changed, refused } = await deployRemotes(ROOT, dataDir);
    if (changed.length > 0) console.log(`Deployed ${changed.sort().join(', ')}`);
    for (const { id, why } of refused) console.error(`${id} is not deployed: ${why}`);
    await building.until(stale);
  } catch (error) {
    await server.stop();
    throw error;
  }
  printDemoUsers(dataDir);
  console.log(`CAM ready at ${server.publicUrl}`);
  return server.exited;
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
