import { createHash, type Hash } from 'node:crypto';
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
  const { hash, add } = newHash();
  const { cloudType, accountId, relations } = facts;
  add([cloudType, accountId]);
  addContent(add, facts);
  for (const { child, parent } of relations.filter(isLinking)) add([child, parent].map((end: Reference) => nodeOf(find, end)));
  const { tenantId, holders, organization, accounts, canonicalUsers = [], accessPoints = [], organizations, federation } = context;
  add([tenantId, organization, [...organizations], federation, [...canonicalUsers]]);
  for (const point of accessPoints) add(point);
  for (const holder of holders) add(holder);
  for (const [id, other] of accounts) add([id, contentOf(other)]);
  return hash.digest('base64url');
}

/** Fingerprints of facts that many sources depend on: in an organization, each account may depend on all others. */
const contents = new WeakMap<SourceFacts, string>();

/** Returns a fingerprint of the entities, relations and policies of facts, in their order. */
export function contentOf(facts: SourceFacts): string {
  const known = contents.get(facts);
  if (known !== undefined) return known;
  const { hash, add } = newHash();
  addContent(add, facts);
  const content = hash.digest('base64url');
  contents.set(facts, content);
  return content;
}

function addContent(add: (part: unknown) => void, { entities, relations, policies }: SourceFacts): void {
  for (const list of [entities, relations, policies]) {
    add(list.length);
    for (const entry of list) add(entry);
  }
}

function newHash(): { hash: Hash; add: (part: unknown) => void } {
  const hash = createHash('sha256');
  return { hash, add: (part) => void hash.update(JSON.stringify(part, lasting) ?? '').update('\0') };
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
