import type { ProposedDocument } from '@cam/contracts/server';
import type { AppAssignment } from '../../engine/app-assignment';
import type { DirectoryGrant } from '../../providers/directory/compile/directory-grant';
import type { DirectoryRules } from '../../providers/directory/compile/directory-rules';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { documentText, slug, type Draft, type ReplayCase, type UsedCall } from './proposal';
import type { StoredDocument } from './read-assignments';

/** The roles and applications that an identity holds in its directory. */
export interface DirectorySubject {
  name: string;
  cloudType: 'IDP_OKTA' | 'IDP_AZURE_AD';
  rules: DirectoryRules;
  /** The identity's own directory roles and assigned applications, and those of its groups. */
  policies: readonly StoredDocument[];
}

/** The prefix that represents applications among actions, because a sign-in has no action name. */
export const APPLICATION = 'application/';

interface Assignment {
  application: AppAssignment['application'];
  /** Native id of the user or group with the assignment. */
  holder: string;
}

interface Role extends DirectoryGrant {
  holder: string;
}

/**
 * Keeps the applications with sign-ins and the used actions of directory roles. Everything that the log does not cover stays: reads and,
 * for Entra ID without its audit log, the roles.
 * @see Okta, "Applications API" and "Roles API"; Microsoft Graph, "appRoleAssignment resource type" and "unifiedRoleDefinition resource
 * type"
 */
export function proposeForDirectory(subject: DirectorySubject, calls: readonly UsedCall[], { silent }: UsageCoverage): Draft {
  const { rules, policies } = subject;
  const assignments = policies.flatMap(({ kind, document, place }): Assignment[] =>
    kind === 'admin_role' ? [] : [{ application: (document as unknown as AppAssignment).application, holder: place }],
  );
  const roles = policies.flatMap(({ kind, document, place }): Role[] =>
    kind === 'admin_role' ? [{ ...(document as unknown as DirectoryGrant), holder: place }] : [],
  );
  const signedIn = new Set(calls.flatMap(({ action, resources }) => (action === rules.signIn ? resources : [])));
  const used = new Set(calls.map(({ action }) => action));
  const isLogged = (action: string): boolean => rules.actionOf(action).kinds.some((kind) => kind !== 'READ' && !silent.includes(kind));
  const changes = [...used].filter((action) => action !== rules.signIn);
  /** Returns what remains of an action: all of it if it was used or no log covers it, otherwise its used parts and its reads. */
  const staying = (action: string): string[] => {
    if (used.has(action) || !isLogged(action)) return [action];
    const reads = rules.unloggedPartOf(action);
    return [...changes.filter((other) => rules.covers(action, other)), ...(reads === null ? [] : [reads])];
  };
  const remainingAssignments = assignments.filter(({ application }) => signedIn.has(application.id));
  const remainingRoles = roles
    .map((role): Role => ({ ...role, actions: [...new Set(role.actions.flatMap(staying))] }))
    .filter(({ actions }) => actions.some((action) => used.has(action) || !isRead(rules, action)));
  const unjudged = new Set(remainingRoles.flatMap(({ actions }) => actions.filter((action) => !used.has(action))));
  const given = changes.filter((action) => roles.some(({ actions }) => actions.some((held) => rules.covers(held, action))));
  return {
    documents: [...assignmentsDocument(subject, assignments, remainingAssignments), ...roleDocuments(subject, remainingRoles)],
    cases: calls.flatMap((call) => casesOf(call, rules, { assignments, roles }, { assignments: remainingAssignments, roles: remainingRoles })),
    held: namesOf(assignments, roles),
    left: namesOf(remainingAssignments, remainingRoles),
    notes: [
      ...(unjudged.size === 0 ? [] : [`The log does not cover ${unjudged.size} actions of its directory roles. They stay unchanged.`]),
      ...insteadOf(rules, roles, given),
    ],
  };
}

/** Counts an action on everything as its individual actions. */
const EVERYTHING = 50;

