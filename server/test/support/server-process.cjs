'use strict';
const { spawn } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative, resolve } = require('node:path');
const { checkerBundle, serverBundle } = require('../../../scripts/build/server-bundle.cjs');
const { copyPreparedData } = require('./prepared-data.cjs');

const ROOT = resolve(__dirname, '../../..');
const BUNDLE = join(ROOT, 'server/dist/test');
const QUICK_WASM = join(__dirname, 'quick-wasm.cjs');
const START_LIMIT = Number(process.env.CAM_TEST_START_LIMIT ?? 90_000);
/** The server's log message for a write that gave the audit log no values before or after it (server/src/platform/http/mount.ts). */
const MISSING_AUDIT_DETAIL = 'the handler did not give the audit detail that its contract promises';
const DEMO_PASSWORD = 'Demo-password-1!';

/** In the folder of the bundle: when its build began, and the files that it was built from. */
const INPUTS = 'inputs.json';

/**
 * Bundles the server as it is deployed, but with cheap passwords, and the action catalogue into a folder for tests, unless the bundle there is newer than its
 * sources. Each file is replaced at once, so another run that starts a server meanwhile finds whole files.
 */
async function buildServer() {
  if (isBuilt()) return;
  const made = `${BUNDLE}.${process.pid}`;
  await bundleInto(made);
  mkdirSync(BUNDLE, { recursive: true });
  const names = readdirSync(made).filter((name) => name !== INPUTS);
  for (const name of [...names, INPUTS]) renameSync(join(made, name), join(BUNDLE, name));
  rmSync(made, { recursive: true });
}

function isBuilt() {
  try {
    const { began, inputs } = JSON.parse(readFileSync(join(BUNDLE, INPUTS), 'utf8'));
    return inputs.every((path) => statSync(join(ROOT, path)).mtimeMs < began);
  } catch {
    // A source was removed, or there is no bundle yet.
    return false;
  }
}

/**
 * Hashes new passwords at a sixty-fourth of the cost: nearly every test makes a tenant with an administrator, and hashes took a sixth of the CPU time of the
 * tests. A hash names its cost, so every server can verify it. The cost as deployed is tested in password-hash.test.ts and by the console's tests.
 */
const cheapPasswords = {
  name: 'cheap-passwords',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]security[\\/]password-hash\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace('N: 2 ** 16', 'N: 2 ** 10');
      if (contents === source) throw new Error(`the cost of a hash is no longer where it was: ${path}`);
      return { contents, loader: 'ts' };
    });
  },
};

async function bundleInto(folder) {
  const began = Date.now();
  const { build } = require('esbuild');
  const { metafile: ofServer } = await build({ ...serverBundle(folder, '.js'), plugins: [cheapPasswords], metafile: true });
  const { metafile: ofChecker } = await build({ ...checkerBundle(folder), metafile: true });
  const maker = join(folder, 'compact-catalogue.cjs');
  const { metafile: ofMaker } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'scripts/catalogue/compact-catalogue.ts')],
    bundle: true,
    metafile: true,
    platform: 'node',
    outfile: maker,
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'aws-catalogue.json'), JSON.stringify(require(maker).compactCatalogue(ROOT)));
  const own = [...Object.keys(ofServer.inputs), ...Object.keys(ofChecker.inputs), ...Object.keys(ofMaker.inputs)].filter(
    (path) => !path.startsWith('node_modules/'),
  );
  // Packages change with the lockfile only.
  const inputs = [...own, 'package-lock.json', 'scripts/build/server-bundle.cjs', relative(ROOT, __filename)];
  writeFileSync(join(folder, INPUTS), JSON.stringify({ began, inputs }));
}

/** Copies of prepared data that a server was started on, by folder: another server may go on with it. */
const copies = new Map();

/**
 * Starts one real server on a free port with its own data folder, and waits until it serves.
 * @param env variables of this server on top of the defaults
 * @param data the prepared data folder to copy (see prepared-data.cjs), or `none` for an empty one. A copy spares the server two thirds of its start.
 */
async function startServer(env = {}, { data = env.DATABASE_URL ? 'none' : 'installation' } = {}) {
  const made = env.CAM_DATA || data === 'none' ? null : await copyPreparedData(data);
  const dataDir = env.CAM_DATA ?? made?.dataDir ?? mkdtempSync(join(tmpdir(), 'cam-test-'));
  if (made) copies.set(dataDir, made);
  const copy = copies.get(dataDir);
  const removeData = () => (copy ? copy.remove() : rmSync(dataDir, { recursive: true, force: true }));
  // The demo tenant asks enough of its database for optimized code.
  const quick = data === 'demo' || env.CAM_DEMO === 'on' ? [] : ['--require', QUICK_WASM];
  const child = spawn(process.execPath, [...quick, '--enable-source-maps', join(BUNDLE, 'main.js')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CAM_DATA: dataDir,
      CAM_DEMO: 'off',
      CAM_DEMO_PASSWORD: DEMO_PASSWORD,
      CAM_LOG_LEVEL: 'info',
      // As many attempts as in production, after shorter waits.
      CAM_JOB_RETRY_DELAY: '1',
      ...made?.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let serves = false;
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)));
  const url = await new Promise((serving, failed) => {
    const fail = (why) => {
      if (serves) return;
      if (!env.CAM_DATA) removeData();
      failed(new Error(`the server ${why}:\n${output}`));
    };
    const limit = setTimeout(() => (child.kill('SIGKILL'), fail('did not serve in time')), START_LIMIT);
    const read = (chunk) => {
      output += chunk;
      const line = /"url":"([^"]+)","msg":"serving"/.exec(output);
      if (!line) return;
      clearTimeout(limit);
      serves = true;
      serving(line[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => (clearTimeout(limit), fail(`ended with code ${code}`)));
  });
  const keyFile = join(dataDir, 'operator.key');
  return {
    url,
    pid: child.pid,
    dataDir,
    databaseUrl: copy?.env.DATABASE_URL ?? env.DATABASE_URL ?? null,
    restartEnv: { ...copy?.env, CAM_DATA: dataDir },
    operatorKey: existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : '',
    /** Resolves when the process ends, with its signal or exit code in words. */
    ended,
    /** Returns everything that the server has logged so far. */
    log: () => output,
    removeData,
    /**
     * Stops the server and removes its data folder.
     * @param signal SIGKILL for a crash
     * @param keepData keeps the data folder and its database for another server, or until `removeData`
     * @throws if a write left its audit entry without values before or after it
     */
    stop: async ({ signal = 'SIGTERM', keepData = false } = {}) => {
      child.kill(signal);
      await ended;
      if (!keepData) removeData();
      const untold = output.split('\n').filter((line) => line.includes(MISSING_AUDIT_DETAIL));
      if (untold.length > 0) throw new Error(`writes that the audit log has no before or after of:\n${untold.join('\n')}`);
    },
  };
}

module.exports = { buildServer, startServer, BUNDLE, DEMO_PASSWORD, QUICK_WASM };
