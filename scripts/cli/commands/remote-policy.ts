import type { Api } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { remoteId } from '../remote-names';

interface PolicyOptions extends CommonOptions {
  on?: boolean;
  off?: boolean;
  pin?: string;
  unpin?: boolean;
  channel?: string;
  canary?: string;
  signed?: string;
  reason: string;
}

type Policy = Api['PATCH /v1/remotes/{id}/policy'];

export function policyCommand(): Command {
  return command('policy', 'set how a tenant gets a remote; omitted options stay unchanged')
    .argument('<id>', 'id of a remote')
    .option('--on', 'turn it on')
    .option('--off', 'turn it off')
    .option('--pin <version>', 'use this version instead of a channel')
    .option('--unpin', 'use the channel again')
    .option('--channel <name>', 'stable or canary')
    .option('--canary <percent>', 'percentage of users on the canary channel, 0 to 100')
    .option('--signed <on or off>', 'on: only releases that a key of their team signed')
    .requiredOption('--reason <text>', 'reason, shown to users of the tenant')
    .action(async (id: string, options: PolicyOptions) => {
      const policy = await clientOf(options).call('PATCH /v1/remotes/{id}/policy', { path: { id: remoteId(id) }, body: bodyOf(options) });
      outputOf(options).result(policy, words(policy, options.tenant ?? 'demo'));
    });
}

function bodyOf({ on, off, pin, unpin, channel, canary, signed, reason }: PolicyOptions): Policy['body'] {
  if (on && off) throw new CliFailure('Use either --on or --off, not both.');
  if (pin !== undefined && unpin) throw new CliFailure('Use either --pin or --unpin, not both.');
  const percent = canary === undefined ? undefined : Number(canary);
  if (percent !== undefined && (!Number.isInteger(percent) || percent < 0 || percent > 100)) {
    throw new CliFailure(`Invalid value "${canary}" for --canary. Use a whole number from 0 to 100.`);
  }
  if (channel !== undefined && channel !== 'stable' && channel !== 'canary')
    throw new CliFailure(`A tenant cannot follow "${channel}". Channels: stable, canary`);
  if (signed !== undefined && signed !== 'on' && signed !== 'off') throw new CliFailure(`Invalid value "${signed}" for --signed. Use on or off.`);
  return {
    reason,
    ...(signed === undefined ? {} : { signed_only: signed === 'on' }),
    ...(on || off ? { enabled: on === true } : {}),
    ...(pin !== undefined || unpin ? { pin: pin ?? null } : {}),
    ...(channel === undefined ? {} : { channel }),
    ...(percent === undefined ? {} : { canary_percent: percent }),
  };
}

function words(policy: Policy['answer'], tenant: string): string {
  const source = policy.pin
    ? `pinned to ${policy.pin}`
    : `following ${policy.channel}${policy.canary_percent > 0 ? `, ${policy.canary_percent} % of users on canary` : ''}`;
  return `${policy.id} is ${policy.enabled ? 'on' : 'off'} for tenant ${tenant}, ${source}${policy.signed_only ? ', signed releases only' : ''}: ${policy.reason}`;
}
