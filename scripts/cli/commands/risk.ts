import type { Command } from 'commander';
import { clientOf, command, group, outputOf, wholeNumber, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';

interface TopOptions extends CommonOptions {
  of: string;
  number: string;
}

const MOST = 500;

export function riskCommand(): Command {
  return group('risk', 'read risk scores with their factors', [
    command('top', 'list the entities with the highest risk')
      .option('--of <kind>', 'identity or resource', 'identity')
      .option('-n, --number <count>', 'number of entities', '20')
      .action(async (options: TopOptions) => {
        const { of } = options;
        if (of !== 'identity' && of !== 'resource') throw new CliFailure(`Invalid kind "${of}". Use "identity" or "resource".`);
        const size = wholeNumber(options.number, '--number', MOST);
        const answer = await clientOf(options).call('GET /v1/risk', { query: { of, page_size: size } });
        const rows = answer.rows.map(({ risk, tier, type, name, account_name: source }) => [
          String(risk.score),
          String(tier),
          type,
          name,
          source,
          risk.factors.map((factor) => `${factor.name} ${factor.value.toFixed(2)}`).join(', '),
        ]);
        outputOf(options).result(answer, table(['RISK', 'TIER', 'TYPE', 'NAME', 'SOURCE', 'FACTORS'], rows, 80));
      }),
  ]);
}
