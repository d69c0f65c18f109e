import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REMOTE_IDS, isOwnRemoteId, isRemoteId, type RemoteId, type Ring, type RolloutStage } from '@cam/contracts';
import type { Command } from 'commander';
import { ROOT } from '../../build/root';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { publishFolder } from '../publish';
import { table } from '../table';
import { historyCommand } from './remote-history';
import { policyCommand } from './remote-policy';
import { createCommand } from './remote-create';
import { tokenCommand } from './remote-token';

export function remotesCommand(): Command {
  const commands = [
    createCommand(),
    listCommand(),
    publishCommand(),
    canIDeployCommand(),
    channelCommand(),
    ringCommand(),
    policyCommand(),
    whyCommand(),
    historyCommand(),
    tokenCommand(),
  ];
  return group('remotes', 'manage releases, channels and policies of remotes', commands);
}

/** Returns the id of a remote. Throws a CliFailure for an invalid one. Only the server knows the remotes that teams add. */
export function remoteId(text: string): RemoteId {
  if (isRemoteId(text)) return text;
  throw new CliFailure(`Invalid remote id "${text}". Use lowercase letters, digits and hyphens. The remotes of CAM are: ${REMOTE_IDS.join(', ')}`);
}

interface PublishOptions extends CommonOptions {
  dryRun?: boolean;
  channel?: string;
  reason?: string;
  once?: boolean;
}

/** Returns the name of a channel. Throws a CliFailure that lists the channels. */
export function channelName(text: string): 'stable' | 'canary' {
  if (text !== 'stable' && text !== 'canary') throw new CliFailure(`There is no channel "${text}". Channels: stable, canary`);
  return text;
}

function listCommand(): Command {
  return command('list', 'list the remotes of the tenant; with an id, list the releases and channels of that remote')
    .argument('[id]', 'id of a remote')
    .action(async (id: string | undefined, options: CommonOptions) => {
      const client = clientOf(options);
      const output = outputOf(options);
      if (id !== undefined) {
        const answer = await client.call('GET /v1/remotes/{id}/releases', { path: { id: remoteId(id) } });
        const pointing = (version: string) =>
          Object.entries(answer.channels)
            .filter(([, channel]) => channel.version === version)
            .map(([name]) => name)
            .join(', ');
        const rows = answer.releases.map((one) => [one.version, pointing(one.version), one.published_at, one.published_by, String(one.bytes)]);
        return output.result(answer, table(['VERSION', 'CHANNELS', 'PUBLISHED', 'BY', 'BYTES'], rows));
      }
      const view = await client.call('GET /v1/remotes');
      const rows = [
        ...view.remotes.map((remote) => [remote.id, 'on', remote.version]),
        ...view.off.map((remote) => [remote.id, 'off', remote.reason]),
        ...view.incompatible.map((remote) => [remote.id, 'incompatible', remote.why]),
      ];
      return output.result(view, table(['REMOTE', 'STATE', 'VERSION OR REASON'], rows, 140));
    });
}

function publishCommand(): Command {
  return command('publish', 'publish a built remote as a release; tenants get it only through a channel or a pin')
    .argument('<id or path>', 'id of a remote in this checkout, or a folder with a built remote')
    .option('--dry-run', 'check the gates without publishing')
    .option('--channel <name>', 'then point this channel at the release: stable or canary')
    .option('--reason <text>', 'reason for moving the channel')
    .option('--once', 'leave the channel as it is if it pointed at this release before, for deployments that repeat')
    .action(async (target: string, options: PublishOptions) => {
      const channel = options.channel === undefined ? null : channelName(options.channel);
      const client = clientOf(options);
      const outcome = await publishFolder(client, distOf(target), options.dryRun);
      const { id, version } = outcome;
      const done = outcome.created ? 'is published' : options.dryRun ? 'passes every gate' : 'is already published; nothing changed';
      if (channel && !options.dryRun) {
        const body = { version, ...(options.reason ? { reason: options.reason } : {}), ...(options.once ? { once: true } : {}) };
        const pointer = await client.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel }, body });
        const at = pointer.version === version ? 'points at it' : `was moved to ${pointer.version} since, and stays there`;
        return outputOf(options).result({ ...outcome, channel }, `${id} ${version} ${done}. The ${channel} channel ${at}.`);
      }
      const next = outcome.created ? [`Point a channel at it: npm run cam -- remotes channel ${id} stable ${version}`] : [];
      return outputOf(options).result(
        outcome,
        [...outcome.warnings.map((line) => `Warning: ${line}`), `${id} ${version} ${done}.`, ...next].join('\n'),
      );
    });
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'check that a built remote passes every gate of the server, without publishing it')
    .argument('<id or path>', 'id of a remote in this checkout, or a folder with a built remote')
    .action(async (target: string, options: CommonOptions) => {
      const outcome = await publishFolder(clientOf(options), distOf(target), true);
      const lines = [...outcome.warnings.map((line) => `Warning: ${line}`), `${outcome.id} ${outcome.version} passes every gate.`];
      outputOf(options).result(outcome, lines.join('\n'));
    });
}

