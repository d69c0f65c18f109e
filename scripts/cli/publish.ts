import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteId, RemoteManifest } from '@cam/contracts';
import type { ApiClient } from './api-client';
import { CliFailure } from './failure';
import { provenanceFiles } from './provenance';
import { zipFolder } from './zip-folder';

export interface PublishOutcome {
  id: RemoteId;
  version: string;
  created: boolean;
  warnings: string[];
}

/** Returns the manifest of a built remote. Throws a CliFailure that says how to build it. */
export async function builtManifest(dist: string): Promise<RemoteManifest> {
  try {
    return JSON.parse(await readFile(join(dist, 'remote.json'), 'utf8')) as RemoteManifest;
  } catch {
    throw new CliFailure(
      `${dist} contains no built remote. Build it first: npm run build -- remotes/<id>, or npm run build in a repository of its own.`,
    );
  }
}

/** Publishes the built remote in a folder, with its provenance. The server refuses an incompatible release with the gate and the fix. */
export async function publishFolder(client: ApiClient, dist: string, dryRun = false): Promise<PublishOutcome> {
  const { id, version } = await builtManifest(dist);
  // A call fetches the token as well, and reports what is wrong with it.
  client.token().catch(() => undefined);
  const raw = { content: await zipFolder(dist, provenanceFiles(dist, { id, version })), type: 'application/zip' };
  const answer = await client.call('POST /v1/remotes/{id}/releases', { path: { id }, query: { dry_run: dryRun }, raw });
  return { id, version, created: answer.created, warnings: answer.warnings };
}
