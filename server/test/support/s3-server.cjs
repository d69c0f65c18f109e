'use strict';
const { spawn, spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

/** A server with the API of S3 that verifies signatures (MIT). It is no dependency of CAM: its package excludes the oldest Node.js that CAM runs on. */
const PACKAGE = '@20minutes/s3rver';
const VERSION = '5.0.0';
const FOLDER = resolve(__dirname, `../../../.cache/s3rver-${VERSION}`);

/** The only keys that it accepts. */
const KEYS = { CAM_STORAGE_ACCESS_KEY_ID: 'S3RVER', CAM_STORAGE_SECRET_ACCESS_KEY: 'S3RVER' };

/** Returns the folder of the installed package; null if it is not there and the npm registry does not have it. */
function findS3() {
  const installed = join(FOLDER, 'node_modules', PACKAGE);
  if (existsSync(installed)) return installed;
  // Another test may install it at the same time.
  const own = `${FOLDER}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', own, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`];
  const { status } = spawnSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32', timeout: 120_000 });
  if (status === 0 && !existsSync(FOLDER)) renameSync(own, FOLDER);
  rmSync(own, { recursive: true, force: true });
  if (existsSync(installed)) return installed;
  console.warn(`The npm registry has no ${PACKAGE} ${VERSION}: the tests of object storage are skipped`);
  return null;
}

/** Starts the server in a process of its own with the bucket `cam`. `stop` and `start` are an outage: the objects and the port stay. */
async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'cam-s3-'));
  let child;
  let port = 0;
  const start = async () => {
    const script = `const S3rver = require(process.argv[1]);
      new S3rver({ port: Number(process.argv[3]), address: '127.0.0.1', directory: process.argv[2], silent: true, configureBuckets: [{ name: 'cam' }] })
        .run().then(({ port }) => console.log(port));
      process.stdin.on('end', () => process.exit()).resume();`;
    child = spawn(process.execPath, ['-e', script, join(FOLDER, 'node_modules', PACKAGE), directory, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    port = await new Promise((done, failed) => {
      child.stdout.once('data', (text) => done(Number(text)));
      child.once('exit', (code) => failed(new Error(`the S3 server ended with code ${code}`)));
    });
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    env: { CAM_STORAGE: 's3://cam/production', CAM_STORAGE_ENDPOINT: `http://127.0.0.1:${port}`, ...KEYS },
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

module.exports = { findS3, startS3 };
