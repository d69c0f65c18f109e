import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REMOTE_IDS, isOwnRemoteId, type OwnRemoteId } from '@cam/contracts/server';
import { ROOT } from '../build/root';
import { deployRemotes } from '../cli/deploy';
import { CliFailure } from '../cli/failure';
import { refuseWhereTaken } from '../start/refuse-where-taken';
import { startServer, type RunningServer } from '../start/server-process';
import { buildChanged } from './build-changed';
import { developRemote, type Development } from './develop-remote';
import { buildDevelopmentHost } from './development-host';
import { checkTypes } from './type-check';
import { watchSources } from './watch-sources';

const port = process.env.PORT || '8080';
const dataDir = resolve(ROOT, process.env.CAM_DATA || '.data');

/** Everything except the host, which development builds in another way. */
const DEPLOYED = ['server', ...REMOTE_IDS.map((id) => `remotes/${id}`)];

/**
 * Runs CAM and rebuilds changed sources. A changed remote becomes a stable release in the same way as a team's, so that open consoles offer it as in
 * production. A changed server is restarted. Resolves with the exit code after Ctrl-C.
 */
async function watchAll(): Promise<number> {
  console.log('Building changed sources ...');
  if (!(await buildChanged([]))) return 1;
  const stopRequested = signalled();
  let server = await start();
  await deploy(REMOTE_IDS);

  const endWatch = watchSources([], async () => {
    const built = await buildChanged([]);
    if (!built) return;
    if (built.includes('server')) {
      await server.stop();
      server = await start();
      console.log('Restarted the server.');
    }
    await deploy(await soundOnes(REMOTE_IDS.filter((id) => built.includes(`remotes/${id}`))));
    if (built.includes('host')) console.log('The host has changed. Reload the page.');
  });
  printReady(server);
  console.log('Watching all sources. Press Ctrl-C to stop.');
  await stopRequested;
  endWatch();
  return server.stop();
}

/**
 * Runs CAM and develops remotes in it: their components refresh in the page while sources change. Nothing of that is published. Resolves with the exit code after
 * Ctrl-C.
 */
async function developHere(folders: readonly string[], firstPort: number): Promise<number> {
  console.log('Building changed sources ...');
  if (!(await buildChanged(DEPLOYED))) return 1;
  const stopRequested = signalled();
  const origins = folders.map((_folder, index) => `http://localhost:${firstPort + index}`);
  const allowed = [process.env.CAM_TRY_ORIGINS, ...origins].filter(Boolean).join(',');
  const server = await start({ CAM_TRY_ORIGINS: allowed, CAM_HOST_DIR: await buildDevelopmentHost() });
  let developed: Development[] = [];
  try {
    await deploy(REMOTE_IDS);
    developed = await developAll(folders, firstPort, server.publicUrl);
    printLinks(developed);
    printReady(server);
    await stopRequested;
  } finally {
    await Promise.all(developed.map(({ end }) => end()));
    await server.stop();
  }
  return 0;
}

/** Develops remotes in another installation. Its operator allows the origins with CAM_TRY_ORIGINS. */
async function developThere(folders: readonly string[], address: string, firstPort: number): Promise<number> {
  if (!URL.canParse(address)) throw new CliFailure(`"${address}" is not an address. Use one such as https://cam.example.com`);
  const stopRequested = signalled();
  const developed = await developAll(folders, firstPort, address.replace(/\/+$/, ''));
  printLinks(developed);
  await stopRequested;
  await Promise.all(developed.map(({ end }) => end()));
  return 0;
}

function developAll(folders: readonly string[], firstPort: number, address: string): Promise<Development[]> {
  return Promise.all(folders.map((folder, index) => developRemote({ folder, port: firstPort + index, console: address })));
}

function printReady({ publicUrl }: RunningServer): void {
  console.log(`CAM ready at ${publicUrl}`);
  console.log(`Passwords of the demo users: ${join(dataDir, 'demo-users.json')}`);
}

function printLinks(developed: readonly Development[]): void {
  for (const { link } of developed) console.log(`Open ${link}`);
  console.log('Changes show in the page. Press Ctrl-C to stop.');
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  await refuseWhereTaken({
    dataDir,
    host: process.env.CAM_HOST || '127.0.0.1',
    port: Number(port),
    isOnPostgres: Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE),
  });
  return startServer({ ...process.env, ...env, PORT: port, CAM_DATA: dataDir });
}

async function deploy(ids: readonly OwnRemoteId[]): Promise<void> {
  if (ids.length === 0) return;
  const { changed, refused } = await deployRemotes(ROOT, dataDir, ids);
  if (changed.length > 0) console.log(`Deployed ${changed.sort().join(', ')}`);
  for (const { id, why } of refused) console.error(`${id} was not deployed: ${why}`);
}

/** Returns the remotes whose types have no mistakes; prints those of the others. */
async function soundOnes(ids: readonly OwnRemoteId[]): Promise<OwnRemoteId[]> {
  if (ids.length === 0) return [];
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const problems = (await checkTypes({ compiler, project: join(ROOT, 'tsconfig.web.json'), folder: ROOT })) ?? [];
  for (const { file, line, column, message } of problems) console.error(`${file}(${line},${column}): ${message}`);
  const isSound = (id: OwnRemoteId): boolean => !problems.some(({ file }) => file.startsWith(`remotes/${id}/`));
  for (const id of ids) if (!isSound(id)) console.error(`${id} is not deployed, because its types have mistakes.`);
  return ids.filter(isSound);
}

/** Returns the folder of a remote of this repository by its id, or of another one by its path. */
function folderOf(name: string): string {
  if (isOwnRemoteId(name)) return join(ROOT, 'remotes', name);
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (existsSync(join(folder, 'remote.manifest.ts'))) return folder;
  throw new CliFailure(`Unknown remote "${name}". Name the folder of a remote, or choose from: ${REMOTE_IDS.join(', ')}`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { console: { type: 'string' }, port: { type: 'string', default: '3103' } },
  });
  const folders = positionals.map(folderOf);
  const firstPort = Number(values.port);
  if (values.console !== undefined && folders.length > 0) return developThere(folders, values.console, firstPort);
  if (values.console !== undefined)
    throw new CliFailure('Name the remotes to develop, as in: npm run dev -- alerts --console https://cam.example.com');
  return folders.length > 0 ? developHere(folders, firstPort) : watchAll();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CliFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
