import type { RemoteManifest } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import { WorkerLimitReached, WorkerPool, type WorkerLimits } from '../../platform/async/worker-pool';
import { refuseIfAny } from './address-gates';
import type { GateContext, Refusal } from './gate';
import { refusalsOf } from './gates';
import { unpackRelease, type ReleaseFiles } from './release-archive';
import { consumedBy, FEDERATION_FILE, integrityOf, jsonOf, listedDigests, MANIFEST_FILE, releaseDigest } from './release-candidate';
import { splitSourceMaps } from './source-maps';
import type { NewRelease } from './store';

/** A release that passed all gates. */
export type CheckedRelease = Omit<NewRelease, 'id' | 'publishedAt' | 'publishedBy' | 'commit' | 'builder' | 'keyId'>;

/** An uploaded release, and what the gates compare it with. */
export interface CheckTask {
  zip: Uint8Array;
  context: GateContext;
}

/** The answer of the worker. The contents of all files are in one buffer, which moves between the threads without a copy. */
export type CheckAnswer =
  | { refused: { message: string; refusals: Refusal[] } }
  | { release: CheckedRelease; content: ArrayBuffer; files: { path: string; offset: number; length: number }[] };

/** A release of the largest permitted size takes some seconds. */
const LIMITS: WorkerLimits = { time: 60_000, memory: 1024 };

/**
 * Unpacks a release and runs all gates.
 * @throws ApiError 422 with all refusals
 */
export async function checkRelease({ zip, context }: CheckTask): Promise<{ release: CheckedRelease; files: ReleaseFiles }> {
  const files = await unpackRelease(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  // Source maps are for the team alone, so the gates and the digest leave them out.
  const { served } = splitSourceMaps(files);
  refuseIfAny(refusalsOf(served, context));
  return { release: describe(served), files };
}

/** Checks releases in threads of their own, so that other calls are answered meanwhile. */
export class ReleaseChecks {
  readonly #pool: WorkerPool;

  /** @param worker the built file of release-worker.ts */
  constructor(worker: URL) {
    this.#pool = new WorkerPool(worker, LIMITS);
  }

  /** Does the same as `checkRelease`. A release that exhausts the thread is refused as well. */
  async check(task: CheckTask): Promise<{ release: CheckedRelease; files: ReleaseFiles }> {
    const answer = await this.#pool.run<CheckAnswer>(task).catch((error: unknown) => {
      throw error instanceof WorkerLimitReached ? limitReached(error) : error;
    });
    if ('refused' in answer) throw unprocessable('RELEASE_REFUSED', answer.refused.message, { refusals: answer.refused.refusals });
    const { release, content, files } = answer;
    return { release, files: new Map(files.map(({ path, offset, length }) => [path, Buffer.from(content, offset, length)])) };
  }
}

/** Returns files in one buffer, for the way to another thread. */
export function packed(files: ReleaseFiles): { content: ArrayBuffer; files: { path: string; offset: number; length: number }[] } {
  const content = new Uint8Array([...files.values()].reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  const entries = [...files].map(([path, bytes]) => {
    content.set(bytes, offset);
    offset += bytes.length;
    return { path, offset: offset - bytes.length, length: bytes.length };
  });
  return { content: content.buffer, files: entries };
}

function describe(files: ReleaseFiles): CheckedRelease {
  const manifest = jsonOf(files, MANIFEST_FILE) as RemoteManifest;
  const integrity = integrityOf(files);
  const fileBytes = Object.fromEntries(Object.keys(integrity).map((path) => [path, files.get(path)?.length ?? 0]));
  return {
    version: manifest.version,
    digest: releaseDigest(integrity),
    bytes: Object.values(fileBytes).reduce((sum, bytes) => sum + bytes, 0),
    fileCount: Object.keys(integrity).length,
    manifest,
    consumes: consumedBy(manifest, jsonOf(files, FEDERATION_FILE)),
    integrity,
    listsDigests: listedDigests(jsonOf(files, FEDERATION_FILE)) !== null,
    fileBytes,
  };
}

function limitReached({ limit }: WorkerLimitReached): Error {
  const problem = limit === 'time' ? 'Checking the release took too long.' : 'Checking the release needs more memory than the server allows.';
  const fix = 'Check what the build puts into dist, and publish again.';
  return unprocessable('RELEASE_REFUSED', `${problem} ${fix}`, { refusals: [{ gate: 'archive', problem, fix }] });
}
