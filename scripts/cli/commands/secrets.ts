import type { Command } from 'commander';
import { join } from 'node:path';
import { newOperatorKey } from '../../../server/src/areas/operator/operator-key';
import { replacePrivateFile } from '../../../server/src/platform/security/private-file';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { configuredKey, findInstallation } from '../installation';

export function secretsCommand(): Command {
  return group('secrets', 'manage the stored secrets of the installation', [
    command('rotate', 'replace the key of the data folder and encrypt every stored secret again', { tenant: false }).action(
      async (options: CommonOptions) => {
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/secrets/rotate', {});
        const lost = answer.lost > 0 ? ` No key decrypts ${answer.lost} further secrets. Enter them again.` : '';
        outputOf(options).result(answer, `Replaced the key and encrypted ${answer.sealed} secrets again.${lost}`);
      },
    ),
    command('rotate-back-end-key', 'replace the key that signs the tokens for the servers of teams', { tenant: false })
      .option('--compromised', 'end the former key at once; calls fail until the servers have read the new one')
      .action(async (options: CommonOptions & { compromised?: boolean }) => {
        const body = options.compromised ? { compromised: true } : {};
        const answer = await clientOf(options).callAsInstallation('POST /v1/operator/secrets/rotate-back-end-key', { body });
        const former = options.compromised ? 'The former keys no longer count.' : 'The former key stays published while its tokens live.';
        outputOf(options).result(answer, `The key ${answer.kid} signs from ${answer.signs_from}. ${former}`);
      }),
    command('rotate-operator-key', 'replace the key of the command line; the server accepts the new one at once', { tenant: false }).action(
      async (options: CommonOptions) => {
        const { dataDir } = findInstallation();
        if (configuredKey() !== null)
          throw new CliFailure(
            'The key comes from CAM_OPERATOR_KEY.\nSet it to a new key for all servers and for the command line, and restart them.',
          );
        const path = join(dataDir, 'operator.key');
        await replacePrivateFile(path, newOperatorKey());
        outputOf(options).result({ file: path }, `Replaced the key in ${path}. The former one no longer works.`);
      },
    ),
  ]);
}
