import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { CloudType } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { readBundlesFile } from '../demo/bundles-file';
import { CliFailure } from '../failure';
import { importBundle, importSeveral, reportImports, type BundleContent } from '../import-bundle';
import { zipFolder } from '../zip-folder';

interface ImportOptions extends CommonOptions {
  cloud?: CloudType;
  account?: string;
  name?: string;
}

export function importCommand(): Command {
  return command('import', 'import a snapshot bundle as a source and wait for the result')
    .argument('<path>', "folder, zip file or JSON file with output of the provider's command line; or a folder of bundles with a bundles.json")
    .option('--cloud <type>', 'AWS, AZURE, GCP, IDP_AZURE_AD or IDP_OKTA')
    .option('--account <id>', 'id of the account at its provider')
    .option('--name <name>', 'name of the source')
    .addHelpText(
      'after',
      '\nExample:\n  aws iam get-account-authorization-details > bundle/iam/get-account-authorization-details.json\n  npm run cam -- import ./bundle --cloud AWS --account 123456789012 --name prod\nA folder of several bundles lists them in bundles.json, in import order:\n  {"bundles": [{"path": "prod", "cloud": "AWS", "account": "123456789012", "name": "Production"}]}',
    )
    .action(async (path: string, options: ImportOptions) => {
      const output = outputOf(options);
      const client = clientOf(options);
      const { cloud, account, name } = options;
      if (cloud && account) {
        const imported = await importBundle(client, output, await readBundle(resolve(path)), { cloud, account, name });
        output.result(imported.result, imported.summary);
        if (imported.failed) process.exitCode = 1;
        return;
      }
      const several = await readBundlesFile(resolve(path));
      if (!several) throw new CliFailure('The source of the bundle is missing. Set --cloud and --account, or list several bundles in bundles.json.');
      const imports = several.bundles.map(({ path: bundle, cloud: cloudType, account: accountId, name: title, taken_at: takenAt }) => ({
        target: { cloud: cloudType, account: accountId, name: title, takenAt },
        title: `${cloudType} ${title}${takenAt ? ` of ${takenAt.slice(0, 10)}` : ''}`,
        content: () => readBundle(join(resolve(path), bundle)),
      }));
      reportImports(output, await importSeveral(client, output, imports));
    });
}

async function readBundle(path: string): Promise<BundleContent> {
  const stats = await stat(path).catch(() => {
    throw new CliFailure(`${path} does not exist. Check the path.`);
  });
  if (stats.isDirectory()) return { content: await zipFolder(path), type: 'application/zip' };
  const content = await readFile(path);
  const isZip = content.subarray(0, 2).toString('latin1') === 'PK';
  return isZip ? { content, type: 'application/zip' } : { content, type: 'application/json', file: basename(path) };
}
