import type { SourceDraft } from '../../../../engine/source-draft';
import { behindGate } from '../../../../engine/sign-in-gate';
import { ACTIVATED, limitsOfScope } from '../../compile/assignment-scope';
import type { DirectoryGrant } from '../../compile/directory-grant';
import type { IdpEntry } from '../../read/idp-entry';
import type { EntraApplication } from './entra-applications';
import type { ConditionalAccess } from './entra-conditional-access';
import type { EntraBundle } from '../../read/entra-bundle';
import { MAY_CHANGE } from '../../compile/entra-builtin-roles';
import { objectId } from '../../read/entra-values';
import { definedRoles, holdersOf, type DirectoryRole } from './entra-role-holders';
import { GRAPH } from '../../compile/graph-permissions';

/** Adds directory roles and their assignments. Their holders sign in to Microsoft Graph, for which conditional access may have conditions. */
export function addDirectoryRoles(
  draft: SourceDraft,
  { directoryRoles }: EntraBundle,
  applications: ReadonlyMap<string, EntraApplication>,
  access: ConditionalAccess,
): void {
  const roles = definedRoles(directoryRoles ?? []);
  for (const entry of directoryRoles ?? []) {
    for (const { holder, roleId, scope, id, isEligible } of holdersOf(entry)) {
      const entity = draft.find(holder);
      if (!entity && !applications.has(holder)) {
        draft.warn(entry, '', `${holder || 'The holder'} is not among the users, groups and service principals, so the role was left out.`);
        continue;
      }
      const role = roles.get(roleId) ?? { id: roleId, name: roleId, actions: null };
      const grant = grantOf(draft, entry, role, scope);
      if (!grant) continue;
      if (isEligible) grant.conditions = [...grant.conditions, ACTIVATED];
      const gated = access.holders(holder, GRAPH, isEligible && role.id);
      for (const { holder: own, by, gate } of gated) {
        const group = by === null ? undefined : draft.find(by);
        const held = by === null ? entity : draft.find(own);
        draft.addPolicy({
          policyId: by === null ? id : `${id}/${own}`,
          name: grant.role.name,
          uri: held?.uri ?? '',
          kind: 'admin_role',
          holder: held ? { nativeId: own, uri: held.uri } : { nativeId: own },
          document: JSON.stringify(
            behindGate(
              { ...grant, ...(group ? { by: { uri: group.uri, type: group.type, name: group.name, accountId: group.accountId } } : {}) },
              gate,
            ),
          ),
        });
      }
    }
  }
}

function grantOf(draft: SourceDraft, entry: IdpEntry, { id, name, actions }: DirectoryRole, scope: string): DirectoryGrant | null {
  if (!actions) {
    draft.warn(entry, '', `The bundle lacks the permissions of the role ${name}, so it is not evaluated. Export the role definitions as well.`);
    return null;
  }
  const known = MAY_CHANGE[id];
  const mayChange = known === undefined ? [] : known && [...known];
  return { role: { id, name }, actions, mayChange, ...limitsOfScope(scope, objectId) };
}
