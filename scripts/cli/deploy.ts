import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REMOTE_IDS, type OwnRemoteId } from '@cam/contracts';
import { ApiClient } from './api-client';
import { CliFailure } from './failure';
import { findInstallation } from './installation';
import { builtManifest, publishFolder } from './publish';

/** Last releases deployed from this checkout, by remote. A channel that an operator has moved since stays there. */
type Deployed = Partial<Record<OwnRemoteId, string>>;

export interface DeployOutcome {
  /** Remotes whose stable channel was moved. */
  changed: OwnRemoteId[];
  /** Remotes that could not be deployed, with the reason. */
  refused: { id: OwnRemoteId; why: string }[];
}

/**
 * Publishes built remotes and points the stable channel at them, like `remotes publish` and `remotes channel`. A release that was deployed before
 * is skipped, so that a rollback survives a restart. If one is refused, the others are still deployed.
 */
export async function deployRemotes(root: string, dataDir: string, ids: readonly OwnRemoteId[] = REMOTE_IDS): Promise<DeployOutcome> {
  const client = new ApiClient(findInstallation({ dataDir }));
  const noteFile = join(dataDir, 'deployed.json');
  const deployed = await readNote(noteFile);
  const changed: OwnRemoteId[] = [];
  let refused: DeployOutcome['refused'] = [];
  const deployAll = async (some: readonly OwnRemoteId[]): Promise<void> => {
    refused = [];
    await Promise.all(
      some.map(async (id) => {
        try {
          if (await deployRemote(client, join(root, 'remotes', id, 'dist'), id, deployed)) changed.push(id);
        } catch (error) {
          if (!(error instanceof CliFailure)) throw error;
          refused.push({ id, why: error.message });
        }
      }),
    );
  };
  await deployAll(ids);
  // A page that moved to another remote is refused until the former owner's new release is deployed.
  if (refused.length > 0 && changed.length > 0) await deployAll(refused.map(({ id }) => id));
  if (changed.length > 0) await writeFile(noteFile, JSON.stringify(deployed, null, 2));
  return { changed, refused };
}

/**
 * Publishes a built remote without pointing a channel at it, so that `deployRemotes` has less to do. A refusal is left for that: another release may have to
 * come first.
 */
export async function publishRemote(root: string, dataDir: string, id: OwnRemoteId): Promise<void> {
  const client = new ApiClient(findInstallation({ dataDir }));
  const dist = join(root, 'remotes', id, 'dist');
  try {
    const { version } = await builtManifest(dist);
    const { releases } = await client.call('GET /v1/remotes/{id}/releases', { path: { id } });
    if (!releases.some((release) => release.version === version)) await publishFolder(client, dist);
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
  }
}

async function deployRemote(client: ApiClient, dist: string, id: OwnRemoteId, deployed: Deployed): Promise<boolean> {
  const { version } = await builtManifest(dist);
  const { releases, channels } = await client.call('GET /v1/remotes/{id}/releases', { path: { id } });
  const isPublished = releases.some((release) => release.version === version);
  if (isPublished && channels.stable && deployed[id] === version) return false;
  if (!isPublished) await publishFolder(client, dist);
  await client.call('PUT /v1/remotes/{id}/channels/{channel}', {
    path: { id, channel: 'stable' },
    body: { version, reason: 'deployed from the checkout' },
  });
  deployed[id] = version;
  return true;
}

async function readNote(file: string): Promise<Deployed> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Deployed;
  } catch {
    return {};
  }
}
