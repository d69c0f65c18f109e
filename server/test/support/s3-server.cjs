'use strict';
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { npmTool } = require('../../../scripts/test/npm-tool.cjs');

/** A server with the API of S3 that verifies signatures (MIT). It is no dependency of CAM: its package excludes the oldest Node.js that CAM runs on. */
const PACKAGE = '@20minutes/s3rver';
const VERSION = '5.0.0';

/** The only keys that it accepts. */
const KEYS = { CAM_STORAGE_ACCESS_KEY_ID: 'S3RVER', CAM_STORAGE_SECRET_ACCESS_KEY: 'S3RVER' };

/** Returns the folder of the installed package; null if it cannot be had. */
const findS3 = () => npmTool(PACKAGE, VERSION);

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
    child = spawn(process.execPath, ['-e', script, findS3(), directory, String(port)], {
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
