import { CaseFault, type CaseDecision } from '../../../engine/case-answer';
import { eitherOf } from '../../../engine/condition-words';
import { fieldsOf, listOf, textOf, type Fields } from '../../../engine/read-case';
import { readCaseConditions } from './case-context';
import { readCondition } from '../compile/condition';
import { decidingRules, effectivePermissions, isWithinReach, unlessDenied, type Held, type HeldRule } from '../evaluate/effective-access';
import { GcpPermissions, toPermission } from '../compile/permissions';
import { ALL_AUTHENTICATED_USERS, namesOfMember, toMember } from '../compile/members';

/**
 * Decides a GCP case with the evaluator that builds the graph.
 * @throws CaseFault where the case is not complete
 */
export function decideGcpCase(given: Fields): CaseDecision {
  const request = fieldsOf(given.request, 'request');
  const resource = textOf(request.resource, 'request.resource');
  const permission = toPermission(textOf(request.permission, 'request.permission'));
  if (permission.includes('*')) throw new CaseFault('"request.permission" must be one permission, such as "storage.objects.get".');
  const known = new GcpPermissions([permission]);
  const names = namesOf(textOf(request.principal, 'request.principal'), given);
  const chain = chainOf(resource, given.resource_parents);
  const held = readHeld(given, names, known);
  const truths = readCaseConditions(given, resource);

  const all = known.where(() => true);
  const { always, conditional, denied } = effectivePermissions(held, all, chain, truths);
  const denying = decidingRules(held.denies, all, chain, truths.ofDeny);
  if (!denied.isEmpty)
    return {
      decision: 'ExplicitlyDenied',
      conditions: [],
      because: denying.filter(({ conditions }) => conditions.length === 0).map(({ source }) => source),
    };
  if (!isWithinReach(held.reach, chain)) {
    return {
      decision: 'ImplicitlyDenied',
      conditions: [],
      because: ['The principal access boundary policies of the principal do not make the resource eligible.'],
    };
  }
  const giving = decidingRules(held.bindings, all, chain, truths.ofBinding);
  if (!always.isEmpty)
    return { decision: 'Allowed', conditions: [], because: giving.filter(({ conditions }) => conditions.length === 0).map(({ source }) => source) };
  if (conditional.isEmpty)
    return { decision: 'ImplicitlyDenied', conditions: [], because: ['No binding at the resource or above it grants the permission.'] };
  const needed = giving.some(({ conditions }) => conditions.length === 0) ? [] : eitherOf(giving.map(({ conditions }) => conditions));
  return {
    decision: 'Conditional',
    conditions: [...new Set([...needed, ...unlessDenied(denying)])],
    because: [...giving, ...denying].map(({ source }) => source),
  };
}

/** Returns every name that covers the principal: its own, its domain's, its groups', and its basic roles on projects. */
function namesOf(principal: string, given: Fields): Set<string> {
  const groups = Object.entries(
    given.group_members === undefined || given.group_members === null ? {} : fieldsOf(given.group_members, 'group_members'),
  ).map(([group, members]) => ({
    group: toMember(group),
    members: listOf(members, `group_members.${group}`).map((member) => toMember(String(member))),
  }));
  const names = new Set(namesOfMember(principal));
  for (const name of names) {
    for (const { group, members } of groups) if (members.includes(name)) names.add(group);
  }
  for (const { resource, role, members } of bindingsOf(given)) {
    const basic = /^roles\/(owner|editor|viewer)$/.exec(role)?.[1];
    const project = /(?:^|\/)projects\/([^/]+)$/.exec(resource)?.[1] ?? resource;
    if (basic === undefined || !members.some((member) => names.has(member))) continue;
    names.add(`project${basic.charAt(0).toUpperCase()}${basic.slice(1)}:${project}`);
  }
  return names;
}

interface CaseBinding {
  resource: string;
  role: string;
  members: string[];
  condition: unknown;
}

