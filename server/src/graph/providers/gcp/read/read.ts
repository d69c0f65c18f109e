import type { GcpBundle } from './bundle';
import { editGcpBundle } from '../edit/edit-bindings';
import { normaliseGcp } from '../normalise/normalise';
import { ImportFailure } from '../../../engine/bundle/import-failure';
import type { BundleFile, BundleReader, ReadBundle } from '../../../engine/bundle/bundle-reader';
import { EntryReader } from '../../../engine/bundle/entry-files';
import { GCP_FILES, type GcpFile } from './fields';

/** Reads the bundle of one GCP project, or of several that are imported together. */
export class GcpBundleReader implements BundleReader {
  readonly #reader = new EntryReader<GcpFile>(GCP_FILES);

  add(file: BundleFile): void {
    this.#reader.add(file);
  }

  result(): ReadBundle {
    const bundle: GcpBundle = {
      iamPolicies: this.#reader.of('search-all-iam-policies'),
      resources: this.#reader.of('search-all-resources'),
      roles: this.#reader.of('roles'),
      folders: this.#reader.of('folders'),
      projects: this.#reader.of('projects'),
      denyPolicies: this.#reader.of('deny-policies'),
      principalAccessBoundaries: this.#reader.of('principal-access-boundary-policies'),
      policyBindings: this.#reader.of('policy-bindings'),
      auditLog: this.#reader.of('audit-log'),
      directoryUsers: this.#reader.of('directory-users'),
      directoryGroups: this.#reader.of('directory-groups'),
      directoryMembers: this.#reader.of('directory-members'),
    };
    return {
      warnings: this.#reader.warnings(),
      normalise: (tenantId, accountId, takenAt, edits = []) => {
        if (!bundle.iamPolicies && !bundle.resources) {
          throw new ImportFailure('The bundle contains no readable IAM policies or resources. Export the project again and import the new bundle.');
        }
        return normaliseGcp(tenantId, accountId, editGcpBundle(bundle, edits), takenAt);
      },
    };
  }
}
