import { text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { EntraApplication } from './entra-applications';
import type { EntraBundle } from '../../read/entra-bundle';
import { objectId } from '../../read/entra-values';
import { isGraph, permissionGrant } from '../../compile/graph-permissions';

/**
 * Adds delegated permissions: what applications may do in the directory for a signed-in user, after consent of the user or an administrator. An
 * application never exceeds the user's own permissions, so the grant is conditional. Permissions on other data, such as mail, are not evaluated.
 * @see Microsoft Learn, "Overview of permissions and consent in the Microsoft identity platform", "oAuth2PermissionGrant resource type"
 */
export function addConsents(draft: SourceDraft, { permissionGrants }: EntraBundle, applications: ReadonlyMap<string, EntraApplication>): void {
  for (const entry of permissionGrants ?? []) {
    const { id, clientId, consentType, principalId, resourceId, scope } = entry.fields;
    const [client, resource] = [objectId(clientId), applications.get(objectId(resourceId))];
    if (!applications.has(client) || !resource) {
      draft.warn(
        entry,
        '',
        `The application ${client || 'of a consent'} or its target is not among the service principals, so the consent was left out.`,
      );
      continue;
    }
    if (!isGraph(resource.entry)) continue;
    const person = draft.find(objectId(principalId));
    if (consentType !== 'AllPrincipals' && !person) continue;
    const who = consentType === 'AllPrincipals' ? 'a user with the same permission' : `${person?.name ?? ''}, with the same permission,`;
    const uri = draft.find(client)?.uri;
    for (const value of new Set(text(scope).split(/\s+/).filter(Boolean))) {
      const grant = permissionGrant(value);
      if (!grant) continue;
      draft.addPolicy({
        policyId: `${text(id) || `${client}/${resource.id}/${objectId(principalId)}`}/${value}`,
        name: `${value}, delegated`,
        uri: uri ?? '',
        kind: 'admin_role',
        holder: uri === undefined ? { nativeId: client } : { nativeId: client, uri },
        document: JSON.stringify({ ...grant, conditions: [`${who} is signed in to the application`] }),
      });
    }
  }
}
