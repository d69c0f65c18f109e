/**
 * A slow, obvious decision about one sign-in to Microsoft Entra ID, written from Microsoft Learn: "Building a Conditional Access policy", "Conditional
 * Access: Users, groups, agents, and workload identities", "Target resources", "Conditions", "Grant", "Session" and the resource type
 * "conditionalAccessPolicy" of Microsoft Graph. It reads the policies as Microsoft Graph prints them, and shares nothing with the engine.
 */
export type SignInOutcome = 'open' | 'conditional' | 'blocked';

/** How often a part of a policy applies to the sign-ins of a principal. */
type Often = 0 | 1 | 2;
const [NEVER, SOMETIMES, ALWAYS] = [0, 1, 2] as const;

interface ReferencePolicyUsers {
  includeUsers?: string[];
  excludeUsers?: string[];
  includeGroups?: string[];
  excludeGroups?: string[];
  includeRoles?: string[];
  excludeRoles?: string[];
  includeGuestsOrExternalUsers?: ReferenceGuests | null;
  excludeGuestsOrExternalUsers?: ReferenceGuests | null;
}

interface ReferenceGuests {
  guestOrExternalUserTypes: string;
  externalTenants?: { membershipKind: 'all' | 'enumerated'; members?: string[] };
}

interface Scoped {
  includeLocations?: string[];
  excludeLocations?: string[];
  includePlatforms?: string[];
  excludePlatforms?: string[];
}

export interface ReferenceAccessPolicy {
  state: string;
  conditions: {
    users: ReferencePolicyUsers;
    applications: { includeApplications?: string[]; excludeApplications?: string[]; includeUserActions?: string[]; includeAuthenticationContextClassReferences?: string[]; applicationFilter?: { mode: string; rule: string } | null }; // prettier-ignore
    clientApplications?: { includeServicePrincipals: string[]; excludeServicePrincipals?: string[] } | null;
    clientAppTypes: string[];
    locations?: Scoped | null;
    platforms?: Scoped | null;
    signInRiskLevels?: string[];
    userRiskLevels?: string[];
  };
  grantControls: { operator: string; builtInControls: string[] } | null;
  sessionControls: { signInFrequency?: { isEnabled: boolean; value: number; type: string }; persistentBrowser?: { isEnabled: boolean; mode: string } } | null; // prettier-ignore
}

/** A principal with all facts that policies ask about. Ids are as Microsoft Graph prints them. */
export interface ReferenceSubject {
  id: string;
  isUser: boolean;
  /** A single-tenant service principal of this directory. Others, also its own for several organizations, have no conditional access. */
  isOwnApplication: boolean;
  /** Groups, with the groups that contain them. */
  groups: string[];
  /** Directory roles that are active in the whole directory. */
  roles: string[];
  guest: string | null;
}

/** Decides a sign-in under all policies: each one that applies must be satisfied, and a block wins. */
export function referenceSignIn(policies: readonly ReferenceAccessPolicy[], subject: ReferenceSubject, clientId: string): SignInOutcome {
  let outcome: SignInOutcome = 'open';
  for (const policy of policies) {
    if (policy.state !== 'enabled') continue;
    const often = both(concernsSubject(policy, subject), both(concernsApplication(policy, clientId), concernsCircumstances(policy)));
    if (often === NEVER) continue;
    const controls = policy.grantControls?.builtInControls ?? [];
    const isBlock = controls.includes('block');
    const limits = controls.length > 0 || policy.sessionControls?.signInFrequency?.isEnabled === true;
    if (isBlock && often === ALWAYS) return 'blocked';
    if (isBlock || limits) outcome = 'conditional';
  }
  return outcome;
}

/** An exclusion wins over an inclusion. */
function concernsSubject({ conditions: { users, clientApplications } }: ReferenceAccessPolicy, subject: ReferenceSubject): Often {
  if (!subject.isUser) {
    if (!clientApplications || !subject.isOwnApplication) return NEVER;
    const { includeServicePrincipals: included, excludeServicePrincipals: excluded = [] } = clientApplications;
    if (excluded.includes(subject.id)) return NEVER;
    return included.includes('ServicePrincipalsInMyTenant') || included.includes(subject.id) ? ALWAYS : NEVER;
  }
  const isIn = listed(users.includeUsers, users.includeGroups, users.includeRoles, users.includeGuestsOrExternalUsers, subject);
  const isOut = listed(users.excludeUsers, users.excludeGroups, users.excludeRoles, users.excludeGuestsOrExternalUsers, subject);
  return both(isIn, (ALWAYS - isOut) as Often);
}

function listed(
  users: string[] = [],
  groups: string[] = [],
  roles: string[] = [],
  guests: ReferenceGuests | null | undefined,
  subject: ReferenceSubject,
): Often {
  if (users.includes('All') || users.includes(subject.id)) return ALWAYS;
  if (users.includes('GuestsOrExternalUsers') && subject.guest !== null) return ALWAYS;
  if (groups.some((group) => subject.groups.includes(group)) || roles.some((role) => subject.roles.includes(role))) return ALWAYS;
  if (!guests || subject.guest === null || !guests.guestOrExternalUserTypes.split(',').includes(subject.guest)) return NEVER;
  // A guest does not show its home directory.
  return guests.externalTenants?.membershipKind === 'enumerated' ? SOMETIMES : ALWAYS;
}

/** A policy for user actions or authentication contexts includes no application. A filter asks for attributes that the export does not contain. */
function concernsApplication({ conditions: { applications } }: ReferenceAccessPolicy, clientId: string): Often {
  const { includeApplications: included = [], excludeApplications: excluded = [], applicationFilter: filter } = applications;
  if (excluded.includes(clientId)) return NEVER;
  const isIn = included.includes('All') || included.includes(clientId) ? ALWAYS : filter?.mode === 'include' ? SOMETIMES : NEVER;
  return filter?.mode === 'exclude' ? both(isIn, SOMETIMES) : isIn;
}

/** Only mail protocols use clients without modern authentication. */
function concernsCircumstances({ conditions }: ReferenceAccessPolicy): Often {
  const { clientAppTypes: clients, locations, platforms, signInRiskLevels = [], userRiskLevels = [] } = conditions;
  const hasAllModern = clients.includes('all') || (clients.includes('browser') && clients.includes('mobileAppsAndDesktopClients'));
  const ofClients = hasAllModern ? ALWAYS : clients.includes('browser') || clients.includes('mobileAppsAndDesktopClients') ? SOMETIMES : NEVER;
  const everywhere = !locations || (locations.includeLocations?.includes('All') === true && (locations.excludeLocations ?? []).length === 0);
  const onAll = !platforms || (platforms.includePlatforms?.includes('all') === true && (platforms.excludePlatforms ?? []).length === 0);
  const always = everywhere && onAll && signInRiskLevels.length === 0 && userRiskLevels.length === 0;
  return both(ofClients, always ? ALWAYS : SOMETIMES);
}

function both(one: Often, other: Often): Often {
  return Math.min(one, other) as Often;
}
