import { editOktaBundle } from '../edit/edit-memberships';
import { normaliseOkta } from '../normalise/okta/normalise';
import type { OktaBundle } from './okta-bundle';
import { ImportFailure } from '../../../engine/bundle/import-failure';
import type { BundleFile, BundleReader, ReadBundle } from '../../../engine/bundle/bundle-reader';
import { EntryReader } from '../../../engine/bundle/entry-files';
import { OKTA_FILES, type OktaFile } from './okta-fields';

/** Reads the bundle of an Okta org. */
export class OktaBundleReader implements BundleReader {
  readonly #reader = new EntryReader<OktaFile>(OKTA_FILES, true);

  add(file: BundleFile): void {
    this.#reader.add(file);
  }

  result(): ReadBundle {
    const bundle: OktaBundle = {
      users: this.#reader.of('users'),
      groups: this.#reader.of('groups'),
      groupMembers: this.#reader.of('group-members'),
      apps: this.#reader.of('apps'),
      appAssignments: this.#reader.of('app-assignments'),
      roles: this.#reader.of('roles'),
      factors: this.#reader.of('factors'),
      policies: this.#reader.of('policies'),
      policyRules: this.#reader.of('policy-rules'),
      factorFiles: this.#reader.filesOf('factors'),
      logs: this.#reader.of('logs'),
    };
    return {
      warnings: this.#reader.warnings(),
      normalise: (tenantId, accountId, _takenAt, edits = []) => {
        if (!bundle.users && !bundle.groups) {
          throw new ImportFailure('The bundle contains no readable users or groups. Export the org again and import the new bundle.');
        }
        return normaliseOkta(tenantId, accountId, editOktaBundle(bundle, edits));
      },
    };
  }
}
