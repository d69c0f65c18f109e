import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';

export function secretsCommand(): Command {
  return group('secrets', 'manage the stored secrets of the installation', [
    command('rotate', 'replace the key of the data folder and encrypt every stored secret again', { tenant: false }).action(
      async (options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/secrets/rotate', {});
        const lost = answer.lost > 0 ? ` No key decrypts ${answer.lost} further secrets. Enter them again.` : '';
        outputOf(options).result(answer, `Replaced the key and encrypted ${answer.sealed} secrets again.${lost}`);
      },
    ),
  ]);
}
