import { readFile } from 'node:fs/promises';
import type { NormalisedAccount, Warning } from '../graph/model';
import { normaliseAws } from '../graph/normalise/aws';
import { bundleFiles } from './bundles/bundle-files';
import { AwsBundleReader } from './bundles/read-aws-bundle';
import { ImportFailure } from './import-failure';

/**
 * Reads the bundle of an AWS account and normalises it; throws ImportFailure where there is nothing usable in it. What is wrong with
 * parts of it goes to `warnings` as soon as it is known, so that it is there even where the reading ends in failure.
 * @param progress how much of the bundle is read, 0 to 1
 */
export async function readAwsAccount(
  tenantId: string,
  accountId: string,
  path: string,
  fileName: string,
  warnings: Warning[],
  progress: (done: number) => Promise<void>,
): Promise<NormalisedAccount> {
  const content = await readFile(path);
  const reader = new AwsBundleReader();
  let seen = 0;
  for await (const file of bundleFiles(content, fileName)) {
    reader.add(file);
    seen += file.content?.length ?? 0;
    // What a zip unpacks to is not known before: each file moves it towards the end.
    await progress(seen / (seen + content.length));
  }
  const read = reader.result();
  warnings.push(...read.warnings);
  checkAccount(accountId, read.accountIds);
  if (!read.bundle.authorization) {
    throw new ImportFailure('The bundle holds no readable output of "aws iam get-account-authorization-details". Export it again and import that.');
  }
  const account = normaliseAws(tenantId, accountId, read.bundle);
  warnings.push(...account.warnings);
  if (account.principals.length === 0 && read.accountIds.length === 0) {
    throw new ImportFailure('The bundle holds no user, group, role or policy. Export the account again and import that.');
  }
  return account;
}

function checkAccount(accountId: string, found: readonly string[]): void {
  const [most] = found;
  if (most === undefined || found.includes(accountId)) return;
  throw new ImportFailure(`The bundle is of account ${most}, not of ${accountId}. Import it as account ${most}, or export account ${accountId}.`);
}
