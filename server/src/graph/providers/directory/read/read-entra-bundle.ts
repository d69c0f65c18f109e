import { editEntraBundle } from '../edit/edit-memberships';
import type { EntraBundle } from './entra-bundle';
import { normaliseEntra } from '../normalise/entra/normalise';
import { ImportFailure } from '../../../engine/bundle/import-failure';
import type { BundleFile, BundleReader, ReadBundle } from '../../../engine/bundle/bundle-reader';
import { ENTRA_FILES, type EntraFile } from './entra-fields';
import { EntryReader } from '../../../engine/bundle/entry-files';

/** Reads the bundle of a Microsoft Entra ID tenant. */
export class EntraBundleReader implements BundleReader {
  readonly #reader = new EntryReader<EntraFile>(ENTRA_FILES, true);

  add(file: BundleFile): void {
    this.#reader.add(file);
  }

  result(): ReadBundle {
    const bundle: EntraBundle = {
      users: this.#reader.of('users'),
      registrations: this.#reader.of('user-registration-details'),
      groups: this.#reader.of('groups'),
      groupMembers: this.#reader.of('group-members'),
      servicePrincipals: this.#reader.of('service-principals'),
      appRoleAssignments: this.#reader.of('app-role-assignments'),
      permissionGrants: this.#reader.of('oauth2-permission-grants'),
      directoryRoles: this.#reader.of('directory-roles'),
      conditionalAccessPolicies: this.#reader.of('conditional-access-policies'),
      namedLocations: this.#reader.of('named-locations'),
      signIns: this.#reader.of('sign-ins'),
      directoryAudits: this.#reader.of('directory-audits'),
    };
    return {
      warnings: this.#reader.warnings(),
      normalise: (tenantId, accountId, takenAt, edits = []) => {
        if (!bundle.users && !bundle.groups && !bundle.servicePrincipals) {
          throw new ImportFailure(
            'The bundle contains no readable users, groups or service principals. Export the directory again and import the new bundle.',
          );
        }
        return normaliseEntra(tenantId, accountId, editEntraBundle(bundle, edits), takenAt);
      },
    };
  }
}
