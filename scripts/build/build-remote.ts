import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import {
  endpoints,
  ENTRY_DIGESTS,
  ENTRY_FILE,
  LISTED_DIGESTS,
  nameProblems,
  openApiCalls,
  RemoteManifest,
  snapshotOf,
  type ApiSnapshot,
  type RemoteId,
  type RemoteManifestSource,
} from '@cam/contracts/server';
import { collectBackEndCalls, collectCalls } from './collect-calls';
import { defineRemote } from './define-remote';
import { compressBelow } from './precompress';
import { runWebpack } from './run-webpack';
import { runtimeRanges } from './shared-dependencies';

interface RemoteToBuild {
  /** Folder of the sources, in this repository or elsewhere. */
  folder: string;
  version: string;
  /** Output folder, emptied first. Default: `dist` in the folder of the sources. */
  dist?: string;
  /** Adds a change without effect, for benchmarks. */
  changed?: boolean;
  /** Compresses less, for this machine only. */
  quick?: boolean;
}

/**
 * Builds one remote into a folder: its chunks, `remote.json` (the manifest with version and calls), `contract.json` (the schemas of these calls), `back-end.json` (those
 * of the calls to the team's own server, if there are any) and `integrity.json` (SHA-384 of every file). Throws if the manifest is invalid or the build exceeds its budget.
 */
export async function buildRemote({ folder, version, dist = join(folder, 'dist'), changed = false, quick = false }: RemoteToBuild): Promise<void> {
  const manifest = await readManifest(folder, version);
  const { id } = manifest;
  await runWebpack(await defineRemote({ folder, dist, id, version, changed }));
  listInEntry(dist);
  completeFederationManifest(dist);
  checkBudget(id, dist, manifest.budget);
  writeFileSync(join(dist, 'remote.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(dist, 'contract.json'), JSON.stringify(snapshotOf(manifest.calls, endpoints)));
  if (manifest.backEndCalls) writeFileSync(join(dist, 'back-end.json'), JSON.stringify(backEndSnapshot(folder, manifest.backEndCalls)));
  const digests = digestsBelow(dist, (path) => !path.endsWith('.map'));
  writeFileSync(join(dist, 'integrity.json'), JSON.stringify(digests, null, 2));
  await compressBelow(dist, { quick });
}

/**
 * Reads the manifest of a remote, with the calls of its sources.
 * @param state another one for each content of the file, so that a changed file is read again
 * @throws Error that names the file and its problem
 */
export async function readManifest(folder: string, version: string, state = ''): Promise<RemoteManifest> {
  const { default: source } = (await import(`${pathToFileURL(join(folder, 'remote.manifest.ts')).href}${state && `?${state}`}`)) as {
    default: RemoteManifestSource;
  };
  const backEndCalls = collectBackEndCalls(join(folder, 'src'));
  const found = { calls: collectCalls(join(folder, 'src')), ...(backEndCalls.length > 0 ? { backEndCalls } : {}) };
  const manifest: RemoteManifest = { schema: 1, version, ...found, ...source };
  const ajv = new Ajv({ allErrors: true, strict: false });
  if (!ajv.validate(RemoteManifest, manifest)) throw new Error(`${folder}/remote.manifest.ts is not valid: ${ajv.errorsText()}`);
  const [wrong] = nameProblems(manifest, null);
  if (wrong) throw new Error(`${folder}/remote.manifest.ts is not valid: ${wrong.problem} ${wrong.fix}`);
  return manifest;
}

/** Returns the calls to the team's own server by its `openapi.json`. @throws Error that names the calls that the document lacks */
function backEndSnapshot(folder: string, calls: readonly string[]): ApiSnapshot {
  const file = join(folder, 'openapi.json');
  if (!existsSync(file)) throw new Error(`The sources call the team's own server, so ${file} must hold its OpenAPI document.`);
  const snapshot = openApiCalls(JSON.parse(readFileSync(file, 'utf8')), calls);
  const missing = calls.filter((call) => !snapshot[call]);
  if (missing.length > 0) throw new Error(`${file} does not describe: ${missing.join(', ')}.`);
  return snapshot;
}

/** Writes the digests of all other scripts and styles into the first line of the entry, where the loader of the host reads them. */
function listInEntry(dist: string): void {
  const digests = digestsBelow(dist, (path) => !/\.(json|map)$/.test(path) && path !== ENTRY_FILE);
  const listed = Object.fromEntries(Object.entries(digests).map(([path, digest]) => [path, digest.replace('sha384-', '')]));
  const file = join(dist, ENTRY_FILE);
  writeFileSync(file, `${ENTRY_DIGESTS}${JSON.stringify(listed)};\n${readFileSync(file, 'utf8')}`);
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { mappings: string };
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

/**
 * Completes the federation manifest. Adds the runtime to the requirements, so that a host without it gets an earlier release. Removes names of chunks,
 * because the federation runtime would request them below the release, while chunks load from the folder that releases share. Adds digests, so that
 * the registry, which signs the manifest, need not send those of all files to every user.
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
  // Only the plugin that writes the file uses it.
  rmSync(join(dist, 'mf-stats.json'), { force: true });
  const digests = digestsBelow(dist, (path) => !/\.(json|map)$/.test(path));
  writeFileSync(file, JSON.stringify({ ...manifest, exposes, shared: [...manifest.shared, ...runtime], [LISTED_DIGESTS]: digests }));
}

/** Checks the size limit. It is in the remote's manifest, so that raising it is a visible change. */
function checkBudget(id: RemoteId, dist: string, budget: number): void {
  const bytes = filesBelow(dist)
    .filter((file) => /\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  if (bytes > budget)
    throw new Error(
      `${id} has ${bytes} bytes (gzip), which exceeds its budget of ${budget}. Reduce its size, or raise "budget" in its remote.manifest.ts.`,
    );
}

/** Returns the SHA-384 of files by path, in the format of browsers. */
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
