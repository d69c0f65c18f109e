import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { extname, join } from 'node:path';
import pino, { type Logger } from 'pino';
import { mountAreas } from './areas';
import { ConfigError, readConfig, type Config, type Role } from './platform/config';
import { Db } from './platform/db/database';
import { migrate } from './platform/db/migrate';
import { allMigrations } from './platform/db/migrations';
import { Events } from './platform/events/events';
import { PostgresTransport } from './platform/events/postgres-transport';
import { readPrivateFile, replacePrivateFile } from './platform/security/private-file';
import { createApp, unknownPath } from './platform/http/app';
import { serveConsole } from './platform/http/console-files';
import { stopServing } from './platform/http/stop-serving';
import { Jobs } from './platform/jobs/jobs';
import { describeStartError } from './platform/start-error';

/** Field names whose values the log never shows, at any of the first three levels of a logged object. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'code_verifier',
  'secrets',
  'token',
  'app_secret',
  'external_id',
  'gcp_json_file_text',
];

/** Paths that each role serves; null: all. A worker serves its health only. */
const SERVED: Record<Role, RegExp | null> = { all: null, api: null, worker: /^\/healthz$/, reports: /^\/(healthz|v1\/reports?([/?].*)?)$/ };

async function main(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' } });
  await mkdir(config.dataDir, { recursive: true });
  const port = config.port || (await freePort(config.host));
  const publicUrl = config.publicUrl || `http://localhost:${port}`;

  const works = config.role === 'all' || config.role === 'worker';
  // The command line talks to the API. Other processes that share the data folder must not register as its server.
  const serverFile = config.role === 'all' || config.role === 'api' ? join(config.dataDir, 'server.json') : null;
  if (serverFile) await refuseSecondServer(serverFile);
  const db = await openDatabase(config, log);
  await migrate(db, allMigrations, log);

  const events = new Events();
  const transport = config.databaseUrl ? new PostgresTransport(config.databaseUrl, events, log, works) : null;
  if (transport) {
    await transport.open();
    events.useTransport(transport);
  }
  const jobs = new Jobs(db, log);
  const { tryOrigins, trustedProxies, timeouts, oidc, analytics } = config;
  const askedOrigins = [oidc?.issuer, analytics?.url].flatMap((url) => (url ? [new URL(url).origin] : []));
  const app = createApp(log, { publicUrl, tryOrigins, askedOrigins, trustedProxies, timeouts });
  const served = SERVED[config.role];
  app.addHook('onRequest', async ({ method, url }) => {
    if (served && !served.test(url)) throw unknownPath(method, url);
  });
  const areas = await mountAreas(app, { config, publicUrl, db, jobs, events, log });
  app.get('/healthz', async () => ({ status: 'ok' }));
  serveConsole(app, config.hostDir);

  const isOnlyWorker = transport?.isOnlyWorker ?? true;
  const start = async (): Promise<void> => {
    await jobs.start({ resume: isOnlyWorker, work: works, runners: transport });
    await app.listen({ port, host: config.host });
    if (serverFile) await replacePrivateFile(serverFile, JSON.stringify({ url: `http://127.0.0.1:${port}`, publicUrl, pid: process.pid }));
    log.info({ role: config.role, url: serverFile ? publicUrl : `http://127.0.0.1:${port}` }, 'serving');
  };

  // A signal may arrive before or right after the port opens: the start then completes before the stop begins.
  const started = start();
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await started.catch(() => undefined);
    // The requests in flight still need the areas and the database.
    await stopServing(app, timeouts.stop * 1000);
    areas.stop();
    await jobs.stop();
    await transport?.close();
    await db.close();
    if (serverFile) await rm(serverFile, { force: true });
    process.exit(0);
  };
  // A rejection that no code awaits is a defect, but no reason to drop the requests and jobs of everyone.
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected without a handler'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  await started;
  if (stopping) return;
  await areas.resume({ cutOff: isOnlyWorker }).catch((error: unknown) => {
    if (!stopping) throw error;
  });
}

async function openDatabase(config: Config, log: Logger): Promise<Db> {
  if (config.databaseUrl) return Db.postgres(config.databaseUrl, log, { limit: config.statementLimit });
  const folder = join(config.dataDir, 'db');
  const isNew = !existsSync(folder);
  if (isNew) log.info({ folder }, 'creating the embedded database; this takes some seconds, once');
  const started = performance.now();
  const worker = new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url);
  const db = await Db.embedded(folder, worker).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The embedded database in ${folder} cannot be opened: ${reason.split('\n')[0]}.\nRestore the data folder from a backup, or set CAM_DATA to another folder.`,
    );
  });
  log.info({ ms: Math.round(performance.now() - started) }, 'embedded database open');
  return db;
}

/** Refuses to start if another server still answers on this data folder: two servers on one embedded database would destroy it. */
async function refuseSecondServer(serverFile: string): Promise<void> {
  const remedy = 'Make sure that no other CAM server uses this data folder, delete the file, and start CAM again.';
  const content = await readPrivateFile({ path: serverFile, isValid: (text) => urlIn(text) !== null, remedy });
  const url = content === null ? null : urlIn(content);
  if (url === null) return;
  const answers = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) throw new ConfigError(`A server at ${url} already uses this data folder. Stop it, or set CAM_DATA to another folder.`);
}

/** Returns the address in a `server.json`, or null if the file has none. */
function urlIn(text: string): string | null {
  try {
    const { url } = JSON.parse(text) as { url?: unknown };
    return typeof url === 'string' && URL.canParse(url) ? url : null;
  } catch {
    return null;
  }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}

try {
  await main(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
}
