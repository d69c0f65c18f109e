import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REMOTE_IDS, isOwnRemoteId, isRemoteId, type RemoteId } from '@cam/contracts';
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
    policyCommand(),
    whyCommand(),
    historyCommand(),
    tokenCommand(),
  ];
  return group('remotes', 'releases, channels and policies of the remotes', commands);
}

/** Throws a CliFailure where it cannot be the id of a remote. Those that teams add are known to the server alone. */
export function remoteId(text: string): RemoteId {
  if (isRemoteId(text)) return text;
  throw new CliFailure(`"${text}" cannot be the id of a remote: small letters, digits and hyphens. Those of CAM: ${REMOTE_IDS.join(', ')}`);
}

interface PublishOptions extends CommonOptions {
  dryRun?: boolean;
  channel?: string;
  reason?: string;
}

/** Throws a CliFailure that lists the channels. */
export function channelName(text: string): 'stable' | 'canary' {
  if (text !== 'stable' && text !== 'canary') throw new CliFailure(`There is no channel "${text}". Channels: stable, canary`);
  return text;
}

function listCommand(): Command {
  return command('list', 'what the tenant gets; with an id, the releases of that remote and its channels')
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
  return command('publish', 'publish a built remote as a release; no tenant gets it before a channel or a pin points at it')
    .argument('<id or path>', 'id of a remote of this checkout (its dist folder), or a folder')
    .option('--dry-run', 'go through the gates only')
    .option('--channel <name>', 'then point this channel at it: stable or canary')
    .option('--reason <text>', 'why the channel is moved')
    .action(async (target: string, options: PublishOptions) => {
      const channel = options.channel === undefined ? null : channelName(options.channel);
      const client = clientOf(options);
      const outcome = await publishFolder(client, distOf(target), options.dryRun);
      const { id, version } = outcome;
      const done = outcome.created ? 'is published' : options.dryRun ? 'passes every gate' : 'was published before; nothing changed';
      if (channel && !options.dryRun) {
        const body = { version, ...(options.reason ? { reason: options.reason } : {}) };
        await client.call('PUT /v1/remotes/{id}/channels/{channel}', { path: { id, channel }, body });
        return outputOf(options).result({ ...outcome, channel }, `${id} ${version} ${done}. The ${channel} channel points at it.`);
      }
      const next = outcome.created ? [`Point a channel at it: npm run cam -- remotes channel ${id} stable ${version}`] : [];
      return outputOf(options).result(
        outcome,
        [...outcome.warnings.map((line) => `Warning: ${line}`), `${id} ${version} ${done}.`, ...next].join('\n'),
      );
    });
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'whether a built remote passes every gate of the server; nothing is published')
    .argument('<id or path>', 'id of a remote of this checkout (its dist folder), or a folder')
    .action(async (target: string, options: CommonOptions) => {
      const outcome = await publishFolder(clientOf(options), distOf(target), true);
      const lines = [...outcome.warnings.map((line) => `Warning: ${line}`), `${outcome.id} ${outcome.version} passes every gate.`];
      outputOf(options).result(outcome, lines.join('\n'));
    });
}

/** The built files of a remote of this checkout, or those in a folder. */
function distOf(target: string): string {
  const folder = isOwnRemoteId(target) ? join(ROOT, 'remotes', target, 'dist') : resolve(process.env.INIT_CWD ?? '.', target);
  if (!existsSync(folder)) throw new CliFailure(`There is no folder ${folder}. Build the remote first: npm run build -- remotes/<id>`);
  return existsSync(join(folder, 'dist', 'remote.json')) ? join(folder, 'dist') : folder;
}

function channelCommand(): Command {
  return command('channel', 'point a channel at a release; pointing at an earlier one is a roll-back')
    .argument('<id>', 'id of a remote')
    .argument('<channel>', 'stable or canary')
    .argument('<version>', 'a published version')
    .option('--if-match <etag>', 'only where the channel still has this etag (see "list <id> --json")')
    .option('--reason <text>', 'why')
    .action(async (id: string, channel: string, version: string, options: CommonOptions & { ifMatch?: string; reason?: string }) => {
      const answer = await clientOf(options).call('PUT /v1/remotes/{id}/channels/{channel}', {
        path: { id: remoteId(id), channel: channelName(channel) },
        body: { version, ...(options.reason ? { reason: options.reason } : {}) },
        headers: options.ifMatch ? { 'if-match': `"${options.ifMatch}"` } : {},
      });
      outputOf(options).result(answer, `The ${channel} channel of ${id} points at ${version}.`);
    });
}

function whyCommand(): Command {
  return command('why', 'why the tenant gets this release of a remote')
    .argument('<id>', 'id of a remote')
    .option('--host <version>', 'as a tab with this host sees it')
    .action(async (id: string, options: CommonOptions & { host?: string }) => {
      const answer = await clientOf(options).call('GET /v1/remotes/why', { query: { id: remoteId(id), host: options.host } });
      outputOf(options).result(
        answer,
        [answer.version ? `${id} ${answer.version}` : `${id}: none`, ...answer.why.map((line) => `- ${line}`)].join('\n'),
      );
    });
}
