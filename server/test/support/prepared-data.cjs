'use strict';
const { createHash } = require('node:crypto');
const { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { setTimeout: delay } = require('node:timers/promises');
const { findPostgres, onDatabase, startPostgres } = require('./postgres.cjs');

const ROOT = resolve(__dirname, '../../..');
const CACHE = join(ROOT, '.cache/test-data');

/** How many prepared folders of one kind stay in the cache: other runs may still copy from an older one. */
const KEPT = 2;
/** How long the demo tenant may take to arrive on a busy machine, ms. */
const DEMO_LIMIT = 1_200_000;
/** Sources of the demo company, and the days of its history. */
const DEMO_SOURCES = 16;
const DEMO_DAYS = 3;

/**
 * The kinds of data folders: with which variables their server starts, what it waits for before it stops, and whether it uses PostgreSQL where this machine
 * has it. The demo tenant needs half the time there, and the console two thirds; what may differ on the embedded database is tested with less data.
 */
const KINDS = {
  installation: { env: {}, settled: async () => undefined, onPostgres: false },
  console: { env: {}, settled: async () => undefined, onPostgres: findPostgres() !== null },
  demo: { env: { CAM_DEMO: 'on' }, settled: demoIsWhole, onPostgres: findPostgres() !== null },
};

/**
 * Makes a folder of the cache unless it is there, and returns where it lies. Processes that ask at the same time wait for the one that makes it.
 * @param name the kind of folder: a few of each kind are kept
 * @param key identifies the content: another key makes another folder
 * @param make fills the new folder that it is given
 */
async function prepareFolder(name, key, make) {
  const folder = join(CACHE, `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await delay(250);
      continue;
    }
    const made = `${folder}.${process.pid}`;
    try {
      // Whoever held the lock before may have made it just now.
      if (existsSync(folder)) break;
      mkdirSync(made, { recursive: true });
      await make(made);
      renameSync(made, folder);
      prune(name);
    } finally {
      rmSync(made, { recursive: true, force: true });
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return folder;
}

/**
 * Makes the data folder of a kind unless the cache has it, and returns where it lies: `data` is the folder of a stopped server, `postgres` the files of its
 * PostgreSQL if it had one, and `first-start.log` what that server logged.
 */
function prepareData(kind) {
  return prepareFolder(kind, keyOf(), (folder) => make(kind, folder));
}

/**
 * Copies a prepared data folder for one server, and starts a PostgreSQL on a copy of its files if the folder has them.
 * @param folder another folder of the cache that holds the same
 * @returns the copy, the variables of a server on it, what keeps it in a folder of the cache, and what removes it
 */
async function copyPreparedData(kind, folder = null) {
  const prepared = folder ?? (await prepareData(kind));
  const dataDir = mkdtempSync(join(tmpdir(), 'cam-test-'));
  cpSync(join(prepared, 'data'), dataDir, { recursive: true });
  const postgres = KINDS[kind].onPostgres ? await startPostgres({ from: join(prepared, 'postgres') }) : null;
  return {
    dataDir,
    env: postgres ? onDatabase(postgres.url) : {},
    keepIn: (kept) => keep(kept, dataDir, postgres),
    remove: () => {
      postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns what the server logged that made a prepared data folder. */
async function firstLogOf(kind) {
  return readFileSync(join(await prepareData(kind), 'first-start.log'), 'utf8');
}

/** Copies the data folder of a stopped server, and the files of its PostgreSQL if it has one, into a folder of the cache. */
function keep(folder, dataDir, postgres) {
  cpSync(dataDir, join(folder, 'data'), { recursive: true });
  postgres?.copyFiles(join(folder, 'postgres'));
}

async function make(kind, folder) {
  const { startServer } = require('./server-process.cjs');
  const { env, settled, onPostgres } = KINDS[kind];
  const postgres = onPostgres ? await startPostgres() : null;
  try {
    const server = await startServer({ ...env, ...(postgres ? onDatabase(postgres.url) : {}) }, { data: 'none' });
    try {
      await settled(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
    await server.stop({ keepData: true });
    keep(folder, server.dataDir, postgres);
    rmSync(server.dataDir, { recursive: true, force: true });
    writeFileSync(join(folder, 'first-start.log'), server.log());
  } finally {
    postgres?.stop();
  }
}

/** A data folder fits the server that made it and, since the company's history ends yesterday, the day. */
function keyOf() {
  const { BUNDLE } = require('./server-process.cjs');
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const name of ['main.js', 'pglite-worker.js', 'bundle-worker.js', 'aws-catalogue.json']) hash.update(readFileSync(join(BUNDLE, name)));
  hash.update(readFileSync(require.resolve('@electric-sql/pglite')));
  return hash.digest('hex');
}

function takeLock(lock) {
  mkdirSync(CACHE, { recursive: true });
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!holderLives(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** A process that was killed leaves its lock behind. */
function holderLives(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    // Between the making of the lock and the writing of the pid there is no file yet.
    return error.code === 'ENOENT' && existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 10_000;
  }
}

function prune(name) {
  const folders = readdirSync(CACHE)
    .filter((entry) => entry.startsWith(`${name}-`) && /^[0-9a-f]{16}$/.test(entry.slice(name.length + 1)))
    .map((entry) => join(CACHE, entry))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of folders.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

/** Resolves once the demo tenant's sources are pulled, its inventory and compliance are counted for each day, and all of it is scored. */
async function demoIsWhole({ url, operatorKey, log }) {
  const end = Date.now() + DEMO_LIMIT;
  const today = new Date().toISOString().slice(0, 10);
  const headers = { 'content-type': 'application/json', authorization: `Operator ${operatorKey}` };
  const answer = await fetch(`${url}/v1/operator/token`, { method: 'POST', headers, body: JSON.stringify({ user: 'admin@demo.example' }) });
  const { access_token: token } = await answer.json();
  const get = async (path) => (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();
  for (;;) {
    const { tenant } = await get('/v1/tenants');
    const isPulled = tenant.account_info.every(({ last_snapshot_time: at }) => (at ?? '') >= today);
    if (isPulled && tenant.account_info.length >= DEMO_SOURCES) {
      const { counting } = await get('/beta/healthStatus');
      const { points } = await get('/v1/intents/complianceTrend');
      if (!counting && points.length >= DEMO_DAYS && isScored(log())) return;
    }
    if (Date.now() > end) throw new Error(`the demo tenant did not arrive within ${DEMO_LIMIT / 1000} s:\n${log()}`);
    await delay(500);
  }
}

/**
 * Scores of alerts follow those of entities, which follow a count. A server that starts on unfinished scores, or before the logs are analyzed, changes
 * lists during a test.
 */
function isScored(log) {
  const last = (message) => log.lastIndexOf(`"msg":"${message}"`);
  return last('suspicious activity') > 0 && last('alerts scored') > last('risk scored') && last('risk scored') > last('inventory counted');
}

module.exports = { prepareFolder, prepareData, copyPreparedData, firstLogOf };
