import { createHash } from 'node:crypto';
import JSZip from 'jszip';
import { Ajv } from 'ajv';
import { RemoteManifest, type RemoteId } from '@cam/contracts/server';
import { unprocessable } from '../http/errors';

/** Limits of one release: they keep a broken upload from filling the disk. */
const MOST_FILES = 500;
const MOST_BYTES = 60 * 1024 * 1024;

export interface ReleaseArchive {
  manifest: RemoteManifest;
  integrity: Record<string, string>;
  files: Map<string, Buffer>;
  bytes: number;
  /** SHA-384 over the sorted file digests: equal content has an equal digest. */
  digest: string;
}

const validateManifest = new Ajv({ allErrors: true, strict: false }).compile(RemoteManifest);

/** Reads and checks a zipped release. Throws 422 that names the gate and the fix. */
export async function readReleaseArchive(id: RemoteId, zipped: Buffer): Promise<ReleaseArchive> {
  const files = await unzip(zipped);
  const manifest = jsonOf<RemoteManifest>(files, 'remote.json');
  if (!validateManifest(manifest)) {
    const problems = (validateManifest.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    throw refusal('manifest', 'remote.json does not follow the manifest schema. Build the remote with the build of its workspace.', problems);
  }
  if (manifest.id !== id) throw refusal('identity', `This is a release of ${manifest.id}, not of ${id}. Publish it under its own id.`);
  const integrity = jsonOf<Record<string, string>>(files, 'integrity.json');
  const named = [...files.keys()].filter((name) => name !== 'integrity.json' && !/\.(br|gz)$/.test(name));
  const wrong = named.filter((name) => integrity[name] !== `sha384-${createHash('sha384').update(files.get(name) ?? '').digest('base64')}`);
  if (wrong.length > 0) throw refusal('integrity', 'Some files are not those that were built. Build the remote again and publish it unchanged.', wrong);
  if (!files.has('mf-manifest.json')) throw refusal('entry', 'mf-manifest.json is missing. Build the remote with the build of its workspace.');
  const digest = createHash('sha384').update(named.sort().map((name) => `${name} ${integrity[name]}`).join('\n')).digest('base64');
  return { manifest, integrity, files, digest, bytes: [...files.values()].reduce((sum, file) => sum + file.length, 0) };
}

async function unzip(zipped: Buffer): Promise<Map<string, Buffer>> {
  let zip: JSZip;
  try {
    zip = await JSZip.loadAsync(zipped);
  } catch {
    throw refusal('archive', 'The upload is not a zip file. Publish with: npm run cam -- remotes publish <id>');
  }
  const entries = Object.values(zip.files).filter((entry) => !entry.dir);
  if (entries.length > MOST_FILES) throw refusal('size', `A release has at most ${MOST_FILES} files; this one has ${entries.length}.`);
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')) throw refusal('archive', `The file name ${name} leaves the folder of the release.`);
    const content = await entry.async('nodebuffer');
    bytes += content.length;
    if (bytes > MOST_BYTES) throw refusal('size', `A release has at most ${MOST_BYTES / 1024 / 1024} MB.`);
    files.set(name, content);
  }
  return files;
}

function jsonOf<T>(files: Map<string, Buffer>, name: string): T {
  const file = files.get(name);
  if (!file) throw refusal('archive', `${name} is missing. Build the remote with the build of its workspace.`);
  try {
    return JSON.parse(file.toString('utf8')) as T;
  } catch {
    throw refusal('archive', `${name} is not valid JSON. Build the remote again.`);
  }
}

/** A refused release: which gate, and what to do. */
export function refusal(gate: string, fix: string, problems: readonly string[] = []): Error {
  return unprocessable('RELEASE_REFUSED', fix, { gate, problems });
}
