import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import JSZip from 'jszip';
import type { RemoteId, RemoteManifest } from '@cam/contracts/server';
import { ROOT } from '../build/root';
import type { ApiClient } from './api-client';
import { CliError } from './installation';

export interface Published {
  id: RemoteId;
  version: string;
  created: boolean;
  warnings: string[];
}

/** Publishes a built remote from its `dist` folder, and points a channel at it. The same way for everybody, the start script too. */
export async function publishRemote(client: ApiClient, id: RemoteId, options: { channel?: string; dryRun?: boolean; folder?: string } = {}): Promise<Published> {
  const folder = options.folder ?? join(ROOT, 'remotes', id, 'dist');
  const manifest = readManifest(folder, id);
  const content = await zipFolder(folder);
  const { release, created, warnings } = await client.call('POST /v1/remotes/{id}/releases', {
    path: { id },
    query: { dry_run: options.dryRun },
    file: { content, type: 'application/zip' },
  });
  if (!options.dryRun) await pointChannel(client, id, options.channel ?? 'stable', manifest.version);
  return { id, version: release.version, created, warnings };
}

export async function pointChannel(client: ApiClient, id: RemoteId, channel: string, version: string): Promise<void> {
  await client.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel }, body: { version } });
}

/** The version that a built remote has. */
export function builtVersion(id: RemoteId): string {
  return readManifest(join(ROOT, 'remotes', id, 'dist'), id).version;
}

function readManifest(folder: string, id: RemoteId): RemoteManifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')) as RemoteManifest;
  } catch {
    throw new CliError(`${folder} holds no built remote. Build it with: npm run build -w remotes/${id}`);
  }
}

async function zipFolder(folder: string): Promise<Buffer> {
  const zip = new JSZip();
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    // A fixed date: the same content makes the same archive.
    else zip.file(relative(folder, path), readFileSync(path), { date: new Date(0) });
  };
  add(folder);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' });
}
