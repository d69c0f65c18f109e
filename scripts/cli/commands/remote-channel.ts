import { stageInWords, type Api, type Channel, type RemoteId, type RolloutStage } from '@cam/contracts';
import type { Command } from 'commander';
import { ApiRefusal, type ApiClient } from '../api-client';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { channelName, remoteId, ringName } from '../remote-names';
import { isoTime } from '../time';
import { planInWords } from './remote-delivery';

interface MoveOptions extends CommonOptions {
  at?: string;
  reason?: string;
  percent?: string;
  ring?: string;
}

/** A wanted move of a channel. */
export interface Move {
  id: RemoteId;
  channel: Channel;
  version: string;
  reason?: string | undefined;
  rollout?: RolloutStage | undefined;
  /** ISO time; undefined: now. */
  at?: string | undefined;
  once?: true | undefined;
  ifMatch?: string | undefined;
}

/** Moves a channel, or plans the move if it has a time or needs an approval. @returns the answer of the server, and a sentence about it */
export async function moveChannel(client: ApiClient, move: Move): Promise<{ answer: object; words: string }> {
  const { id, channel, version, reason, rollout, at, once, ifMatch } = move;
  const body = { version, ...(reason ? { reason } : {}), ...(rollout ? { rollout } : {}) };
  const plan = async (): Promise<{ answer: object; words: string }> => {
    const path = { id, channel };
    const answer = await client.call('POST /v1/remotes/{id}/channels/{channel}/plans', { path, body: { ...body, ...(at ? { at } : {}) } });
    return { answer, words: planInWords(answer) };
  };
  if (at !== undefined) return plan();
  try {
    const answer = await client.call('PUT /v1/remotes/{id}/channels/{channel}', {
      path: { id, channel },
      body: { ...body, ...(once ? { once } : {}) },
      headers: ifMatch ? { 'if-match': `"${ifMatch}"` } : {},
    });
    return { answer, words: movedInWords(answer, version) };
  } catch (error) {
    if (error instanceof ApiRefusal && error.body.code === 'APPROVAL_REQUIRED') return plan();
    throw error;
  }
}

function movedInWords({ id, channel, version, rollout }: Api['PUT /v1/remotes/{id}/channels/{channel}']['answer'], wanted: string): string {
  if (version !== wanted) return `The ${channel} channel of ${id} was moved to ${version} since, and stays there.`;
  const others = rollout ? ` for ${stageInWords(rollout)}; the others keep ${rollout.from}` : '';
  return `The ${channel} channel of ${id} points at ${version}${others}.`;
}

export function channelCommand(): Command {
  const described = command('channel', 'point a channel at a release; an earlier release is a rollback')
    .argument('<id>', 'id of a remote')
    .argument('<channel>', 'stable, canary or staging')
    .argument('<version>', 'a published version')
    .option('--if-match <etag>', 'fail unless the channel still has this ETag (see "list <id> --json")');
  return withStage(described).action(async (id: string, channel: string, version: string, options: MoveOptions & { ifMatch?: string }) => {
    const move = { id: remoteId(id), channel: channelName(channel), version, ...wantedBy(options), ifMatch: options.ifMatch };
    const { answer, words } = await moveChannel(clientOf(options), move);
    outputOf(options).result(answer, words);
  });
}

/** Points the stable channel at the release that the staging environment has. */
export function promoteCommand(): Command {
  const described = command('promote', 'point the stable channel at the release of the staging channel').argument('<id>', 'id of a remote');
  return withStage(described).action(async (id: string, options: MoveOptions) => {
    const client = clientOf(options);
    const { channels } = await client.call('GET /v1/remotes/{id}/releases', { path: { id: remoteId(id) } });
    const version = channels.staging?.version;
    if (version === undefined)
      throw new CliFailure(`The staging channel of ${id} has no release. Run: npm run cam -- remotes channel ${id} staging <version>`);
    const { answer, words } = await moveChannel(client, { id: remoteId(id), channel: 'stable', version, ...wantedBy(options) });
    outputOf(options).result(answer, words);
  });
}

function withStage(described: Command): Command {
  return described
    .option('--reason <text>', 'reason for the change')
    .option('--at <time>', 'plan the move for this time, for example 2027-01-04T06:00Z')
    .option('--percent <share>', 'give the release to a share of the users only, 1 to 100; the others keep the one before')
    .option(
      '--ring <ring>',
      'with --percent: "early" for the users of early tenants, "all" (default) for all early tenants and a share of the others',
    );
}

function wantedBy(options: MoveOptions): Pick<Move, 'reason' | 'at' | 'rollout'> {
  return { reason: options.reason, at: options.at === undefined ? undefined : isoTime(options.at), rollout: stageOf(options) };
}

/** Returns the stage of a rollout; undefined for all users. Throws a CliFailure for an invalid one. */
function stageOf({ percent, ring }: MoveOptions): RolloutStage | undefined {
  if (percent === undefined && ring === undefined) return undefined;
  const share = Number(percent ?? 100);
  if (!Number.isInteger(share) || share < 1 || share > 100) throw new CliFailure(`Invalid share "${percent}". Use a whole number from 1 to 100.`);
  return { ring: ringName(ring ?? 'all'), percent: share };
}
