import type { AzureBundle } from './bundle';
import { editAzureBundle } from '../edit/edit-assignments';
import { normaliseAzure } from '../normalise/normalise';
import { ImportFailure } from '../../../engine/bundle/import-failure';
import { AZURE_FILES, type AzureFile } from './fields';
import type { BundleFile, BundleReader, ReadBundle } from '../../../engine/bundle/bundle-reader';
import { EntryReader } from '../../../engine/bundle/entry-files';

/** Reads the bundle of one Azure subscription, or of several that are imported together. */
export class AzureBundleReader implements BundleReader {
  readonly #reader = new EntryReader<AzureFile>(AZURE_FILES);

  add(file: BundleFile): void {
    this.#reader.add(file);
  }

  result(): ReadBundle {
    const bundle: AzureBundle = {
      roleAssignments: this.#reader.of('role-assignments'),
      eligibleRoleAssignments: this.#reader.of('eligible-role-assignments'),
      roleDefinitions: this.#reader.of('role-definitions'),
      denyAssignments: this.#reader.of('deny-assignments'),
      managementGroups: this.#reader.of('management-groups'),
      resources: this.#reader.of('resources'),
      activityLog: this.#reader.of('activity-log'),
    };
    return {
      warnings: this.#reader.warnings(),
      normalise: (tenantId, accountId, _takenAt, edits = []) => {
        if (!bundle.roleAssignments && !bundle.resources) {
          throw new ImportFailure(
            'The bundle contains no readable role assignments or resources. Export the subscription again and import the new bundle.',
          );
        }
        checkSubscription(accountId, bundle);
        return normaliseAzure(tenantId, accountId, editAzureBundle(bundle, edits));
      },
    };
  }
}

function checkSubscription(accountId: string, { resources, roleAssignments }: AzureBundle): void {
  const counts = new Map<string, number>();
  for (const { fields } of [...(resources ?? []), ...(roleAssignments ?? [])]) {
    const { id, scope, subscriptionId } = fields;
    const found = typeof subscriptionId === 'string' ? subscriptionId : /^\/subscriptions\/([^/]+)/i.exec(String(scope ?? id ?? ''))?.[1];
    if (found) counts.set(found.toLowerCase(), (counts.get(found.toLowerCase()) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!most || counts.has(accountId.toLowerCase())) return;
  throw new ImportFailure(
    `The bundle is of subscription ${most[0]}, not of ${accountId}. Import it as ${most[0]}, or export subscription ${accountId}.`,
  );
}
