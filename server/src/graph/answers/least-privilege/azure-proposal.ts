import type { ProposedDocument } from '@cam/contracts/server';
import { readDenyAssignment, readRoleAssignment, readRoleDefinition, roleKeyOf } from '../../providers/azure/read/documents';
import { knownActions } from '../../providers/azure/compile/known-actions';
import type { ActionPatterns } from '../../providers/azure/compile/role-permissions';
import { isManagementGroup, ROOT_SCOPE, toScope } from '../../providers/azure/compile/scopes';
import { matchesWildcard } from '../../engine/wildcard';
import { documentText, slug, type Draft, type ReplayCase, type UsedCall } from './proposal';
import type { StoredDocument } from './read-assignments';

/** The assignments of an identity in an Azure source, as the source's documents list them. */
export interface AzureSubject {
  name: string;
  /** Object id. */
  principal: string;
  /** Lower-case ids of the identity and its groups. */
  names: readonly string[];
  assignments: readonly StoredDocument[];
  definitions: readonly StoredDocument[];
  denies: readonly StoredDocument[];
  parents: Record<string, string>;
}

interface Held {
  roleName: string;
  scope: string;
  condition: string | null;
  patterns: ActionPatterns;
}

/**
 * Proposes one custom role per scope with the actions used there. The activity log lacks reads and data actions, so those stay as they are.
 * @see Microsoft Learn, "Azure custom roles" and "Azure Monitor activity log"
 */
export function proposeForAzure(subject: AzureSubject, calls: readonly UsedCall[]): Draft {
  const held = heldBy(subject);
  const inScope = (scope: string, resource: string): boolean => isWithin(resource, scope, subject.parents);
  const left: Held[] = held.map((one) => {
    const used = calls.filter(
      ({ action, resources }) =>
        grants(one.patterns, action) && (resources.length === 0 || resources.some((resource) => inScope(one.scope, resource))),
    );
    const actions = [...new Set([...used.map(({ action }) => action), ...one.patterns.actions.flatMap(readsOf)])].sort();
    return { ...one, patterns: { ...one.patterns, actions } };
  });
  const cases = calls.flatMap(({ action, resources, uses }): ReplayCase[] => {
    const fallback = held.find(({ patterns }) => grants(patterns, action))?.scope ?? ROOT_SCOPE;
    return (resources.length === 0 ? [fallback] : resources).map((resource) => {
      const request = { principal: subject.principal, action, resource };
      return { action, resource, uses, today: caseOf(subject, held, request), proposed: caseOf(subject, left, request) };
    });
  });
  const reads = left.some(({ patterns }) => patterns.actions.some((action) => action.toLowerCase().endsWith('/read')));
  const data = left.some(({ patterns }) => patterns.dataActions.length > 0);
  return {
    documents: toDocuments(left, subject.name),
    cases,
    held: named(held),
    left: named(left),
    notes: [
      ...(reads ? ['The activity log does not cover reads. They stay unchanged.'] : []),
      ...(data ? ['The activity log does not cover data actions. They stay unchanged.'] : []),
    ],
  };
}

function heldBy({ assignments, definitions, names }: AzureSubject): Held[] {
  const roles = new Map(definitions.map(({ policyId, document }) => [roleKeyOf(policyId), readRoleDefinition(document)]));
  return assignments.flatMap(({ document }) => {
    const { principalId, roleKey, scope, condition } = readRoleAssignment(document);
    const role = names.includes(principalId) ? roles.get(roleKey) : undefined;
    return (role?.permissions ?? []).map(({ condition: own, ...patterns }) => ({
      roleName: role?.roleName ?? roleKey,
      scope,
      condition: condition ?? own,
      patterns,
    }));
  });
}

function grants({ actions, notActions }: ActionPatterns, action: string): boolean {
  const matches = (pattern: string): boolean => matchesWildcard(pattern.toLowerCase(), action.toLowerCase());
  return actions.some(matches) && !notActions.some(matches);
}

/** Returns the read-only part of a pattern: every read for everything, and the reads of a type and its subtypes. */
function readsOf(pattern: string): string[] {
  const name = pattern.toLowerCase();
  if (name === '*') return ['*/read'];
  if (name.endsWith('/read')) return [pattern];
  return name.endsWith('/*') ? [`${pattern}/read`, `${pattern.slice(0, -2)}/read`] : [];
}

