import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { extname, join } from 'node:path';
import pino from 'pino';
import serverPackage from '../package.json';
import { mountAreas } from './areas';
import { askedOrigins, serveHost } from './host-process';
import { refuseIncompleteRestore } from './platform/backup';
import { currentDatabaseUrl, type Role } from './platform/config-values';
import { readConfig, type Config } from './platform/config';
import { Db } from './platform/db/database';
import { migrate } from './platform/db/migrate';
import { allMigrations } from './platform/db/migrations';
import { openEmbedded } from './platform/db/open-embedded';
import { untilAvailable } from './platform/async/until-available';
import type { ServiceUnavailable } from './platform/service-unavailable';
import { Events } from './platform/events/events';
import { PostgresTransport } from './platform/events/postgres-transport';
import { lockFolder } from './platform/folder-lock';
import { readPrivateFile, replacePrivateFile } from './platform/security/private-file';
import { openStorage } from './platform/storage';
import { serverAwsKeys } from './sources';
import { createApp, unknownPath } from './platform/http/app';
import { serveConsole } from './platform/http/console-files';
import { stopServing } from './platform/http/stop-serving';
import { Jobs } from './platform/jobs/jobs';
import { Metrics } from './platform/metrics/metrics';
import { metricsRoute } from './platform/metrics/metrics-route';
import { describeStartError } from './platform/start-error';
import { startTelemetry } from './platform/telemetry/telemetry';
import { traceOfLog } from './platform/telemetry/tracing';

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

/** Paths that each role serves; null: all. A worker serves its health and metrics only. */
const SERVED: Record<Role, RegExp | null> = {
  all: null,
  api: null,
  worker: /^\/(healthz|metrics)$/,
  reports: /^\/(healthz|metrics|v1\/reports?([/?].*)?)$/,
  host: null,
};

const DAMAGED_SERVER_FILE = 'Delete the file, which only the command line reads, and start CAM again.';

async function main(config: Config): Promise<void> {
  const log = pino({
    level: config.logLevel,
    mixin: traceOfLog,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  });
  const port = config.port || (await freePort(config.host));
  const publicUrl = config.publicUrl || `http://localhost:${port}`;
  if (config.role === 'host') return serveHost(config, { port, publicUrl, log });

  const works = config.role === 'all' || config.role === 'worker';
  // The command line talks to the API. Other processes that share the data folder must not register as its server.
  const serverFile = config.role === 'all' || config.role === 'api' ? join(config.dataDir, 'server.json') : null;
  // Servers on PostgreSQL share the folder. The embedded database belongs to one process, and a second one would destroy it.
  await lockFolder(config.dataDir, {
    what: 'A CAM server',
    address: config.publicUrl || `http://${config.host}:${port}`,
    shared: config.databaseUrl !== null,
  });
  refuseIncompleteRestore(config.dataDir);
  if (serverFile) await readPrivateFile({ path: serverFile, isValid: hasAddress, remedy: DAMAGED_SERVER_FILE });
  const storage = await openStorage({ ...config, identity: serverAwsKeys(config.awsIdentity) });
  const databaseUrl = (): string => currentDatabaseUrl(process.env) ?? config.databaseUrl ?? '';
  const db = config.databaseUrl
    ? await Db.postgres(databaseUrl, log, { limit: config.statementLimit })
    : await openEmbedded(config.dataDir, new URL(`./pglite-worker${extname(import.meta.url)}`, import.meta.url), log);
  await migrate(db, allMigrations, log);

  const events = new Events();
  const transport = config.databaseUrl ? new PostgresTransport(databaseUrl, events, log, works) : null;
  if (transport) {
    await transport.open();
    events.useTransport(transport);
  }
  const metrics = new Metrics(config.role);
  const telemetry = await startTelemetry(config.collector, { version: serverPackage.version, role: config.role, metrics, log });
  const jobs = new Jobs(db, log, (name, outcome, ms) => metrics.jobEnded(name, outcome, ms), config.jobRetryDelay);
  metrics.watchJobs(() => jobs.counts());
  const { connections } = db;
  if (connections) {
    metrics.watch('cam_database_connections', 'Open connections to PostgreSQL.', () => connections().open);
    metrics.watch('cam_database_connections_idle', 'Open connections to PostgreSQL that nothing uses.', () => connections().idle);
    metrics.watch('cam_database_waiting', 'Work that waits for a connection to PostgreSQL.', () => connections().waiting);
  }
  const { tryOrigins, trustedProxies, timeouts } = config;
  const app = createApp(log, {
    publicUrl,
    tryOrigins,
    askedOrigins: askedOrigins(config),
    trustedProxies,
    timeouts,
    onAnswer: (answer) => metrics.requestEnded(answer),
  });
  const served = SERVED[config.role];
  app.addHook('onRequest', async ({ method, url }) => {
    if (served && !served.test(url)) throw unknownPath(method, url);
  });
  const areas = await mountAreas(app, { config, publicUrl, db, storage, jobs, events, log, telemetry });
  const differing = 'Sources whose stored facts differ from those of their last import, at their last check.';
  metrics.watch('cam_sources_differing', differing, () => areas.differingSources());
  app.get('/healthz', async () => ({ status: 'ok' }));
  metricsRoute(app, metrics, config.metricsToken);
  if (config.hostUrl === null) serveConsole(app, config.hostDir);
  else
    app.setNotFoundHandler(({ method, url }) => {
      throw unknownPath(method, url);
    });

  const isOnlyWorker = transport?.isOnlyWorker ?? true;
  const start = async (): Promise<void> => {
    await jobs.start({ resume: isOnlyWorker, work: works, runners: transport });
    await app.listen({ port, host: config.host });
    if (serverFile) await replacePrivateFile(serverFile, JSON.stringify({ url: `http://127.0.0.1:${port}`, publicUrl, pid: process.pid }));
    log.info({ role: config.role, url: serverFile ? publicUrl : `http://127.0.0.1:${port}` }, 'serving');
  };

  // A signal may arrive before or right after the port opens: the start then completes before the stop begins.
  const started = start();
  const stopping = new AbortController();
  const stop = async (signal: string): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, 'stopping');
    await started.catch(() => undefined);
    // The requests in flight still need the areas and the database.
    await stopServing(app, timeouts.stop * 1000);
    areas.stop();
    await jobs.stop();
    // Its last metrics ask the database.
    await telemetry.stop();
    await transport?.close();
    await db.close();
    if (serverFile && (await isRegistered(serverFile))) await rm(serverFile, { force: true });
    process.exit(0);
  };
  // A rejection that no code awaits is a defect, but no reason to drop the requests and jobs of everyone.
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected without a handler'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  await started;
  if (stopping.signal.aborted) return;
  // The server serves by now: an outage of the database is no longer a reason to end.
  const resume = (): Promise<void> => areas.resume({ cutOff: isOnlyWorker });
  const onOutage = (err: ServiceUnavailable): void => log.warn({ err }, `${err.service} does not respond; interrupted work resumes when it does`);
  await untilAvailable(resume, { onOutage, signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
}

/** Reports whether `server.json` names this process. Another server on the same folder and PostgreSQL may have written it since. */
async function isRegistered(serverFile: string): Promise<boolean> {
  const text = await readFile(serverFile, 'utf8').catch(() => '');
  return hasAddress(text) && (JSON.parse(text) as { pid?: unknown }).pid === process.pid;
}

/** Reports whether a `server.json` has the address of a server. */
function hasAddress(text: string): boolean {
  try {
    const { url } = JSON.parse(text) as { url?: unknown };
    return typeof url === 'string' && URL.canParse(url);
  } catch {
    return false;
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
