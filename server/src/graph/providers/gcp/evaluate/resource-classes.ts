import { networksOf } from '../../../engine/port-reach';
import { stableId } from '../../../engine/stable-id';
import { holds, type Condition } from '../compile/condition';
import type { ConditionTruths } from './effective-access';
import { contextOf, type GcpAccount, type GcpResource } from './account';
import type { ResourcePermissions, ResourceProbe } from './resource-permissions';

/** The permissions to evaluate for a resource class, with the results of conditions. */
export interface ClassProbe extends ResourceProbe {
  truths: ConditionTruths;
}

/** Resources that every binding, deny and condition treats alike. */
export interface ResourceClass {
  id: string;
  assetType: string;
  chain: readonly string[];
  probes: ClassProbe[];
  members: GcpResource[];
}

/** Assigns resources to classes by type, by the nodes above them with bindings or denies, and by the results of the conditions there. */
export function classifyResources(
  accountId: string,
  { bindings, denies, boundaries, resources }: GcpAccount,
  kinds: ResourcePermissions,
): ResourceClass[] {
  const conditionsAt = new Map<string, Set<Condition>>();
  const note = (node: string, condition: Condition | null): void => {
    const known = conditionsAt.get(node) ?? new Set();
    conditionsAt.set(node, known);
    if (condition) known.add(condition);
  };
  for (const { node, binding } of bindings) note(node, binding.condition);
  for (const { node, rule } of denies) note(node, rule.condition);
  for (const node of boundaries.flatMap(({ eligible }) => eligible)) note(node, null);

  const classes = new Map<string, ResourceClass>();
  for (const resource of resources) {
    const { chain, assetType } = resource;
    // Network exposure has rules of its own.
    const own = networksOf(resource.entity).length > 0 ? resource.entity.nativeId : '';
    const nodes = chain.filter((node) => conditionsAt.has(node));
    const conditions = nodes.flatMap((node) => [...(conditionsAt.get(node) ?? [])]);
    const probes = kinds.probesOf(assetType).map((probe) => probing(probe, resource, conditions));
    const decided = probes.map(({ truths }) => conditions.map((condition) => truths.ofBinding(condition)).join(','));
    const id = stableId('gcp rclass', accountId, assetType, nodes.join(' '), conditions.map(({ text }) => text).join(' '), decided.join(' '), own);
    const known = classes.get(id) ?? { id, assetType, chain, probes, members: [] };
    classes.set(id, known);
    known.members.push(resource);
  }
  return [...classes.values()];
}

function probing(probe: ResourceProbe, resource: GcpResource, conditions: readonly Condition[]): ClassProbe {
  const context = contextOf(resource, probe.inside);
  const decided = new Map(conditions.map((condition) => [condition, holds(condition, context)]));
  const truthOf: ConditionTruths['ofBinding'] = (condition) => (condition === null ? 'yes' : (decided.get(condition) ?? 'no'));
  return { ...probe, truths: { ofBinding: truthOf, ofDeny: truthOf } };
}
