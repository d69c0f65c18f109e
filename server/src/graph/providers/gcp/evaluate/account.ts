import { earliestRequest } from '../../../engine/earliest-request';
import type { Entity } from '../../../engine/model';
import type { PolicyFact, SourceFacts } from '../../../engine/source-facts';
import { readBinding, readDenyRules, readRolePermissions, type DenyRule, type GcpBinding } from '../read/documents';
import type { BoundBoundary } from '../normalise/boundaries';
import { GcpPermissions, toPermission } from '../compile/permissions';
import { KNOWN_PERMISSIONS } from '../compile/known-permissions';
import { serviceAccountsOf } from '../compile/members';
import { contextOfResource, factsOfFullName, type ResourceFacts } from './resource-facts';
import { BASIC_ROLES, basicRolePermissions } from '../compile/role-permissions';
import type { CelContext, ResourceTag } from '../compile/cel-evaluate';

export interface GcpResource {
  entity: Entity;
  /** The resource and its parents, innermost first, by native id. */
  chain: readonly string[];
  assetType: string;
}

/** The facts of a GCP source, prepared for evaluation. */
export interface GcpAccount {
  permissions: GcpPermissions;
  bindings: { policy: PolicyFact; node: string; binding: GcpBinding; held: readonly string[] }[];
  denies: { policy: PolicyFact; node: string; index: number; rule: DenyRule }[];
  boundaries: BoundBoundary[];
  resources: GcpResource[];
  /** The sets of all service accounts that contain a service account, by its member string. */
  serviceAccountSets: ReadonlyMap<string, readonly string[]>;
  /** The projects whose place is known up to the organization, by number, each with itself and the nodes above. */
  placeOfProject: ReadonlyMap<string, readonly string[]>;
}

/** Returns the full resource name of an entity. A service account has its address as native id, so its place in the hierarchy is an attribute. */
export function nodeOf({ nativeId, attributes }: Pick<Entity, 'nativeId' | 'attributes'>): string {
  return typeof attributes.resourceid === 'string' ? attributes.resourceid : nativeId;
}

export function gcpAccount({ entities, relations, policies }: SourceFacts): GcpAccount {
  const ofKind = (sought: PolicyFact['kind']): { policy: PolicyFact; value: unknown }[] =>
    policies.flatMap((policy) => (policy.kind === sought ? [{ policy, value: JSON.parse(policy.document) as unknown }] : []));
  const roles = new Map(ofKind('gcp_role').map(({ policy, value }) => [policy.policyId, readRolePermissions(value)]));
  const denies = ofKind('gcp_deny_policy').flatMap(({ policy, value }) =>
    readDenyRules(value).map((rule, index) => ({ policy, node: policy.holder.nativeId, index, rule })),
  );
  const named = denies.flatMap(({ rule }) => [...rule.permissions, ...rule.exceptedPermissions].map(toPermission));
  const permissions = new GcpPermissions([...KNOWN_PERMISSIONS, ...[...roles.values()].flat(), ...named]);
  for (const role of BASIC_ROLES) if (!roles.has(role)) roles.set(role, basicRolePermissions(role, permissions.names));
  const bindings = ofKind('gcp_binding').flatMap(({ policy, value }) => {
    const binding = readBinding(value);
    return [{ policy, node: policy.holder.nativeId, binding, held: roles.get(binding.role) ?? [] }];
  });
  const parents = new Map(relations.filter(({ kind }) => kind === 'contains').map(({ child, parent }) => [child.nativeId, parent.nativeId]));
  const above = (nativeId: string): Set<string> => {
    const chain = new Set<string>();
    for (let at = parents.get(nativeId); at !== undefined && !chain.has(at); at = parents.get(at)) chain.add(at);
    return chain;
  };
  const resources = entities.flatMap((entity) => {
    if (!entity.isResource) return [];
    const chain = [...new Set([nodeOf(entity), ...above(entity.nativeId)])];
    return [{ entity, chain, assetType: String(entity.attributes.assettype ?? '') }];
  });
  const numbered = numberedNodes(entities);
  const serviceAccountSets = new Map(
    entities
      .filter(({ type }) => type === 'SERVICE_ACCOUNT')
      .map(({ nativeId }) => [nativeId, [...above(nativeId)].map((node) => serviceAccountsOf(numbered.get(node) ?? node))]),
  );
  const placeOfProject = new Map(
    [...numbered].flatMap(([nativeId, number]) => {
      const nodes = [...above(nativeId)];
      return nodes.some((node) => node.startsWith('organizations/')) ? [[number, [number, ...nodes]] as const] : [];
    }),
  );
  const boundaries = ofKind('gcp_boundary').map(({ value }) => value as BoundBoundary);
  return { permissions, bindings, denies, boundaries, resources, serviceAccountSets, placeOfProject };
}

/** Returns the names of projects by number, because principal identifiers use no project ids. */
function numberedNodes(entities: SourceFacts['entities']): Map<string, string> {
  return new Map(
    entities.flatMap(({ nativeId, attributes: { projectnumber: number } }) =>
      typeof number === 'string' ? [[nativeId, `projects/${number}`] as const] : [],
    ),
  );
}

function inFuture(facts: ResourceFacts): CelContext {
  return { ...contextOfResource(facts), notBefore: earliestRequest() };
}

/** Returns the context for conditions on a resource; with `inside`, for any resource in it. */
export function contextOf({ entity, assetType }: GcpResource, inside: boolean): CelContext {
  const { conditionname: own, tags } = entity.attributes;
  const facts = factsOfFullName(typeof own === 'string' ? own : nodeOf(entity));
  const known = Array.isArray(tags) ? (tags as ResourceTag[]) : null;
  const type = entity.attributes.conditiontype;
  if (!inside) return inFuture({ ...facts, service: assetType.split('/')[0], type: typeof type === 'string' ? type : assetType, tags: known });
  return inFuture({ name: `${facts.name}/`, isOpen: true, service: facts.service, typePrefix: `${facts.service}/`, tags: known });
}
