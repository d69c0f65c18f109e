import { FLAG_EFFECTS, isFeatureFlag } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, group, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';

export function flagsCommand(): Command {
  return group('flags', 'manage the feature flags of a tenant', [listCommand(), setCommand()]);
}

function listCommand(): Command {
  return command('list', 'list every flag with its value and effect').action(async (options: CommonOptions) => {
    const { featureflags } = await clientOf(options).call('GET /v1/tenants/featureflags');
    const rows = featureflags.map(({ featureflag: name, value, owner = 'CAM', effect = '' }) => [
      name,
      value ? 'on' : 'off',
      owner,
      isFeatureFlag(name) ? FLAG_EFFECTS[name] : effect,
    ]);
    outputOf(options).result(featureflags, table(['FLAG', 'VALUE', 'AREA', 'EFFECT'], rows, 140));
  });
}

function setCommand(): Command {
  return command('set', 'turn a flag on or off; open consoles follow within 2 seconds')
    .argument('<flag>', 'name of the flag')
    .argument('<value>', 'on or off')
    .action(async (flag: string, value: string, options: CommonOptions) => {
      if (value !== 'on' && value !== 'off') throw new CliFailure(`Invalid value "${value}". Use "on" or "off".`);
      const args = { path: { featureflag: flag }, body: { value: value === 'on' } };
      const answer = await clientOf(options).call('PATCH /v1/tenants/featureflag/{featureflag}', args);
      outputOf(options).result(answer, `${flag} is ${value} for tenant ${options.tenant}.`);
    });
}
