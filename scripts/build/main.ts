import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isOwnRemoteId } from '@cam/contracts/server';
import { valid } from 'semver';
import { buildRemote } from './build-remote';
import { buildServer } from './build-server';
import { defineHost } from './define-host';
import { defineMonolith, MONOLITH_DIST } from './define-monolith';
import { compressBelow } from './precompress';
import { ROOT } from './root';
import { runWebpack } from './run-webpack';
import { allTargets, type Target } from './targets';

const CACHE = join(ROOT, '.cache/builds.json');

/** Webpack takes a core: more at once would only wait for each other. */
const PARALLEL = 2;

type Built = Record<string, string>;

function readCache(): Built {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Built;
  } catch {
    return {};
  }
}

function markBuilt(target: Target): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ ...readCache(), [target.name]: target.inputs }, null, 2));
}

function isBuilt(target: Target): boolean {
  const marker = { server: 'main.mjs', host: 'index.html', remote: 'integrity.json' }[target.kind];
  try {
    readFileSync(join(ROOT, target.folder, 'dist', marker));
    return readCache()[target.name] === target.inputs;
  } catch {
    return false;
  }
}

async function buildOne(target: Target): Promise<void> {
  if (target.kind === 'server') await buildServer();
  else if (target.kind === 'remote') await buildRemote({ folder: join(ROOT, target.folder), version: target.version });
  else {
    const folder = join(ROOT, 'host');
    await runWebpack(defineHost(folder, target.version));
    await compressBelow(join(folder, 'dist'));
  }
}

/** Each build runs in a process of its own: webpack then gives its memory back. */
function buildInChild(target: Target): Promise<void> {
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--one', target.name], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`${target.name} was not built`));
      markBuilt(target);
      console.log(`  built ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}

interface Options {
  force: boolean;
  /** A release of one remote under a version of the caller's choice, as a team's own CI makes it. */
  version?: string | undefined;
  out?: string | undefined;
  /** A remote that is built with a change that does nothing, for benchmarks. */
  changed?: string | undefined;
}

/** Builds what changed: all targets, or those named (`host`, `server`, `remotes/alerts`). */
async function buildChanged(names: string[], { force }: Options): Promise<void> {
  const targets = named(names);
  const queue = targets.filter((target) => force || !isBuilt(target));
  const worker = async (): Promise<void> => {
    for (let target = queue.shift(); target; target = queue.shift()) await buildInChild(target);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function named(names: string[]): Target[] {
  const targets = allTargets();
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) throw new Error(`There is no build target ${unknown.join(', ')}. Targets: ${targets.map(({ name }) => name).join(', ')}`);
  return targets.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Builds one remote under a version into a folder, whatever was built before; the checkout's own `dist` stays as it is. */
async function buildRelease(names: string[], { version, out, changed }: Options): Promise<void> {
  const [target, ...others] = named(names);
  if (target?.kind !== 'remote' || others.length > 0 || names.length === 0)
    throw new Error('--version and --out are for one remote: npm run build -- remotes/alerts --version 1.2.3 --out ./release');
  if (!version || !valid(version)) throw new Error(`--version must be a version such as 1.2.3, not "${version ?? ''}"`);
  if (!out) throw new Error('--out must name the folder that the release is written to');
  await buildRemote({ folder: join(ROOT, target.folder), version, dist: fromCaller(out), changed: changed === target.id });
}

/** Builds the remote in a folder outside this repository; its version is that of its package unless one is named. */
async function buildFolder(folder: string, { version, out }: Options): Promise<void> {
  const packaged = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string }).version;
  const chosen = version ?? packaged;
  if (!chosen || !valid(chosen)) throw new Error(`"${chosen ?? ''}" is not a version. Name one with --version 1.2.3, or in ${folder}/package.json.`);
  await buildRemote({ folder, version: chosen, ...(out ? { dist: fromCaller(out) } : {}) });
  console.log(`  built ${folder} as ${chosen}`);
}

/** A path as the caller means it: npm runs scripts in the root of the repository. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** The folder of a remote that is no target of this repository; null where the name is none. */
function remoteFolder(name: string | undefined): string | null {
  return name !== undefined && !allTargets().some((target) => target.name === name) && existsSync(join(fromCaller(name), 'remote.manifest.ts'))
    ? fromCaller(name)
    : null;
}

/** Host and remotes as one artefact. */
async function buildMonolith(changed: string | undefined): Promise<void> {
  if (changed !== undefined && !isOwnRemoteId(changed)) throw new Error(`There is no remote ${changed} to change.`);
  const host = allTargets().find(({ kind }) => kind === 'host');
  await runWebpack(defineMonolith(`${host?.kind === 'host' ? host.version : '0.0.0'}.monolith`, changed));
  await compressBelow(MONOLITH_DIST);
  console.log('  built dist/monolith; the server serves it with CAM_HOST_DIR=dist/monolith');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      monolith: { type: 'boolean', default: false },
      changed: { type: 'string' },
      version: { type: 'string' },
      out: { type: 'string' },
      one: { type: 'string' },
    },
  });
  const [first, ...others] = positionals;
  const folder = others.length === 0 ? remoteFolder(first) : null;
  if (values.one) {
    const [target] = named([values.one]);
    if (target) await buildOne(target);
  } else if (values.monolith) await buildMonolith(values.changed);
  else if (folder) await buildFolder(folder, values);
  else if (values.version !== undefined || values.out !== undefined) await buildRelease(positionals, values);
  else await buildChanged(positionals, values);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
