import { SourceDraft } from '../../../../engine/source-draft';
import type { SourceFacts } from '../../../../engine/source-facts';
import { oktaUsage } from './okta-log';
import { addAdminRoles } from './okta-admin-roles';
import { addApps } from './okta-apps';
import { addAssignments } from './okta-assignments';
import type { OktaBundle } from '../../read/okta-bundle';
import { addPeople } from './okta-people';
import { addSignOnPolicies } from './okta-policies';

/** Turns the bundle of an Okta org into facts. The function is pure: equal bundles give equal facts. */
export function normaliseOkta(tenantId: string, accountId: string, bundle: OktaBundle): SourceFacts {
  const draft = new SourceDraft(tenantId, 'IDP_OKTA', accountId);
  draft.add({
    type: 'ACCOUNT_DATA',
    id: accountId,
    nativeId: `okta:${accountId}`,
    name: accountId,
    isIdentity: false,
    isResource: true,
    attributes: { directory: true },
  });
  const people = addPeople(draft, bundle);
  const apps = addApps(draft, bundle);
  addAssignments(draft, bundle, { people, apps });
  addAdminRoles(draft, bundle);
  addSignOnPolicies(draft, bundle);
  draft.usage = oktaUsage(draft, bundle.logs ?? []);
  return draft.result();
}