function bindingsOf(given: Fields): CaseBinding[] {
  return listOf(given.bindings, 'bindings').map((entry, index) => {
    const at = `bindings[${index}]`;
    const { resource, role, members, condition } = fieldsOf(entry, at);
    return {
      resource: textOf(resource, `${at}.resource`),
      role: textOf(role, `${at}.role`),
      members: readMembers(members, `${at}.members`),
      condition,
    };
  });
}

function readMembers(value: unknown, at: string): string[] {
  return listOf(value, at).map((member, index) => toMember(textOf(member, `${at}[${index}]`)));
}

function chainOf(resource: string, value: unknown): string[] {
  const parents = value === undefined || value === null ? {} : fieldsOf(value, 'resource_parents');
  const chain = new Set<string>();
  for (let at: unknown = resource; typeof at === 'string' && at !== '' && !chain.has(at); at = Object.hasOwn(parents, at) ? parents[at] : undefined)
    chain.add(at);
  return [...chain];
}

function readHeld(given: Fields, names: ReadonlySet<string>, known: GcpPermissions): Held<string> {
  const roles = given.roles === undefined || given.roles === null ? {} : fieldsOf(given.roles, 'roles');
  const bindings = bindingsOf(given).flatMap(({ resource, role, members, condition }): HeldRule<string>[] => {
    const member = members.find((name) => names.has(name));
    if (member === undefined) return [];
    const permissions = Object.hasOwn(roles, role) ? listOf(roles[role], `roles.${role}`).map(String) : [];
    const source = `The binding of ${role} to ${member} at ${resource} grants it.`;
    return [{ node: resource, permissions: known.of(permissions), condition: readCondition(condition), source }];
  });
  const denies = listOf(given.deny_policies, 'deny_policies').flatMap((entry, index) => {
    const at = `deny_policies[${index}]`;
    const fields = fieldsOf(entry, at);
    const node = textOf(fields.attached_to, `${at}.attached_to`);
    return listOf(fields.rules, `${at}.rules`).flatMap((rule, number) => {
      const denied = readDenyRule(fieldsOf(rule, `${at}.rules[${number}]`), `${at}.rules[${number}]`, names, known);
      return denied ? [{ node, ...denied, source: `Rule ${number + 1} of the deny policy at ${node} denies it.` }] : [];
    });
  });
  return { bindings, denies, reach: readEligibleResources(given.principal_access_boundaries, names) };
}

/** Returns null where the rule does not apply to the principal. */
function readDenyRule(
  raw: Fields,
  at: string,
  names: ReadonlySet<string>,
  known: GcpPermissions,
): Pick<HeldRule<string>, 'permissions' | 'condition'> | null {
  const rule = 'denyRule' in raw ? fieldsOf(raw.denyRule, `${at}.denyRule`) : raw;
  const covers = (field: string): boolean => readMembers(rule[field], `${at}.${field}`).some((name) => names.has(name));
  if (!covers('deniedPrincipals') || covers('exceptionPrincipals')) return null;
  const permissions = known
    .matching(listOf(rule.deniedPermissions, `${at}.deniedPermissions`).map(String))
    .copy()
    .andNot(known.matching(listOf(rule.exceptionPermissions, `${at}.exceptionPermissions`).map(String)));
  return { permissions, condition: readCondition(rule.denialCondition) };
}

/** Returns the resources that all applicable boundaries together make eligible. */
function readEligibleResources(value: unknown, names: ReadonlySet<string>): string[] | null {
  const binding = listOf(value, 'principal_access_boundaries').flatMap((entry, index) => {
    const at = `principal_access_boundaries[${index}]`;
    const { principals, eligible_resources: eligible } = fieldsOf(entry, at);
    const binds = readMembers(principals, `${at}.principals`).some((name) => name === '*' || name === ALL_AUTHENTICATED_USERS || names.has(name));
    return binds ? [listOf(eligible, `${at}.eligible_resources`).map(String)] : [];
  });
  return binding.length === 0 ? null : binding.flat();
}
