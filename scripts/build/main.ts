import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isOwnRemoteId } from '@cam/contracts/server';
import { valid } from 'semver';
import { buildServer } from './build-server';
import { markBuilt, staleTargets } from './built-targets';
import { Builder } from './builder';
import { ROOT } from './root';
import { allTargets, type Target } from './targets';

/** Webpack takes a core: more at once would only wait for each other. */
const PARALLEL = 2;

/** The two slowest targets. They start first, one on each core. */
const SLOWEST = ['host', 'remotes/graph-explorer'];

interface Options {
  force: boolean;
  /** Compresses less: for this machine only, not for networks. */
  quick: boolean;
  /** Version of a release of one remote, as a team's pipeline sets it. */
  version?: string | undefined;
  out?: string | undefined;
  /** A remote to build with a change without effect, for benchmarks. */
  changed?: string | undefined;
}

/** Builds changed targets among those named (`host`, `server`, `remotes/alerts`), or among all. */
async function buildChanged(names: string[], { force, quick }: Options): Promise<void> {
  const targets = named(names);
  const stale = force ? targets : staleTargets(targets, quick);
  const queue = stale.filter(({ kind }) => kind !== 'server').sort((a, b) => Number(SLOWEST.includes(b.name)) - Number(SLOWEST.includes(a.name)));
  const timed = async (target: Target, build: () => Promise<void>): Promise<void> => {
    const started = Date.now();
    await build();
    markBuilt(target, quick && target.kind !== 'server');
    console.log(`  built ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    // npm start goes on with what is built.
    process.send?.(target.name);
  };
  const buildQueued = async (): Promise<void> => {
    const builder = new Builder(quick);
    try {
      for (let target = queue.shift(); target; target = queue.shift()) {
        const { name } = target;
        await timed(target, () => builder.build(name));
      }
    } finally {
      builder.end();
    }
  };
  const server = stale.find(({ kind }) => kind === 'server');
  const builders = Array.from({ length: Math.min(PARALLEL, queue.length) }, buildQueued);
  await Promise.all([...(server ? [timed(server, () => buildServer())] : []), ...builders]);
}

function named(names: string[]): Target[] {
  const targets = allTargets();
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) throw new Error(`Unknown build target ${unknown.join(', ')}. Choose from: ${targets.map(({ name }) => name).join(', ')}`);
  return targets.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Builds one remote with a version into a folder. The checkout's own `dist` stays unchanged. */
async function buildRelease(names: string[], { version, out, changed }: Options): Promise<void> {
  const [target, ...others] = named(names);
  if (target?.kind !== 'remote' || others.length > 0 || names.length === 0)
    throw new Error('--version and --out need exactly one remote, as in: npm run build -- remotes/alerts --version 1.2.3 --out ./release');
  if (!version || !valid(version)) throw new Error(`Invalid --version "${version ?? ''}". Use a version such as 1.2.3.`);
  if (!out) throw new Error('--out is missing. Set it to the output folder of the release.');
  const { buildRemote } = await import('./build-remote');
  await buildRemote({ folder: join(ROOT, target.folder), version, dist: fromCaller(out), changed: changed === target.id });
}

/** Builds the remote in a folder outside this repository. Default version: that of its package. */
async function buildFolder(folder: string, { version, out }: Options): Promise<void> {
  const packaged = (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string }).version;
  const chosen = version ?? packaged;
  if (!chosen || !valid(chosen)) throw new Error(`"${chosen ?? ''}" is not a version. Set --version 1.2.3, or "version" in ${folder}/package.json.`);
  const { buildRemote } = await import('./build-remote');
  await buildRemote({ folder, version: chosen, ...(out ? { dist: fromCaller(out) } : {}) });
  console.log(`  built ${folder} as ${chosen}`);
}

/** Resolves a path relative to the caller's folder, because npm runs scripts in the root of the repository. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** Returns the folder of a remote outside this repository, or null if the name is not one. */
function remoteFolder(name: string | undefined): string | null {
  return name !== undefined && !allTargets().some((target) => target.name === name) && existsSync(join(fromCaller(name), 'remote.manifest.ts'))
    ? fromCaller(name)
    : null;
}

/** Builds host and remotes as one artefact. */
async function buildMonolith(changed: string | undefined): Promise<void> {
  if (changed !== undefined && !isOwnRemoteId(changed)) throw new Error(`Unknown remote ${changed} in --changed.`);
  const { defineMonolith, MONOLITH_DIST } = await import('./define-monolith');
  const [{ runWebpack }, { compressBelow }] = [await import('./run-webpack'), await import('./precompress')];
  const host = allTargets().find(({ kind }) => kind === 'host');
  await runWebpack(await defineMonolith(`${host?.kind === 'host' ? host.version : '0.0.0'}.monolith`, changed));
  await compressBelow(MONOLITH_DIST);
  console.log('  built dist/monolith; the server serves it with CAM_HOST_DIR=dist/monolith');
}

/** Packs the packages for teams, which the server serves below /npm. */
async function packPackages(): Promise<void> {
  const { buildPackages, PACKAGES_DIST } = await import('../packages/build-packages');
  await buildPackages();
  console.log(`  packed the packages for teams into ${PACKAGES_DIST}`);
}

/** Packs the command line or the client alone. */
async function packOne(name: 'cli' | 'client', out: string | undefined): Promise<void> {
  const { packAlone, PACKAGES_DIST } = await import('../packages/build-packages');
  const file = out === undefined ? join(PACKAGES_DIST, `${name}.tgz`) : fromCaller(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await packAlone(`@cam/${name}`));
  console.log(`  packed @cam/${name} into ${file}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      monolith: { type: 'boolean', default: false },
      changed: { type: 'string' },
      version: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const [first, ...others] = positionals;
  const folder = others.length === 0 ? remoteFolder(first) : null;
  if (first === 'packages' && others.length === 0) return packPackages();
  if ((first === 'cli' || first === 'client') && others.length === 0) return packOne(first, values.out);
  if (values.monolith) await buildMonolith(values.changed);
  else if (folder) await buildFolder(folder, values);
  else if (values.version !== undefined || values.out !== undefined) await buildRelease(positionals, values);
  else await buildChanged(positionals, values);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
