import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';

export function tokenCommand(): Command {
  return command('token', 'print a bearer token of the embedded identity platform, for curl and tests', { tenant: false })
    .option('--user <email>', 'user of the embedded user pool')
    .option('--tenant <id>', 'tenant of an operator token, without --user')
    .addHelpText(
      'after',
      '\nExample:\n  curl -H "authorization: Bearer $(npm run -s cam -- token --user admin@demo.example)" http://localhost:8080/v1/remotes',
    )
    .action(async (options: CommonOptions & { user?: string }) => {
      const body = { ...(options.user ? { user: options.user } : {}), ...(options.tenant ? { tenant: options.tenant } : {}) };
      const answer = await clientOf(options).callAsInstallation('POST /v1/operator/token', { body });
      outputOf(options).result(answer, answer.access_token);
    });
}
