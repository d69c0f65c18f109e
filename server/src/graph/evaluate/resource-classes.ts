import { matchesArn } from '../compile/wildcard';
import type { Entity } from '../model';
import { reachesInto } from './bucket-objects';
import type { ResourceKinds } from './resource-kinds';
import type { PrincipalClass } from './principal-classes';
import { stableId } from './stable-id';

/** Resources that every policy treats alike; `example` stands for all of them. */
export interface ResourceClass {
  id: string;
  example: Entity;
}

/** Sorts resources into classes by the patterns of all policies that speak of them. */
export function classifyResources(
  entities: readonly Entity[],
  classes: Iterable<PrincipalClass>,
  kinds: ResourceKinds,
): { classes: ResourceClass[]; classOf: Map<string, string> } {
  const patterns = patternsOf(classes);
  const byId = new Map<string, ResourceClass>();
  const classOf = new Map<string, string>();
  for (const entity of entities) {
    if (!entity.isResource) continue;
    const service = entity.nativeId.split(':')[2] ?? '';
    const id = stableId('rclass', entity.accountId, entity.type, service, ...touching(entity, patterns, kinds));
    classOf.set(entity.uri, id);
    if (!byId.has(id)) byId.set(id, { id, example: entity });
  }
  return { classes: [...byId.values()], classOf };
}

/** Every pattern that tells resources apart; `*` does not. */
function patternsOf(classes: Iterable<PrincipalClass>): string[] {
  const patterns = new Set<string>();
  for (const { statements, boundary } of classes) {
    for (const { statement } of [...statements, ...(boundary ?? [])]) {
      for (const pattern of statement.patterns) if (pattern !== '*') patterns.add(pattern);
    }
  }
  return [...patterns];
}

/** The patterns that speak of a resource, of any object, or of some objects in it: each grants something else. */
function touching(entity: Entity, patterns: readonly string[], kinds: ResourceKinds): string[] {
  const arns = kinds.probesOf(entity, []).map(({ arn }) => arn);
  return patterns.flatMap((pattern) => {
    const covered = arns.map((arn) => (matchesArn(pattern, arn) ? '1' : '0')).join('');
    const inside = entity.type === 'OBJECT_STORE' && reachesInto(pattern, entity.name);
    return covered.includes('1') || inside ? [`${covered}${inside ? '/' : ''} ${pattern}`] : [];
  });
}
