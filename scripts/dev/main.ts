import { join, resolve } from 'node:path';
import { REMOTE_IDS, isOwnRemoteId, type OwnRemoteId } from '@cam/contracts/server';
import { ROOT } from '../build/root';
import { deployRemotes } from '../cli/deploy';
import { CliFailure } from '../cli/failure';
import { refuseWhereTaken } from '../start/refuse-where-taken';
import { startServer, type RunningServer } from '../start/server-process';
import { buildChanged } from './build-changed';
import { watchSources } from './watch-sources';

const port = process.env.PORT || '8080';
const dataDir = resolve(ROOT, process.env.CAM_DATA || '.data');

/**
 * Runs CAM and rebuilds changed sources. A changed remote becomes a stable release in the same way as a team's, so that open consoles offer it as in
 * production. A changed server is restarted. Resolves with the exit code after Ctrl-C.
 */
async function dev(remotes: readonly OwnRemoteId[]): Promise<number> {
  console.log('Building changed sources ...');
  if (!(await buildChanged([]))) return 1;
  await refuseWhereTaken({
    dataDir,
    host: process.env.CAM_HOST || '127.0.0.1',
    port: Number(port),
    isOnPostgres: Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE),
  });
  const stopRequested = signalled();
  let server = await start();
  await deploy(REMOTE_IDS);

  const targets = remotes.map((id) => `remotes/${id}`);
  const endWatch = watchSources(targets, async () => {
    const built = await buildChanged(targets);
    if (!built) return;
    if (built.includes('server')) {
      await server.stop();
      server = await start();
      console.log('Restarted the server.');
    }
    await deploy(REMOTE_IDS.filter((id) => built.includes(`remotes/${id}`)));
    if (built.includes('host')) console.log('The host has changed. Reload the page.');
  });
  console.log(`CAM ready at ${server.publicUrl}`);
  console.log(
    `Watching ${targets.join(', ') || 'all sources'}. Press Ctrl-C to stop. Passwords of the demo users: ${join(dataDir, 'demo-users.json')}`,
  );
  await stopRequested;
  endWatch();
  return server.stop();
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

function start(): Promise<RunningServer> {
  return startServer({ ...process.env, PORT: port, CAM_DATA: dataDir });
}

async function deploy(ids: readonly OwnRemoteId[]): Promise<void> {
  if (ids.length === 0) return;
  const { changed, refused } = await deployRemotes(ROOT, dataDir, ids);
  if (changed.length > 0) console.log(`Deployed ${changed.sort().join(', ')}`);
  for (const { id, why } of refused) console.error(`${id} was not deployed: ${why}`);
}

function remotesOf(args: readonly string[]): OwnRemoteId[] {
  return args.map((arg) => {
    if (!isOwnRemoteId(arg)) throw new CliFailure(`Unknown remote "${arg}". Choose from: ${REMOTE_IDS.join(', ')}`);
    return arg;
  });
}

try {
  process.exitCode = await dev(remotesOf(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CliFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
