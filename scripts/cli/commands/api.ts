import type { ApiSnapshot, Endpoint } from '@cam/contracts/server';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';

export function apiCommand(): Command {
  return group('api', 'the contract between the server and the remotes', [canIDeployCommand()]);
}

function canIDeployCommand(): Command {
  return command('can-i-deploy', 'whether the server of this checkout still serves every release that consoles may load')
    .addHelpText('after', '\nExits with 1 where a release would break, so that a pipeline stops there.')
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
        `${id} ${version} (${why.join(', ')}): ${breaks.length === 0 ? 'fits' : 'breaks'}`,
        ...breaks.map((line) => `  - ${line}`),
      ]);
      outputOf(options).result({ fits: broken.length === 0, releases: verdicts }, lines.join('\n') || 'No release is in use.');
      if (broken.length > 0)
        throw new CliFailure('Do not deploy this server yet: keep what these releases need, or move consoles to releases that do not need it.');
    });
}

async function breaksOf(contract: ApiSnapshot): Promise<string[]> {
  // The schemas are heavy: no other command pays for them.
  const { endpoints, compatibilityIssues } = await import('@cam/contracts/server');
  return Object.entries(contract).flatMap(([call, known]) => {
    const served = (endpoints as Record<string, Endpoint>)[call];
    return served ? compatibilityIssues(known, served).map((misfit) => `${call}: ${misfit}`) : [`${call} is not served any more`];
  });
}
