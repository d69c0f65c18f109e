import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account, CloudType, SourceMessage, SourceProgress } from '@cam/contracts';
import type { Command } from 'commander';
import type { ApiClient } from '../api-client';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { readBundlesFile } from '../demo/bundles-file';
import { CliFailure } from '../failure';
import type { Output } from '../output';
import { zipFolder } from '../zip-folder';

interface ImportOptions extends CommonOptions {
  cloud?: CloudType;
  account?: string;
  name?: string;
}

/** Which source a bundle is of. */
interface Target {
  cloud: CloudType;
  account: string;
  name?: string;
}

/** How often the progress is asked for (ms). */
const POLL = 500;

export function importCommand(): Command {
  return command('import', 'import a snapshot bundle as a source and follow it to the end')
    .argument('<path>', "a folder, a zip, or one JSON file, as the provider's own command line prints it; or a folder of bundles with a bundles.json")
    .option('--cloud <type>', 'AWS, AZURE, GCP, IDP_AZURE_AD or IDP_OKTA')
    .option('--account <id>', "the provider's id of the account")
    .option('--name <name>', 'name of the source')
    .addHelpText(
      'after',
      '\nExample:\n  aws iam get-account-authorization-details > bundle/iam/get-account-authorization-details.json\n  npm run cam -- import ./bundle --cloud AWS --account 123456789012 --name prod\nA folder of several bundles says in bundles.json what each is of, in the order of their import:\n  {"bundles": [{"path": "prod", "cloud": "AWS", "account": "123456789012", "name": "Production"}]}',
    )
    .action(async (path: string, options: ImportOptions) => {
      const output = outputOf(options);
      const client = clientOf(options);
      const { cloud, account, name } = options;
      if (cloud && account) {
        const imported = await importBundle(client, output, resolve(path), { cloud, account, name });
        output.result(imported.result, imported.summary);
        if (imported.failed) process.exitCode = 1;
        return;
      }
      const several = await readBundlesFile(resolve(path));
      if (!several)
        throw new CliFailure('Say with --cloud and --account of what the bundle is. A folder of several bundles says it in its bundles.json.');
      const all: Imported[] = [];
      for (const entry of several.bundles) {
        output.progress(`${entry.cloud} ${entry.name}${entry.day ? ` of ${entry.day}` : ''}`);
        all.push(await importBundle(client, output, join(resolve(path), entry.path), entry));
      }
      const failed = all.filter((imported) => imported.failed).length;
      const verdict = `${all.length - failed} of ${all.length} bundles are imported.`;
      output.result({ imported: all.map(({ result }) => result) }, [...all.map(({ summary }) => summary), verdict].join('\n'));
      if (failed > 0) process.exitCode = 1;
    });
}

interface Imported {
  failed: boolean;
  result: { account: Account; progress: SourceProgress };
  summary: string;
}

/** Sends a bundle and follows its import to the end. */
async function importBundle(client: ApiClient, output: Output, path: string, target: Target): Promise<Imported> {
  const bundle = await readBundle(path);
  const { account } = await client.call('PUT /v1/policy-reader/bundles/{cloud_type}/{account_id}', {
    path: { cloud_type: target.cloud, account_id: target.account },
    query: { name: target.name, file: bundle.file },
    raw: bundle,
  });
  const progress = await follow(client, account.uid, output);
  const failed = progress.current_phase_enum.endsWith('_FAILED');
  return { failed, result: { account, progress }, summary: summary(target, progress, failed) };
}

interface Bundle {
  content: Uint8Array;
  type: string;
  file?: string;
}

async function readBundle(path: string): Promise<Bundle> {
  const stats = await stat(path).catch(() => {
    throw new CliFailure(`There is nothing at ${path}.`);
  });
  if (stats.isDirectory()) return { content: await zipFolder(path), type: 'application/zip' };
  const content = await readFile(path);
  const isZip = content.subarray(0, 2).toString('latin1') === 'PK';
  return isZip ? { content, type: 'application/zip' } : { content, type: 'application/json', file: basename(path) };
}

/** Prints each phase as it begins, until the import is done or has failed. */
async function follow(client: ApiClient, uid: string, output: Output): Promise<SourceProgress> {
  let shown = '';
  for (;;) {
    const { sources } = await client.call('GET /v1/calendar/progress');
    const source = sources.find((candidate) => candidate.uid === uid);
    if (source) {
      const line = `${String(Math.round(source.progress)).padStart(3)} %  ${source.current_phase_enum}`;
      if (line !== shown) output.progress(line);
      shown = line;
      if (source.current_phase_enum === 'PHASE_DONE' || source.current_phase_enum.endsWith('_FAILED')) return source;
    }
    await delay(POLL);
  }
}

function summary({ cloud, account }: Target, { messages, current_phase_enum: phase }: SourceProgress, failed: boolean): string {
  const verdict = failed ? `The import of ${cloud} account ${account} failed in ${phase}.` : `${cloud} account ${account} is imported.`;
  return [...messages.map(messageLine), verdict].join('\n');
}

function messageLine({ type, file, place, message }: SourceMessage): string {
  const where = [file, place].filter(Boolean).join(' ');
  return `${type}${where ? ` ${where}` : ''}: ${message}`;
}
