import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';
import { channelName, remoteId } from './remotes';

export function tokenCommand(): Command {
  return group('token', 'tokens by which a team publishes its remote and nothing else', [createCommand(), listCommand(), revokeCommand()]);
}

function createCommand(): Command {
  return command('create', 'make a publisher token; it is printed this once')
    .argument('<id>', 'id of the remote')
    .requiredOption('--label <text>', 'who will use it, such as "alerts pipeline"')
    .option('--channel <name...>', 'channels that it may move; none unless named')
    .option('--days <number>', 'how long it is good for, 1 to 366', '90')
    .action(async (id: string, options: CommonOptions & { label: string; channel?: string[]; days: string }) => {
      const days = Number(options.days);
      if (!Number.isInteger(days) || days < 1 || days > 366)
        throw new CliFailure(`--days takes a whole number from 1 to 366, not "${options.days}".`);
      const answer = await clientOf(options).call('POST /v1/remotes/{id}/publisher-tokens', {
        path: { id: remoteId(id) },
        body: { label: options.label, channels: (options.channel ?? []).map(channelName), days },
      });
      const words = [
        answer.token,
        `It publishes ${id} until ${answer.publisher_token.expires_at}. Keep it as a secret of the pipeline: CAM_PUBLISHER_TOKEN.`,
      ];
      outputOf(options).result(answer, words.join('\n'));
    });
}

function listCommand(): Command {
  return command('list', 'the publisher tokens of a remote, without the tokens themselves')
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
      outputOf(options).result(answer, table(['ID', 'LABEL', 'CHANNELS', 'GOOD UNTIL', 'LAST USED'], rows));
    });
}

function revokeCommand(): Command {
  return command('revoke', 'end a publisher token at once')
    .argument('<id>', 'id of the remote')
    .argument('<token id>', 'see "token list"')
    .action(async (id: string, tokenId: string, options: CommonOptions) => {
      const path = { id: remoteId(id), token_id: tokenId };
      await clientOf(options).call('DELETE /v1/remotes/{id}/publisher-tokens/{token_id}', { path });
      outputOf(options).result({ id, token_id: tokenId, revoked: true }, `The token ${tokenId} of ${id} is revoked.`);
    });
}
