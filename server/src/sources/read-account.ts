import { readFile } from 'node:fs/promises';
import type { NormalisedAccount, Warning } from '../graph/model';
import { normaliseAws } from '../graph/normalise/aws';
import { bundleFiles } from './bundles/bundle-files';
import { AwsBundleReader } from './bundles/read-aws-bundle';
import { ImportFailure } from './import-failure';

export interface AccountBundle {
  /** What is wrong with parts of the bundle. */
  warnings: Warning[];
  /** Throws ImportFailure where the bundle holds nothing usable of the account. */
  normalise: (tenantId: string, accountId: string) => NormalisedAccount;
}

/**
 * Reads the bundle of an AWS account, file by file.
 * @param progress how much of it is read, 0 to 1
 */
export async function readAwsAccount(path: string, fileName: string, progress: (done: number) => Promise<void>): Promise<AccountBundle> {
  const content = await readFile(path);
  const reader = new AwsBundleReader();
  let seen = 0;
  for await (const file of bundleFiles(content, fileName)) {
    reader.add(file);
    seen += file.content?.length ?? 0;
    // What a zip unpacks to is not known before: each file moves it towards the end.
    await progress(seen / (seen + content.length));
  }
  const { bundle, warnings, accountIds } = reader.result();
  return {
    warnings,
    normalise: (tenantId, accountId) => {
      checkAccount(accountId, accountIds);
      if (!bundle.authorization) {
        throw new ImportFailure(
          'The bundle holds no readable output of "aws iam get-account-authorization-details". Export it again and import that.',
        );
      }
      const account = normaliseAws(tenantId, accountId, bundle);
      if (account.principals.length === 0) {
        throw new ImportFailure('The bundle holds no user, group or role that can be read. Export the account again and import that.');
      }
      return account;
    },
  };
}

function checkAccount(accountId: string, found: readonly string[]): void {
  const [most] = found;
  if (most === undefined || found.includes(accountId)) return;
  throw new ImportFailure(`The bundle is of account ${most}, not of ${accountId}. Import it as account ${most}, or export account ${accountId}.`);
}
