import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';

export function secretsCommand(): Command {
  return group('secrets', 'the secrets that the installation keeps sealed', [
    command('rotate', 'replace the key of the data folder, and seal every stored secret anew', { tenant: false }).action(
      async (options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/secrets/rotate', {});
        const lost = answer.lost > 0 ? ` ${answer.lost} could not be opened by any key and have to be entered anew.` : '';
        outputOf(options).result(answer, `The key is replaced: ${answer.sealed} secrets are sealed anew.${lost}`);
      },
    ),
  ]);
}
