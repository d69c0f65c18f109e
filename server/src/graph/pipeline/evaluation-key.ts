import { createHash } from 'node:crypto';
import type { EvaluationContext } from '../engine/evaluation';
import type { Reference, Relation, SourceFacts } from '../engine/source-facts';
import type { FindNode } from '../store/find-nodes';
import { LINKING } from '../store/read-links';

/** Attributes that change from day to day and that no evaluation reads. */
export const PASSING: ReadonlySet<string> = new Set(['lastused', 'keyage']);

/**
 * Returns a fingerprint of everything that the evaluation of a source depends on. Equal keys give equal results with the same version of
 * the program. The key covers the source's facts and those of other sources, but no usage.
 */
export function evaluationKey(facts: SourceFacts, context: EvaluationContext, find: FindNode): string {
  const hash = createHash('sha256');
  const add = (part: unknown): unknown => hash.update(JSON.stringify(part, lasting) ?? '').update('\0');
  const { cloudType, accountId, entities, relations, policies } = facts;
  add([cloudType, accountId]);
  for (const list of [entities, relations, policies]) for (const entry of list) add(entry);
  for (const { child, parent } of relations.filter(isLinking)) add([child, parent].map((end: Reference) => nodeOf(find, end)));
  const { tenantId, holders, organization, accounts, canonicalUsers = [], accessPoints = [], organizations, federation } = context;
  add([tenantId, organization, [...organizations], federation, [...canonicalUsers]]);
  for (const point of accessPoints) add(point);
  for (const holder of holders) add(holder);
  for (const [id, other] of accounts) add([id, other.entities, other.relations, other.policies]);
  return hash.digest('base64url');
}

function isLinking({ kind }: Relation): boolean {
  return LINKING.includes(kind);
}

function nodeOf(find: FindNode, end: Reference): unknown[] {
  const node = find(end);
  return node ? [node.uri, node.type, node.name, node.accountId] : [];
}

function lasting(name: string, value: unknown): unknown {
  return PASSING.has(name) ? undefined : value;
}
