'use strict';
const { execFileSync } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { cpSync, existsSync, mkdtempSync, chownSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder with initdb and pg_ctl, or null if PostgreSQL is not on this machine. */
function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null;
}

/** Returns the user to run PostgreSQL as: it refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such user; try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a PostgreSQL in a temporary folder, on loopback. Its databases belong to an ordinary user without superuser rights, as in production, so that
 * row-level security and grants take effect.
 * @param from the files that `copyFiles` of an earlier one kept; without them, the database is empty
 */
async function startPostgres({ from = null } = {}) {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL is not on this machine (no initdb and pg_ctl): run without CAM_TEST_DATABASE=postgres');
  const folder = mkdtempSync(join(tmpdir(), 'cam-test-postgres-'));
  const as = unprivileged();
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const run = (tool, args) =>
    execFileSync(join(bin, tool), args, { ...as, cwd: folder, stdio: 'pipe', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
  const stop = () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
  if (from === null) run('initdb', ['-D', data, '-U', 'admin', '-A', 'trust', '--no-sync']);
  else {
    // Only the owner of its files may start a server on them.
    cpSync(from, data, { recursive: true });
    if (as.uid !== undefined) for (const path of ['', ...readdirSync(data, { recursive: true })]) chownSync(join(data, path), as.uid, as.gid);
  }
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off`;
  // Without a log file the server would keep pg_ctl's pipes open, and pg_ctl would never end.
  const log = join(folder, 'log');
  const start = () => {
    try {
      run('pg_ctl', ['-D', data, '-l', log, '-o', options, '-w', 'start']);
    } catch (error) {
      throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8').slice(-2000)}`, { cause: error });
    }
  };
  start();
  const sql = (statement) =>
    run('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-c', statement]);
  try {
    if (from === null) {
      sql('create role cam login createrole createdb');
      sql('create database cam owner cam');
    }
  } catch (error) {
    stop();
    throw error;
  }
  return {
    url: `postgres://cam@127.0.0.1:${port}/cam`,
    stop,
    start,
    /** Copies the files of the database into a new folder, for `startPostgres` to start on. The server pauses meanwhile. */
    copyFiles: (to) => {
      run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
      cpSync(data, to, { recursive: true });
      start();
    },
    /** Kills the server with all its processes, so that every connection is lost; `start` starts it again. */
    crash: () => {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      // A halted one starts no further processes, which would outlive it and keep its shared memory.
      process.kill(pid, 'SIGSTOP');
      const children =
        execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
          .match(/\d+/g)
          ?.map(Number) ?? [];
      for (const one of [pid, ...children]) {
        try {
          process.kill(one, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
      for (const one of [pid, ...children]) waitForEnd(one);
      // A killed process may stay in the table of processes for a while, and the next server would take it for a running one.
      for (const lock of [join(data, 'postmaster.pid'), join(folder, `.s.PGSQL.${port}.lock`)]) rmSync(lock, { force: true });
    },
  };
}

/** Waits until a killed process has ended: until then it holds its memory and its ports. */
function waitForEnd(pid) {
  const ofPid = `/proc/${pid}/stat`;
  const isRunning = () => {
    try {
      // Behind the name in brackets stands the state. A zombie has let go of everything.
      return !/^[ZX]/.test(readFileSync(ofPid, 'utf8').replace(/^.*\) /s, ''));
    } catch {
      return false;
    }
  };
  const flag = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync('/proc') && isRunning()) Atomics.wait(flag, 0, 0, 10);
}

/** The database that has the schema and nothing else, which others are copied from. */
const TEMPLATE = 'cam';
/** The template's keys are sealed with this one, so every server on a copy needs it. */
const SECRET_KEY = Buffer.alloc(32, 'test').toString('base64');

/** Returns the variables of a server on a database that is the template or a copy of it. */
function onDatabase(url) {
  return { DATABASE_URL: url, CAM_SECRET_KEY: SECRET_KEY };
}

/**
 * Makes a database with the schema.
 * @param url an address on the server; its database must not be the template
 * @param connectTo the database to connect to instead
 * @returns the address of the new database
 */
async function createDatabase(url, { connectTo = null } = {}) {
  const { Client } = require('pg');
  const on = (name) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: connectTo === null ? url : on(connectTo) });
  await admin.connect();
  try {
    // Copying files takes about half the CPU time of copying pages through the log of changes, which PostgreSQL does by default since it has the choice.
    const { rows } = await admin.query(`select current_setting('server_version_num')::int >= 150000 as has_choice`);
    await admin.query(`create database ${name} template ${TEMPLATE}${rows[0].has_choice ? ' strategy file_copy' : ''}`);
  } finally {
    await admin.end();
  }
  return on(name);
}

module.exports = { createDatabase, findPostgres, onDatabase, startPostgres };
