import { REMOTE_IDS } from '@cam/contracts/server';
import { ApiClient } from '../cli/api-client';
import { builtVersion, pointChannel, publishRemote } from '../cli/publish';

/** Publishes the remotes that were built here, as a team does; what is published already is only pointed at. */
export async function publishBuiltRemotes(): Promise<void> {
  const client = await ApiClient.ofTenant('demo');
  for (const id of REMOTE_IDS) {
    const version = builtVersion(id);
    const { releases, channels } = await client.call('GET /v1/remotes/{id}/releases', { path: { id } });
    if (channels.stable?.version === version) continue;
    if (releases.some((release) => release.version === version)) await pointChannel(client, id, 'stable', version);
    else {
      await publishRemote(client, id);
      console.log(`  published ${id} ${version}`);
    }
  }
}
