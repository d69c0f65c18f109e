import type { Command } from 'commander';
import { API_TOKEN_SCOPES, DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS, ROTATION_HOURS, type ApiTokenScope } from '@cam/contracts/server';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';

interface UserOptions extends CommonOptions {
  user: string;
}

/** Returns the commands for API tokens, which programs call CAM with. They act as a user of the embedded user pool. */
export function tokensCommand(): Command {
  return group('tokens', 'manage API tokens, with which programs call CAM', [createCommand(), listCommand(), rotateCommand(), revokeCommand()]);
}

function ofUser(name: string, description: string): Command {
  return command(name, description, { tenant: false }).requiredOption('--user <email>', 'user whose token it is');
}

function createCommand(): Command {
  return ofUser('create', 'create an API token; it is printed only once')
    .requiredOption('--name <text>', 'what uses it, for example "nightly pipeline"')
    .requiredOption('--scope <scope...>', `scopes: ${API_TOKEN_SCOPES.join(', ')}`)
    .option('--days <number>', `days until it expires, 1 to ${MAX_TOKEN_DAYS}`, String(DEFAULT_TOKEN_DAYS))
    .option('--network <network...>', 'addresses or networks that may use it (default: any)')
    .option('--account <id...>', 'ids of the only accounts that it may read, at their providers (default: all)')
    .option('--service', 'the token belongs to the tenant and stays when the user leaves')
    .addHelpText(
      'after',
      '\nExample:\n  cam tokens create --user admin@demo.example --name pipeline --scope cam:general:read\n  CAM_URL=https://cam.example CAM_TOKEN=cam_... cam query "user can read bucket"',
    )
    .action(
      async (options: UserOptions & { name: string; scope: string[]; days: string; network?: string[]; account?: string[]; service?: boolean }) => {
        const days = Number(options.days);
        if (!Number.isInteger(days) || days < 1 || days > MAX_TOKEN_DAYS)
          throw new CliFailure(`Invalid value "${options.days}" for --days. Use a whole number from 1 to ${MAX_TOKEN_DAYS}.`);
        const body = {
          name: options.name,
          kind: options.service ? ('SERVICE' as const) : ('PERSONAL' as const),
          scopes: options.scope.map(scopeOf),
          days,
          ...(options.network ? { networks: options.network } : {}),
          ...(options.account ? { accounts: options.account } : {}),
        };
        const answer = await clientOf(options, { user: options.user }).call('POST /v1/tokens', { body });
        const words = [answer.token, `The token is valid until ${answer.api_token.expires_time}. Store it as CAM_TOKEN; it is not shown again.`];
        outputOf(options).result(answer, words.join('\n'));
      },
    );
}

function listCommand(): Command {
  return ofUser('list', "list a user's API tokens without their values; an administrator's list has all tokens of the tenant").action(
    async (options: UserOptions) => {
      const answer = await clientOf(options, { user: options.user }).call('GET /v1/tokens');
      const rows = answer.tokens.map((token) => [
        token.token_id,
        token.name,
        token.kind.toLowerCase(),
        token.owner,
        token.scopes.join(' '),
        token.accounts.join(' ') || 'all',
        token.revoked_time === null ? token.expires_time : 'revoked',
        token.last_used_time ?? 'never',
      ]);
      outputOf(options).result(answer, table(['ID', 'NAME', 'KIND', 'OWNER', 'SCOPES', 'ACCOUNTS', 'EXPIRES', 'LAST USED'], rows));
    },
  );
}

function rotateCommand(): Command {
  return ofUser('rotate', `give an API token a new value; the former one stays valid for ${ROTATION_HOURS} hours`)
    .argument('<token id>', 'id from "tokens list"')
    .action(async (tokenId: string, options: UserOptions) => {
      const answer = await clientOf(options, { user: options.user }).call('POST /v1/tokens/{token_id}/rotate', { path: { token_id: tokenId } });
      outputOf(options).result(answer, `${answer.token}\nThe former value stays valid for ${ROTATION_HOURS} hours.`);
    });
}

function revokeCommand(): Command {
  return ofUser('revoke', 'revoke an API token immediately')
    .argument('<token id>', 'id from "tokens list"')
    .action(async (tokenId: string, options: UserOptions) => {
      await clientOf(options, { user: options.user }).call('DELETE /v1/tokens/{token_id}', { path: { token_id: tokenId } });
      outputOf(options).result({ token_id: tokenId, revoked: true }, `Revoked token ${tokenId}.`);
    });
}

function scopeOf(text: string): ApiTokenScope {
  const scope = API_TOKEN_SCOPES.find((one) => one === text || one === `cam:${text}`);
  if (!scope) throw new CliFailure(`Unknown scope "${text}". Choose from: ${API_TOKEN_SCOPES.join(', ')}.`);
  return scope;
}
