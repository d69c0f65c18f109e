import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { SIZES, type Size } from '../../../server/src/demo/size';
import { demoTenant } from '../../../server/src/demo/tenant';
import { command, outputOf, type CommonOptions } from '../command';
import { writeTenant } from '../demo/write-tenant';
import { CliFailure } from '../failure';

interface DemoCommandOptions extends CommonOptions {
  size: Size;
  out: string;
  days: number;
  seed: number;
  end: string;
}

/** Yesterday: the last day that is over everywhere. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export function demoCommand(): Command {
  return command('demo', 'write the bundles of a made-up company over all providers; the same options give the same bytes', { tenant: false })
    .addOption(new Option('--size <size>', 'S: some thousand resources; M: 500,000 over 200 accounts; L: 3 million').choices(SIZES).default('S'))
    .option('--out <folder>', 'where to write; new or empty', './demo-tenant')
    .option('--days <number>', 'daily snapshots, the last one on --end', wholeNumber, 1)
    .option('--seed <number>', 'another number makes another company', wholeNumber, 1)
    .option('--end <day>', 'last day of the history, YYYY-MM-DD', calendarDay, YESTERDAY)
    .addHelpText('after', '\nExample:\n  npm run cam -- demo --size S --out ./demo-tenant --days 3\n  npm run cam -- import ./demo-tenant')
    .action(async (options: DemoCommandOptions) => {
      const output = outputOf(options);
      const folder = resolve(options.out);
      if ((await readdir(folder).catch(() => [])).length > 0)
        throw new CliFailure(`${folder} is not empty. Name another folder with --out, or delete it.`);
      const { size, seed, end, days } = options;
      const { bundles } = await writeTenant(folder, demoTenant({ size, seed, end, days }), ({ day, name }) => output.progress(`${day}  ${name}`));
      output.result({ folder, bundles }, `${bundles.length} bundles are in ${folder}. Import them with: npm run cam -- import ${options.out}`);
    });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) throw new InvalidArgumentError('It must be a whole number from 1 up.');
  return number;
}

function calendarDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(time)) throw new InvalidArgumentError('It must be a day such as 2026-03-31.');
  return text;
}
