import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';
import { channelName, remoteId } from '../remote-names';

export function tokenCommand(): Command {
  return group('token', 'manage publisher tokens, which can only publish one remote', [createCommand(), listCommand(), revokeCommand()]);
}

function createCommand(): Command {
  return command('create', 'create a publisher token; it is printed only once')
    .argument('<id>', 'id of the remote')
    .requiredOption('--label <text>', 'user of the token, for example "alerts pipeline"')
    .option('--channel <name...>', 'channels that the token may move (default: none)')
    .option('--days <number>', 'days until it expires, 1 to 366', '90')
    .action(async (id: string, options: CommonOptions & { label: string; channel?: string[]; days: string }) => {
      const days = Number(options.days);
      if (!Number.isInteger(days) || days < 1 || days > 366)
        throw new CliFailure(`Invalid value "${options.days}" for --days. Use a whole number from 1 to 366.`);
      const answer = await clientOf(options).call('POST /v1/remotes/{id}/publisher-tokens', {
        path: { id: remoteId(id) },
        body: { label: options.label, channels: (options.channel ?? []).map(channelName), days },
      });
      const words = [
        answer.token,
        `The token can publish ${id} until ${answer.publisher_token.expires_at}. Store it as the pipeline secret CAM_PUBLISHER_TOKEN.`,
      ];
      outputOf(options).result(answer, words.join('\n'));
    });
}

function listCommand(): Command {
  return command('list', 'list the publisher tokens of a remote without their values')
    .argument('<id>', 'id of the remote')
    .action(async (id: string, options: CommonOptions) => {
      const answer = await clientOf(options).call('GET /v1/remotes/{id}/publisher-tokens', { path: { id: remoteId(id) } });
      const rows = answer.tokens.map((token) => [
        token.token_id,
        token.label,
        token.channels.join(', '),
        token.revoked ? 'revoked' : token.expires_at,
        token.last_used_at ?? 'never',
      ]);
      outputOf(options).result(answer, table(['ID', 'LABEL', 'CHANNELS', 'EXPIRES', 'LAST USED'], rows));
    });
}

function revokeCommand(): Command {
  return command('revoke', 'revoke a publisher token immediately')
    .argument('<id>', 'id of the remote')
    .argument('<token id>', 'id from "token list"')
    .action(async (id: string, tokenId: string, options: CommonOptions) => {
      const path = { id: remoteId(id), token_id: tokenId };
      await clientOf(options).call('DELETE /v1/remotes/{id}/publisher-tokens/{token_id}', { path });
      outputOf(options).result({ id, token_id: tokenId, revoked: true }, `Revoked token ${tokenId} of ${id}.`);
    });
}
