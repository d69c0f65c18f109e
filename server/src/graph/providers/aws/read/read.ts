import { normaliseAws } from '../normalise/normalise';
import type { SourceFacts } from '../../../engine/source-facts';
import { ImportFailure } from '../../../engine/bundle/import-failure';
import type { BundleFile, BundleReader, ReadBundle } from '../../../engine/bundle/bundle-reader';
import { editAwsBundle } from '../edit/edit-bundle';
import { AwsBundleReader } from './read-account';

/** Reads the bundle of one AWS account. */
export class AwsAccountBundle implements BundleReader {
  readonly #reader = new AwsBundleReader();

  add(file: BundleFile): void {
    this.#reader.add(file);
  }

  result(): ReadBundle {
    const { bundle, warnings, accountIds } = this.#reader.result();
    return {
      warnings,
      normalise: (tenantId, accountId, _takenAt, edits = []) => {
        checkAccount(accountId, accountIds);
        if (!bundle.authorization) {
          throw new ImportFailure(
            'The bundle contains no readable output of "aws iam get-account-authorization-details". Export the account again and import the new bundle.',
          );
        }
        const facts = normaliseAws(tenantId, accountId, editAwsBundle(bundle, edits));
        if (!hasPrincipals(facts)) {
          throw new ImportFailure('The bundle contains no readable user, group or role. Export the account again and import the new bundle.');
        }
        return facts;
      },
    };
  }
}

function hasPrincipals({ entities }: SourceFacts): boolean {
  return entities.some(({ isIdentity }) => isIdentity);
}

function checkAccount(accountId: string, found: readonly string[]): void {
  const [most] = found;
  if (most === undefined || found.includes(accountId)) return;
  throw new ImportFailure(`The bundle is of account ${most}, not of ${accountId}. Import it as account ${most}, or export account ${accountId}.`);
}
