import { REMOTE_IDS, isRemoteId, type Channel, type RemoteId, type Ring } from '@cam/contracts';
import { CliFailure } from './failure';

/** Returns the id of a remote. Throws a CliFailure for an invalid one. Only the server knows the remotes that teams add. */
export function remoteId(text: string): RemoteId {
  if (isRemoteId(text)) return text;
  throw new CliFailure(`Invalid remote id "${text}". Use lowercase letters, digits and hyphens. The remotes of CAM are: ${REMOTE_IDS.join(', ')}`);
}

/** Returns the name of a channel. Throws a CliFailure that lists the channels. */
export function channelName(text: string): Channel {
  if (text === 'stable' || text === 'canary' || text === 'staging') return text;
  throw new CliFailure(`There is no channel "${text}". Channels: stable, canary, staging`);
}

/** Returns the name of a ring. Throws a CliFailure that lists the rings. */
export function ringName(text: string): Ring {
  if (text === 'early' || text === 'all') return text;
  throw new CliFailure(`There is no ring "${text}". Rings: early, all`);
}