/** Returns the folder with the built files of a remote in this checkout, or of a given folder. */
function distOf(target: string): string {
  const folder = isOwnRemoteId(target) ? join(ROOT, 'remotes', target, 'dist') : resolve(process.env.INIT_CWD ?? '.', target);
  if (!existsSync(folder)) throw new CliFailure(`The folder ${folder} does not exist. Build the remote first: npm run build -- remotes/<id>`);
  return existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder;
}

function channelCommand(): Command {
  return command('channel', 'point a channel at a release; an earlier release is a rollback')
    .argument('<id>', 'id of a remote')
    .argument('<channel>', 'stable or canary')
    .argument('<version>', 'a published version')
    .option('--if-match <etag>', 'fail unless the channel still has this ETag (see "list <id> --json")')
    .option('--reason <text>', 'reason for the change')
    .option('--percent <share>', 'give the release to a share of the users only, 1 to 100; the others keep the one before')
    .option(
      '--ring <ring>',
      'with --percent: "early" for the users of early tenants, "all" (default) for all early tenants and a share of the others',
    )
    .action(async (id: string, channel: string, version: string, options: ChannelOptions) => {
      const rollout = stageOf(options);
      const answer = await clientOf(options).call('PUT /v1/remotes/{id}/channels/{channel}', {
        path: { id: remoteId(id), channel: channelName(channel) },
        body: { version, ...(options.reason ? { reason: options.reason } : {}), ...(rollout ? { rollout } : {}) },
        headers: options.ifMatch ? { 'if-match': `"${options.ifMatch}"` } : {},
      });
      const others = answer.rollout ? ` for a part of the users; the others keep ${answer.rollout.from}` : '';
      outputOf(options).result(answer, `The ${channel} channel of ${id} points at ${version}${others}.`);
    });
}

interface ChannelOptions extends CommonOptions {
  ifMatch?: string;
  reason?: string;
  percent?: string;
  ring?: string;
}

/** Returns the stage of a rollout; undefined for all users. Throws a CliFailure for an invalid one. */
function stageOf({ percent, ring }: ChannelOptions): RolloutStage | undefined {
  if (percent === undefined && ring === undefined) return undefined;
  const share = Number(percent ?? 100);
  if (!Number.isInteger(share) || share < 1 || share > 100) throw new CliFailure(`Invalid share "${percent}". Use a whole number from 1 to 100.`);
  return { ring: ringName(ring ?? 'all'), percent: share };
}

/** Returns the name of a ring. Throws a CliFailure that lists the rings. */
function ringName(text: string): Ring {
  if (text !== 'early' && text !== 'all') throw new CliFailure(`There is no ring "${text}". Rings: early, all`);
  return text;
}

function ringCommand(): Command {
  return command('ring', 'list the tenants that get new releases first, or put a tenant into a ring')
    .argument('[tenant]', 'id of a tenant')
    .argument('[ring]', 'early or all')
    .action(async (tenant: string | undefined, ring: string | undefined, options: CommonOptions) => {
      const client = clientOf(options);
      if (tenant === undefined) {
        const answer = await client.call('GET /v1/remotes/rings');
        return outputOf(options).result(answer, answer.early.length > 0 ? answer.early.join('\n') : 'No tenant is in the early ring.');
      }
      const answer = await client.call('PUT /v1/remotes/rings/{tenant_id}', { path: { tenant_id: tenant }, body: { ring: ringName(ring ?? '') } });
      return outputOf(options).result(answer, `${tenant} is in the ring "${answer.ring}".`);
    });
}

function whyCommand(): Command {
  return command('why', 'explain why the tenant gets its release of a remote')
    .argument('<id>', 'id of a remote')
    .option('--host <version>', 'version of the host')
    .action(async (id: string, options: CommonOptions & { host?: string }) => {
      const answer = await clientOf(options).call('GET /v1/remotes/why', { query: { id: remoteId(id), host: options.host } });
      outputOf(options).result(
        answer,
        [answer.version ? `${id} ${answer.version}` : `${id}: none`, ...answer.why.map((line) => `- ${line}`)].join('\n'),
      );
    });
}