/** Returns the smallest built-in role that allows all used actions, so that no custom role is needed. */
function insteadOf({ standardRoles, covers }: DirectoryRules, roles: readonly Role[], used: readonly string[]): string[] {
  if (used.length === 0) return [];
  const sizeOf = ({ actions }: { actions: readonly string[] }): number =>
    actions.reduce((sum, action) => sum + (/alltasks$/i.test(action) ? EVERYTHING : 1), 0);
  const [smallest] = standardRoles
    .filter(({ actions }) => used.every((action) => actions.some((held) => covers(held, action))))
    .sort((a, b) => sizeOf(a) - sizeOf(b));
  if (!smallest || roles.some(({ role }) => role.name === smallest.name)) return [];
  return [`${smallest.name} is the smallest built-in role that allows everything it used.`];
}

function isRead(rules: DirectoryRules, action: string): boolean {
  return rules.actionOf(action).kinds.every((kind) => kind === 'READ');
}

interface Held {
  assignments: readonly Assignment[];
  roles: readonly Role[];
}

/** Returns whether an assignment allows an action. Only an application's own assignment allows its sign-in; any role may allow the rest. */
function casesOf({ action, resources, uses }: UsedCall, rules: DirectoryRules, today: Held, proposed: Held): ReplayCase[] {
  const isGiven = ({ assignments, roles }: Held, resource: string): boolean =>
    action === rules.signIn
      ? assignments.some(({ application }) => application.id === resource)
      : roles.some(({ actions }) => actions.some((held) => rules.covers(held, action)));
  return (resources.length === 0 ? [''] : resources).map((resource) => ({
    action,
    resource,
    uses,
    decided: { today: isGiven(today, resource), proposed: isGiven(proposed, resource) },
  }));
}

function namesOf(assignments: readonly Assignment[], roles: readonly Role[]): Set<string> {
  return new Set([...assignments.map(({ application }) => `${APPLICATION}${application.name}`), ...roles.flatMap(({ actions }) => actions)]);
}

/** Returns the remaining assignments in the format of the provider's API. */
function assignmentsDocument({ name, cloudType }: DirectorySubject, all: readonly Assignment[], kept: readonly Assignment[]): ProposedDocument[] {
  if (all.length === 0 || kept.length === 0) return [];
  const isOkta = cloudType === 'IDP_OKTA';
  const gone = [...new Set(all.filter((one) => !kept.includes(one)).map(({ application }) => application.name))].sort();
  const content = kept.map(({ application, holder }) =>
    isOkta
      ? { appId: application.id, appLabel: application.name, assignedTo: holder }
      : { resourceId: application.id, resourceDisplayName: application.name, principalId: holder },
  );
  return [
    {
      title: `Applications of ${name}`,
      format: isOkta ? 'OKTA_ASSIGNMENTS' : 'ENTRA_ASSIGNMENTS',
      place: gone.length === 0 ? 'All assignments of today stay.' : `Keep these assignments, and take away those of ${gone.join(', ')}.`,
      file_name: `${slug(name)}-applications.json`,
      content: documentText(content),
    },
  ];
}

/** Builds one role in the provider's format per scope. */
function roleDocuments({ name, cloudType }: DirectorySubject, roles: readonly Role[]): ProposedDocument[] {
  const byScope = new Map<string, Role[]>();
  for (const role of roles) {
    const key = JSON.stringify(role.scope);
    byScope.set(key, [...(byScope.get(key) ?? []), role]);
  }
  return [...byScope.values()].map((held, index, all) => {
    const number = all.length > 1 ? ` ${index + 1}` : '';
    const instead = [...new Set(held.map(({ role }) => role.name))].join(', ');
    const permissions = [...new Set(held.flatMap(({ actions }) => actions))].sort();
    const label = `${name} least privilege${number}`;
    const description = `Permissions that ${name} used. Replaces ${instead}.`;
    const scope = held[0]?.scope ?? null;
    const isOkta = cloudType === 'IDP_OKTA';
    return {
      title: `Role${number} of ${name}`,
      format: isOkta ? ('OKTA_ROLE' as const) : ('ENTRA_ROLE' as const),
      place: `Assign it ${scope === null ? 'for the whole directory' : `for ${scope.length === 1 ? 'one group' : `${scope.length} groups`} as before`} and remove ${instead}.`,
      file_name: `${slug(name)}-role${all.length > 1 ? `-${index + 1}` : ''}.json`,
      content: documentText(
        isOkta
          ? { label, description, permissions }
          : { displayName: label, description, isEnabled: true, rolePermissions: [{ allowedResourceActions: permissions }] },
      ),
    };
  });
}
