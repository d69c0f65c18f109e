import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { endpoints, LISTED_DIGESTS, RemoteManifest, snapshotOf, type RemoteId, type RemoteManifestSource } from '@cam/contracts/server';
import { collectCalls } from './collect-calls';
import { defineRemote } from './define-remote';
import { compressBelow } from './precompress';
import { runWebpack } from './run-webpack';
import { runtimeRanges } from './shared-dependencies';

interface RemoteToBuild {
  /** Where the sources are, in this repository or anywhere else. */
  folder: string;
  version: string;
  /** Emptied first; the `dist` of the sources unless named. */
  dist?: string;
  /** With a change that does nothing, for benchmarks. */
  changed?: boolean;
}

/**
 * Builds one remote into a folder: its chunks, `remote.json` (the manifest with version and calls),
 * `contract.json` (what it knows of each of these calls) and `integrity.json` (SHA-384 of every file).
 */
export async function buildRemote({ folder, version, dist = join(folder, 'dist'), changed = false }: RemoteToBuild): Promise<void> {
  const manifest = await readManifest(folder, version);
  const { id } = manifest;
  await runWebpack(defineRemote({ folder, dist, id, version, changed }));
  completeFederationManifest(dist);
  checkBudget(id, dist, manifest.budget);
  writeFileSync(join(dist, 'remote.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(dist, 'contract.json'), JSON.stringify(snapshotOf(manifest.calls, endpoints)));
  const digests = digestsBelow(dist, () => true);
  writeFileSync(join(dist, 'integrity.json'), JSON.stringify(digests, null, 2));
  await compressBelow(dist);
}

async function readManifest(folder: string, version: string): Promise<RemoteManifest> {
  const { default: source } = (await import(pathToFileURL(join(folder, 'remote.manifest.ts')).href)) as { default: RemoteManifestSource };
  const manifest: RemoteManifest = { schema: 1, version, calls: collectCalls(join(folder, 'src')), ...source };
  const ajv = new Ajv({ allErrors: true, strict: false });
  if (!ajv.validate(RemoteManifest, manifest)) throw new Error(`${folder}/remote.manifest.ts is not valid: ${ajv.errorsText()}`);
  return manifest;
}

/**
 * Adds the runtime to what the federation manifest says that the host must have: a host without it gets an earlier release. Names of chunks are taken
 * out: the federation runtime would ask for them at the address of the release, and their code does at the one that releases share. Digests are
 * put in, so that the registry, which vouches for the manifest, need not tell everybody those of every file of every area.
 */
function completeFederationManifest(dist: string): void {
  const file = join(dist, 'mf-manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { shared: object[]; exposes: object[] };
  const none = { sync: [], async: [] };
  const runtime = Object.entries(runtimeRanges()).map(([name, requiredVersion]) => ({
    id: name,
    name,
    version: requiredVersion.slice(1),
    singleton: true,
    requiredVersion,
    assets: { js: none, css: none },
  }));
  const exposes = manifest.exposes.map((exposed) => ({ ...exposed, assets: { js: none, css: none } }));
  // Of no use to anybody but the plugin that writes it.
  rmSync(join(dist, 'mf-stats.json'), { force: true });
  const digests = digestsBelow(dist, (path) => !path.endsWith('.json'));
  writeFileSync(file, JSON.stringify({ ...manifest, exposes, shared: [...manifest.shared, ...runtime], [LISTED_DIGESTS]: digests }));
}

/** The size limit of a remote stands in its manifest, so that raising it is a visible change. */
function checkBudget(id: RemoteId, dist: string, budget: number): void {
  const bytes = filesBelow(dist)
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  if (bytes > budget)
    throw new Error(`${id} is ${bytes} bytes (gzip), over its budget of ${budget}. Make it smaller, or raise "budget" in its remote.manifest.ts.`);
}

/** SHA-384 of files, as browsers write it, by path. */
function digestsBelow(dist: string, isWanted: (path: string) => boolean): Record<string, string> {
  const digest = (file: string): string => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
  const files = filesBelow(dist).filter((file) => isWanted(relative(dist, file)));
  return Object.fromEntries(files.map((file) => [relative(dist, file), digest(file)]));
}

function filesBelow(path: string): string[] {
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]));
}
