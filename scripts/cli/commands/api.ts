import type { ApiSnapshot, Endpoint } from '@cam/contracts/server';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

export function apiCommand(): Command {
  return group('api', 'check the API contract between server and remotes', [canIDeployCommand()]);
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'check that the server of this checkout supports every release in use')
    .addHelpText('after', '\nExits with 1 if a release is incompatible, which fails a pipeline.')
    .action(async (options: CommonOptions) => {
      const client = clientOf(options);
      const { releases } = await client.call('GET /v1/remotes/in-use');
      const verdicts = await Promise.all(
        releases.map(async ({ id, version, why }) => ({
          id,
          version,
          why,
          breaks: await breaksOf(await client.releaseFile<ApiSnapshot>(id, version, 'contract.json')),
        })),
      );
      const broken = verdicts.filter(({ breaks }) => breaks.length > 0);
      const lines = verdicts.flatMap(({ id, version, why, breaks }) => [
        `${id} ${version} (${why.join(', ')}): ${breaks.length === 0 ? 'compatible' : 'incompatible'}`,
        ...breaks.map((line) => `  - ${line}`),
      ]);
      outputOf(options).result({ fits: broken.length === 0, releases: verdicts }, lines.join('\n') || 'No release is in use.');
      if (broken.length > 0)
        throw new CliFailure('Do not deploy this server yet. Keep the calls that these releases need, or move consoles to newer releases.');
    });
}

async function breaksOf(contract: ApiSnapshot): Promise<string[]> {
  // Loading the schemas is slow, so no other command does it.
  const { endpoints, compatibilityIssues } = await import('@cam/contracts/server');
  return Object.entries(contract).flatMap(([call, known]) => {
    const served = (endpoints as Record<string, Endpoint>)[call];
    return served ? compatibilityIssues(known, served).map((issue) => `${call}: ${issue}`) : [`${call} no longer exists`];
  });
}
