import type { ApiSnapshot } from '@cam/contracts/server';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { breaksOf, reportVerdicts } from '../verdicts';

export function apiCommand(): Command {
  return group('api', 'check the API contract between server and remotes', [canIDeployCommand()]);
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'check that the server of this checkout supports every release in use')
    .addHelpText('after', '\nExits with 1 if a release is incompatible, which fails a pipeline.')
    .action(async (options: CommonOptions) => {
      const client = clientOf(options);
      const { releases } = await client.call('GET /v1/remotes/in-use');
      const { endpoints } = await import('@cam/contracts/server');
      const verdicts = await Promise.all(
        releases.map(async (release) => {
          const known = await client.releaseFile<ApiSnapshot>(release.id, release.version, 'contract.json');
          return { ...release, breaks: await breaksOf(known, endpoints) };
        }),
      );
      const advice = 'Do not deploy this server yet. Keep the calls that these releases need, or move consoles to newer releases.';
      reportVerdicts(outputOf(options), verdicts, advice);
    });
}
