import { instant, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { IdpEntry } from '../../read/idp-entry';
import type { EntraBundle } from '../../read/entra-bundle';
import { objectId } from '../../read/entra-values';
import { credentialAge } from './entra-credentials';

/** A service principal: an application in this directory, or the managed identity of an Azure resource. */
export interface EntraApplication {
  id: string;
  name: string;
  /** Value and name of each application role, by id. */
  roles: ReadonlyMap<string, { value: string; name: string }>;
  replyUrls: string[];
  /** An assigned principal can use it. */
  isEnabled: boolean;
  entry: IdpEntry;
}

const TYPES = new Set(['Application', 'ManagedIdentity', 'Legacy', 'SocialIdp']);

/**
 * Returns service principals by object id. The subscription lists managed identities; here they are known by id alone, so that each exists once.
 * @param takenAt time of the export
 */
export function addApplications(draft: SourceDraft, { servicePrincipals }: EntraBundle, takenAt: Date): Map<string, EntraApplication> {
  const found = new Map<string, EntraApplication>();
  for (const entry of servicePrincipals ?? []) {
    const id = objectId(entry.fields.id);
    if (id === '') {
      draft.warn(entry, '/id', 'A service principal without an id was left out.');
      continue;
    }
    if (found.has(id)) continue;
    const { displayName, appDisplayName, servicePrincipalType: type, accountEnabled, appRoles, replyUrls } = entry.fields;
    const name = text(displayName) || text(appDisplayName) || id;
    if (typeof type === 'string' && !TYPES.has(type))
      draft.warn(entry, '/servicePrincipalType', `The Entra ID service principal type ${type} is unknown.`);
    found.set(id, {
      id,
      name,
      roles: rolesOf(appRoles),
      replyUrls: list(replyUrls).map(text),
      isEnabled: accountEnabled !== false,
      entry,
    });
    if (type !== 'ManagedIdentity') addEntity(draft, id, name, entry, credentialAge(entry.fields, takenAt));
  }
  return found;
}

function addEntity(draft: SourceDraft, id: string, name: string, { fields }: IdpEntry, keyAge: number | null): void {
  const { appId, accountEnabled, appOwnerOrganizationId, createdDateTime, servicePrincipalType } = fields;
  const owner = text(appOwnerOrganizationId).toLowerCase();
  draft.add({
    type: 'SERVICE_ACCOUNT',
    id,
    nativeId: id,
    name,
    isIdentity: true,
    isResource: true,
    attributes: {
      usersource: 'IDP_AZURE_AD',
      status: accountEnabled === false ? 'disabled' : 'active',
      // An application of another organization: its publisher signs in as it here.
      ...(owner === '' ? {} : { external: owner !== draft.accountId.toLowerCase() }),
      ...(text(appId) === '' ? {} : { clientid: text(appId) }),
      ...(text(servicePrincipalType) === '' ? {} : { identitykind: text(servicePrincipalType).toLowerCase() }),
      ...instant('created', createdDateTime),
      ...(keyAge === null ? {} : { keyage: keyAge }),
    },
  });
}

function rolesOf(appRoles: unknown): EntraApplication['roles'] {
  const roles = list(appRoles).map((role) => role as Record<string, unknown> | null);
  return new Map(
    roles.map((role) => [objectId(role?.id), { value: text(role?.value), name: text(role?.displayName) || text(role?.value) }] as const),
  );
}
