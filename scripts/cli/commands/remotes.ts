import { stageInWords, type ChannelState } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { remoteId, ringName } from '../remote-names';
import { table } from '../table';
import { channelCommand, promoteCommand } from './remote-channel';
import { deliveryCommands, planInWords } from './remote-delivery';
import { historyCommand } from './remote-history';
import { policyCommand } from './remote-policy';
import { canIDeployCommand, publishCommand } from './remote-publish';
import { backEndCommand } from './remote-back-end';
import { keyCommand } from './remote-key';
import { pruneCommand } from './remote-prune';
import { tokenCommand } from './remote-token';

export function remotesCommand(): Command {
  const commands = [
    listCommand(),
    publishCommand(),
    canIDeployCommand(),
    channelCommand(),
    promoteCommand(),
    ...deliveryCommands(),
    ringCommand(),
    policyCommand(),
    whyCommand(),
    historyCommand(),
    tokenCommand(),
    keyCommand(),
    backEndCommand(),
    pruneCommand(),
  ];
  return group('remotes', 'manage releases, channels and policies of remotes', commands);
}

function listCommand(): Command {
  return command('list', 'list the remotes of the tenant; with an id, list the releases and channels of that remote')
    .argument('[id]', 'id of a remote')
    .action(async (id: string | undefined, options: CommonOptions) => {
      const client = clientOf(options);
      const output = outputOf(options);
      if (id !== undefined) {
        const path = { id: remoteId(id) };
        const answer = await client.call('GET /v1/remotes/{id}/releases', { path });
        const { plans } = await client.call('GET /v1/remotes/{id}/delivery', { path });
        const rows = answer.releases.map((one) => [
          one.version,
          pointingAt(one.version, answer.channels),
          one.published_at,
          one.published_by,
          String(one.bytes),
        ]);
        const open = plans.filter(({ state }) => state === 'approval' || state === 'scheduled').map(planInWords);
        return output.result({ ...answer, plans }, [table(['VERSION', 'CHANNELS', 'PUBLISHED', 'BY', 'BYTES'], rows), ...open].join('\n'));
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

/** Names the channels that point at a release, and the users who get it during a rollout. */
function pointingAt(version: string, channels: Record<string, ChannelState>): string {
  return Object.entries(channels)
    .flatMap(([name, { version: current, rollout }]) => {
      if (current === version) return [rollout ? `${name} (${stageInWords(rollout)})` : name];
      return rollout?.from === version ? [`${name} (all other users)`] : [];
    })
    .join(', ');
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
