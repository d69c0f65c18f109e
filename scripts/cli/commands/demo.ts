import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { SIZES, type Size } from '../../../server/demo/size';
import type { DemoOptions } from '../../../server/demo/plan';
import { demoTenant } from '../../../server/demo/tenant';
import { zipBundle } from '../../../server/demo/zip-bundle';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { writeTenant } from '../demo/write-tenant';
import { CliFailure } from '../failure';
import { importSeveral, reportImports, type BundleContent, type Import } from '../import-bundle';

interface CompanyOptions extends CommonOptions {
  size: Size;
  days: number;
  seed: number;
  end: string;
}

/** Yesterday, the last day that is over in every time zone. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

export function demoCommand(): Command {
  const write = command('demo', 'write the bundles of a made-up company across all providers; equal options give equal bytes', { tenant: false });
  // Options after `load` belong to `load`.
  return withCompany(write.enablePositionalOptions())
    .option('--out <folder>', 'folder to write to, new or empty', './demo-tenant')
    .addHelpText('after', '\nExample:\n  npm run cam -- demo --size S --out ./demo-tenant --days 3\n  npm run cam -- import ./demo-tenant')
    .action(async (options: CompanyOptions & { out: string }) => {
      const output = outputOf(options);
      const folder = resolve(options.out);
      if ((await readdir(folder).catch(() => [])).length > 0)
        throw new CliFailure(`${folder} is not empty. Choose another folder with --out, or delete it.`);
      const { bundles } = await writeTenant(folder, demoTenant(companyOf(options)), ({ day, name }) => output.progress(`${day}  ${name}`));
      output.result({ folder, bundles }, `Wrote ${bundles.length} bundles to ${folder}. Import them with: npm run cam -- import ${options.out}`);
    })
    .addCommand(loadCommand());
}

function loadCommand(): Command {
  const load = command('load', 'import the made-up company into a tenant of the running server, day by day');
  return withCompany(load)
    .addHelpText('after', '\nExample:\n  npm run cam -- demo load --size M')
    .action(async (options: CompanyOptions) => {
      const output = outputOf(options);
      reportImports(output, await importSeveral(clientOf(options), output, importsOf(companyOf(options))));
    });
}

function* importsOf(company: DemoOptions): Generator<Import> {
  for (const bundle of demoTenant(company)) {
    const { cloudType: cloud, accountId: account, name, day, takenAt } = bundle;
    const content = async (): Promise<BundleContent> => ({ content: await zipBundle(bundle, { compress: true }), type: 'application/zip' });
    yield { target: { cloud, account, name, takenAt }, title: `${cloud} ${name} of ${day}`, content };
  }
}

/** Adds the options that describe the company. */
function withCompany(target: Command): Command {
  return target
    .addOption(
      new Option('--size <size>', 'S: over 1,000 resources; M: 500,000 resources in 200 accounts; L: 3 million resources')
        .choices(SIZES)
        .default('S'),
    )
    .option('--days <number>', 'daily snapshots, the last one on --end', wholeNumber, 1)
    .option('--seed <number>', 'seed of the made-up company', wholeNumber, 1)
    .option('--end <day>', 'last day of the history, YYYY-MM-DD', calendarDay, YESTERDAY);
}

function companyOf({ size, seed, end, days }: CompanyOptions): DemoOptions {
  return { size, seed, end, days };
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) throw new InvalidArgumentError('It must be a whole number from 1 to 1,000,000.');
  return number;
}

function calendarDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(time)) throw new InvalidArgumentError('It must be a date such as 2026-03-31.');
  return text;
}
