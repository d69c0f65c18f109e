import { SourceDraft } from '../../../../engine/source-draft';
import type { SourceFacts } from '../../../../engine/source-facts';
import { entraUsage } from './entra-logs';
import { addAppRoleAssignments } from './entra-app-roles';
import { addConditionalAccessPolicies, ConditionalAccess } from './entra-conditional-access';
import { addConsents } from './entra-consents';
import { addApplications } from './entra-applications';
import type { EntraBundle } from '../../read/entra-bundle';
import { addDirectoryRoles } from './entra-directory-roles';
import { addPeople } from './entra-people';

/**
 * Turns the bundle of an Entra ID tenant into facts. The function is pure: equal bundles give equal facts.
 * @param takenAt time of the export
 */
export function normaliseEntra(tenantId: string, accountId: string, bundle: EntraBundle, takenAt: Date): SourceFacts {
  const draft = new SourceDraft(tenantId, 'IDP_AZURE_AD', accountId);
  draft.add({
    type: 'ACCOUNT_DATA',
    id: accountId,
    nativeId: `entra:${accountId.toLowerCase()}`,
    name: accountId,
    isIdentity: false,
    isResource: true,
    attributes: { directory: true },
  });
  const applications = addApplications(draft, bundle, takenAt);
  const people = addPeople(draft, bundle, applications);
  addConditionalAccessPolicies(draft, bundle);
  const access = new ConditionalAccess(draft, bundle, people, applications);
  addAppRoleAssignments(draft, bundle, { people, applications, access });
  addConsents(draft, bundle, applications);
  addDirectoryRoles(draft, bundle, applications, access);
  access.recordAzureGates();
  draft.usage = entraUsage(draft, bundle.signIns ?? [], bundle.directoryAudits ?? []);
  return draft.result();
}
