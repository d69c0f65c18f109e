import { matchesArn } from '../compile/wildcard';
import type { Entity } from '../model';
import type { ResourceKinds } from './resource-kinds';
import type { PrincipalClass } from './principal-classes';
import { stableId } from './stable-id';

/** Resources that every policy treats alike; `example` stands for all of them. */
export interface ResourceClass {
  id: string;
  example: Entity;
}

/** Sorts resources into classes by the patterns of all policies that cover them. */
export function classifyResources(
  entities: readonly Entity[],
  classes: Iterable<PrincipalClass>,
  kinds: ResourceKinds,
): { classes: ResourceClass[]; classOf: Map<string, string> } {
  const patterns = new Set<string>();
  for (const { statements, boundary } of classes)
    for (const { statement } of [...statements, ...(boundary ?? [])])
      for (const pattern of statement.patterns) if (pattern !== '*') patterns.add(pattern);
  const list = [...patterns];
  const byId = new Map<string, ResourceClass>();
  const classOf = new Map<string, string>();
  for (const entity of entities) {
    if (!entity.isResource) continue;
    const arns = kinds.probesOf(entity).map(({ arnOf }) => arnOf(entity));
    const covering = list.filter((pattern) => arns.some((arn) => matchesArn(pattern, arn)));
    // Which probe a pattern covers matters too: bucket and objects are granted apart.
    const byProbe = arns.map((arn) => covering.filter((pattern) => matchesArn(pattern, arn)).join(' ')).join('\n');
    const id = stableId('rclass', entity.accountId, entity.type, entity.nativeId.split(':')[2] ?? '', byProbe);
    classOf.set(entity.uri, id);
    if (!byId.has(id)) byId.set(id, { id, example: entity });
  }
  return { classes: [...byId.values()], classOf };
}