function isWithin(resource: string, scope: string, parents: Record<string, string>): boolean {
  const own = toScope(resource);
  if (scope === ROOT_SCOPE || own === scope || own.startsWith(`${scope}/`)) return true;
  if (!isManagementGroup(scope)) return false;
  const seen = new Set<string>();
  const subscription = /^\/subscriptions\/[^/]+/.exec(own)?.[0];
  for (let at: string | undefined = subscription; at !== undefined && !seen.has(at); at = parents[at]) {
    if (at === scope) return true;
    seen.add(at);
  }
  // A management group without a known position counts when it lists the subscription.
  return !Object.keys(parents).includes(scope) && !Object.values(parents).includes(scope);
}

/** Returns the known actions that patterns match. */
function named(held: readonly Held[]): Set<string> {
  const all = new Set<string>();
  const known = [...knownActions()];
  for (const { patterns } of held) {
    const data = { ...patterns, actions: patterns.dataActions, notActions: patterns.notDataActions };
    for (const { id, plane } of known) if (grants(plane === 'control' ? patterns : data, id)) all.add(id);
    for (const id of [...patterns.actions, ...patterns.dataActions]) if (!id.includes('*')) all.add(id);
  }
  return all;
}

function caseOf({ principal, names, denies, parents }: AzureSubject, held: readonly Held[], request: object): Record<string, unknown> {
  return {
    provider: 'azure',
    scope_parents: parents,
    group_members: Object.fromEntries(names.filter((name) => name !== principal.toLowerCase()).map((group) => [group, [principal]])),
    role_assignments: held.map(({ roleName, scope, condition, patterns }) => ({ principal, role: { roleName, ...patterns }, scope, condition })),
    deny_assignments: denies.flatMap(({ document }) => {
      const { principals, excluded, permissions, scope, onlyThere } = readDenyAssignment(document);
      return permissions.map((patterns) => ({ principals, excludePrincipals: excluded, ...patterns, scope, doesNotApplyToChildScopes: onlyThere }));
    }),
    request,
  };
}

/** Builds one role per scope, condition and exclusion, because another role may grant what one excludes. */
function toDocuments(left: readonly Held[], name: string): ProposedDocument[] {
  const byPlace = new Map<string, Held[]>();
  for (const one of left) {
    const { notActions, notDataActions } = one.patterns;
    const key = JSON.stringify([one.scope, one.condition, notActions, notDataActions]);
    byPlace.set(key, [...(byPlace.get(key) ?? []), one]);
  }
  const places = [...byPlace.values()].filter((held) => held.some(({ patterns }) => patterns.actions.length + patterns.dataActions.length > 0));
  return places.map((held, index) => {
    const [{ scope, condition }] = held as [Held];
    const all = (field: keyof ActionPatterns): string[] => [...new Set(held.flatMap(({ patterns }) => patterns[field]))].sort();
    const instead = [...new Set(held.map(({ roleName }) => roleName))].join(', ');
    const number = places.length > 1 ? ` ${index + 1}` : '';
    const role = {
      Name: `${name} least privilege${number}`,
      IsCustom: true,
      Description: `Permissions that ${name} used. Replaces ${instead}.`,
      Actions: all('actions'),
      NotActions: all('notActions'),
      DataActions: all('dataActions'),
      NotDataActions: all('notDataActions'),
      AssignableScopes: [assignableScope(scope)],
    };
    return {
      title: `Role${number} of ${name}`,
      format: 'AZURE_ROLE' as const,
      place: `Assign it at ${scope}${condition === null ? '' : ' with the current condition'} and remove ${instead}.`,
      file_name: `${slug(name)}-least-privilege${places.length > 1 ? `-${index + 1}` : ''}.json`,
      content: documentText(role),
    };
  });
}

/**
 * Returns an assignable scope. Custom roles are assignable at management groups, subscriptions and resource groups, so a resource becomes
 * its group.
 */
function assignableScope(scope: string): string {
  return /^\/subscriptions\/[^/]+(?:\/resourcegroups\/[^/]+)?/.exec(scope)?.[0] ?? scope;
}
