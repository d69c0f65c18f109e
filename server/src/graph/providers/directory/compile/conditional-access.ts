import type { SignInGate } from '../../../engine/sign-in-gate';
import { allOf, anyOf, not, type Truth } from '../../../engine/truth';

const itself = (truth: Truth): Truth => truth;

/** A conditional access policy that is enabled and controls access. */
export interface ConditionalAccessPolicy {
  name: string;
  subjects: SubjectTest;
  applications: ApplicationTest;
  /** Sign-ins that it concerns, in words; empty: all of them. */
  circumstances: string[];
  /** The demand in words; null: it blocks. */
  demand: string | null;
}

/** The principals of a policy, by ids in lower case. */
export interface SubjectTest {
  included: PrincipalList;
  excluded: PrincipalList;
}

export interface PrincipalList {
  /** All users, without service principals. */
  allUsers: boolean;
  /** All service principals that the directory owns. */
  ownApplications: boolean;
  ids: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  guests: ReadonlySet<string>;
  /** The guests come from listed directories only, which the directory of a guest does not show. */
  guestsOfSome: boolean;
  /** A filter by custom security attributes also lists principals. */
  filtered: boolean;
}

export interface ApplicationTest {
  all: boolean;
  included: ReadonlySet<string>;
  excluded: ReadonlySet<string>;
  /** A filter by custom security attributes includes or excludes further applications. */
  filter: 'include' | 'exclude' | null;
}

/** A principal that signs in. */
export interface Subject {
  id: string;
  kind: 'user' | 'own application' | 'other application';
  /** Direct and nested groups. */
  groups: ReadonlySet<string>;
  /** Templates of the directory roles that it holds in the whole directory. */
  roles: ReadonlySet<string>;
  /** Kind of guest in the notation of Microsoft Graph; null for a member of the directory. */
  guest: string | null;
}

/**
 * Combines the policies that apply when a principal signs in to an application. All of them must be satisfied, and a block wins.
 * @param clientId of the application, in lower case
 * @see Microsoft Learn, "Building a Conditional Access policy", "Conditional Access: Grant"
 */
export function gateOf(policies: readonly ConditionalAccessPolicy[], subject: Subject, clientId: string): SignInGate {
  const gate: SignInGate = { blockedBy: [], conditions: [] };
  for (const policy of policies) {
    const applies = allOf([subjectTruth(policy.subjects, subject), applicationTruth(policy.applications, clientId)], itself);
    if (applies === 'no') continue;
    const { name, demand, circumstances } = policy;
    const when = [...circumstances, ...(applies === 'unknown' ? ['if the policy includes the sign-in'] : [])].join(', ');
    if (demand !== null) gate.conditions.push(`conditional access policy "${name}" requires ${demand}${when === '' ? '' : ` (${when})`}`);
    else if (when === '') gate.blockedBy.push(name);
    else gate.conditions.push(`conditional access policy "${name}" does not block the sign-in (it blocks ${when})`);
  }
  return gate;
}

/**
 * An exclusion wins over an inclusion. Groups include nested members. Policies for users never concern service principals.
 * @see Microsoft Learn, "Conditional Access: Users, groups, agents, and workload identities"
 */
function subjectTruth({ included, excluded }: SubjectTest, subject: Subject): Truth {
  return allOf([listTruth(included, subject), not(listTruth(excluded, subject))], itself);
}

function listTruth(listed: PrincipalList, { id, kind, groups, roles, guest }: Subject): Truth {
  // Policies for workload identities cover the service principals of the own directory only, even where they list others.
  if (kind === 'other application') return 'no';
  if (kind === 'own application') return listed.ids.has(id) || listed.ownApplications ? 'yes' : listed.filtered ? 'unknown' : 'no';
  const isListed = listed.allUsers || listed.ids.has(id) || meets(listed.groups, groups) || meets(listed.roles, roles);
  const isGuest = guest !== null && listed.guests.has(guest.toLowerCase());
  return anyOf([isListed ? 'yes' : 'no', isGuest ? (listed.guestsOfSome ? 'unknown' : 'yes') : 'no'], itself);
}

function applicationTruth({ all, included, excluded, filter }: ApplicationTest, clientId: string): Truth {
  const isIn: Truth = all || included.has(clientId) ? 'yes' : filter === 'include' ? 'unknown' : 'no';
  const isOut: Truth = excluded.has(clientId) ? 'yes' : filter === 'exclude' ? 'unknown' : 'no';
  return allOf([isIn, not(isOut)], itself);
}

function meets(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...others].some((other) => some.has(other));
}
