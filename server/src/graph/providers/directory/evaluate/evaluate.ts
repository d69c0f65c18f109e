import { Bitset } from '../../../engine/bitset';
import { accessRow, kindsAmong, type ActionNames } from '../../../engine/access-row';
import type { Escalation } from '../../../engine/escalation';
import { ActionSets } from '../../../engine/action-sets';
import type { AccessRowRecord, GrantRecord } from '../../../engine/graph-rows';
import type { Evaluate } from '../../../engine/evaluation';
import { actionsOn, allowedBy, DirectoryGrants } from '../compile/directory-grants';
import { classifyPrincipals, classifyResources, type OwnGrant, type PrincipalClass, type ResourceClass } from './directory-classes';
import type { DirectoryRules } from '../compile/directory-rules';

/**
 * Returns the evaluator of a directory: access to its users, groups and applications through directory roles and application assignments. Access of
 * its users to clouds is evaluated there.
 */
export function evaluateDirectory(rules: DirectoryRules): Evaluate {
  return function* evaluate(facts, context) {
    const grants = new DirectoryGrants(facts.policies, rules);
    const names = namesOf(grants);
    const resources = new ResourceIndex(classifyResources(facts, grants, rules));
    const principals = classifyPrincipals(facts.accountId, grants, context);
    const access: AccessRowRecord[] = [];
    const attributes = new Map<string, Record<string, unknown>>();
    for (const [done, principal] of principals.entries()) {
      const rows = resources.coveredBy(principal).flatMap((resource) => classAccess(principal, resource, names) ?? []);
      access.push(...rows);
      const escalations = escalationsOf(principal, names, rules);
      const privileged = rows.some(({ admin }) => admin === 2);
      for (const { uri } of principal.members) attributes.set(uri, { privileged, ...(escalations.length > 0 ? { escalations } : {}) });
      yield (done + 1) / principals.length;
    }
    return {
      access,
      classOf: new Map(resources.all.flatMap(({ id, members }) => members.map(({ uri }) => [uri, id] as const))),
      pclassOf: new Map(principals.flatMap(({ id, members }) => members.map(({ uri }) => [uri, id] as const))),
      steps: [],
      externalPrincipals: [],
      attributes,
    };
  };
}

/** Finds the resource classes that a principal's grants cover, without testing each. */
class ResourceIndex {
  readonly #byScope = new Map<string, ResourceClass[]>();

  constructor(readonly all: readonly ResourceClass[]) {
    for (const resource of all) for (const id of resource.ids) this.#byScope.set(id, [...(this.#byScope.get(id) ?? []), resource]);
  }

  coveredBy({ grants }: PrincipalClass): readonly ResourceClass[] {
    if (grants.some(({ grant }) => grant.scope === null)) return this.all;
    return [...new Set(grants.flatMap(({ grant }) => (grant.scope ?? []).flatMap((id) => this.#byScope.get(id) ?? [])))];
  }
}

function namesOf(grants: DirectoryGrants): ActionNames {
  const nameOf = (index: number): string => grants.names[index] ?? '';
  return {
    nameOf,
    sets: new ActionSets(nameOf),
    kinds: {
      READ: grants.where(({ kinds }) => kinds.includes('READ')),
      WRITE: grants.where(({ kinds }) => kinds.includes('WRITE')),
      ADMIN: grants.where(({ kinds }) => kinds.includes('ADMIN')),
    },
  };
}

/** Returns the grants of a principal that give actions on a resource, with these actions. */
export function grantsOn(principal: PrincipalClass, resource: ResourceClass): (OwnGrant & { given: Bitset })[] {
  return principal.grants.map((own) => ({ ...own, given: actionsOn(own.grant, resource) })).filter(({ given }) => !given.isEmpty);
}

function classAccess(principal: PrincipalClass, resource: ResourceClass, names: ActionNames): AccessRowRecord | null {
  const giving = grantsOn(principal, resource);
  const allowed = allowedBy(giving, names.kinds.READ.size);
  return accessRow({ pclassId: principal.id, classId: resource.id }, allowed, names, () => giving.map((own) => toSource(own, own.given, names)));
}

function toSource({ grant, holder }: OwnGrant, given: Bitset, names: ActionNames): GrantRecord {
  const { policyId, name, uri } = grant.policy;
  const kinds = kindsAmong(given, names);
  return {
    ...holder,
    policy_id: policyId,
    policy_name: name,
    policy_uri: uri,
    statement_index: 0,
    effect: 'Allow',
    kinds,
    conditional_kinds: grant.conditions.length > 0 ? kinds : [],
    actions: names.sets.of(given),
    conditions: [...grant.conditions],
  };
}

/** Returns the privilege escalations of a class, by the actions that it holds on any target. */
function escalationsOf({ grants }: PrincipalClass, names: ActionNames, { escalations }: DirectoryRules): Escalation[] {
  return escalations.flatMap(({ name, reason, action }) => {
    const giving = grants.filter(({ grant }) => [...grant.actions].some((index) => action.test(names.nameOf(index))));
    return giving.length === 0 ? [] : [{ name, reason, conditional: giving.every(({ grant }) => grant.conditions.length > 0) }];
  });
}
