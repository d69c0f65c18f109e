import type { Entity } from '../model';
import { PatternIndex } from './pattern-index';
import type { ResourceKinds } from './resource-kinds';
import type { PrincipalClass } from './principal-classes';
import { stableId } from './stable-id';

/** Resources that every policy treats alike; `example` stands for all of them. */
export interface ResourceClass {
  id: string;
  example: Entity;
}

export interface ResourceClasses {
  /** By the URI of the resource. */
  classOf: Map<string, string>;
  /** The classes that a class of principals may be allowed anything on: those of which its allows speak. */
  candidatesOf: (principal: PrincipalClass) => Iterable<ResourceClass>;
}

/** Sorts resources into classes by the patterns of all policies that speak of them. */
export function classifyResources(entities: readonly Entity[], principals: Iterable<PrincipalClass>, kinds: ResourceKinds): ResourceClasses {
  const index = new PatternIndex(patternsOf(principals));
  const classes = new Map<string, ResourceClass>();
  const byPattern = new Map<string, ResourceClass[]>();
  const classOf = new Map<string, string>();
  for (const entity of entities) {
    if (!entity.isResource) continue;
    const service = entity.nativeId.split(':')[2] ?? '';
    const touched = touching(entity, index, kinds);
    const id = stableId('rclass', entity.accountId, entity.type, service, ...[...touched].map(([pattern, how]) => `${pattern}${how}`).sort());
    classOf.set(entity.uri, id);
    if (classes.has(id)) continue;
    const made = { id, example: entity };
    classes.set(id, made);
    for (const pattern of touched.keys()) byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), made]);
  }
  const candidatesOf = ({ statements }: PrincipalClass): Iterable<ResourceClass> => {
    const allows = statements.map(({ statement }) => statement).filter(({ effect }) => effect === 'Allow');
    if (allows.some(({ negated, patterns: own }) => negated || own.includes('*'))) return classes.values();
    return new Set(allows.flatMap(({ patterns: own }) => own.flatMap((pattern) => byPattern.get(pattern) ?? [])));
  };
  return { classOf, candidatesOf };
}

/** Every pattern that tells resources apart; `*` does not. */
function patternsOf(classes: Iterable<PrincipalClass>): Set<string> {
  const patterns = new Set<string>();
  for (const { statements, boundary } of classes) {
    for (const { statement } of [...statements, ...(boundary ?? [])]) {
      for (const pattern of statement.patterns) if (pattern !== '*') patterns.add(pattern);
    }
  }
  return patterns;
}

/** The patterns that speak of a resource, of its objects, or of some of them, each with which: that grants something else. */
function touching(entity: Entity, index: PatternIndex, kinds: ResourceKinds): Map<string, string> {
  const touched = new Map<string, string>();
  const add = (pattern: string, how: string): unknown => touched.set(pattern, `${touched.get(pattern) ?? ''} ${how}`);
  kinds.probesOf(entity, []).forEach(({ arn }, number) => {
    for (const pattern of index.speakingOf(arn)) add(pattern, String(number));
  });
  if (entity.type === 'OBJECT_STORE') for (const pattern of index.reachingInto(entity.name)) add(pattern, 'inside');
  return touched;
}
