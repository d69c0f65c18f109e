import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Holder } from '../../engine/evaluation';
import { membersStringsOf } from '../../engine/member-strings';
import { readRelations } from '../../store/read-facts';
import type { StoredEntity } from '../read-holders';
import { notExpressible } from './refusals';
import type { SourceTrees } from './source-trees';
import type { CoveredFacts } from './covered-facts';

/** Returns an id and the ids of all groups that it is in, directly or by another group, in the order of the facts. */
export function groupIds(nativeId: string, { relations }: CoveredFacts['facts']): string[] {
  const groupsOf = new Map<string, string[]>();
  for (const { kind, child, parent } of relations)
    if (kind === 'member_of') groupsOf.set(child.nativeId, [...(groupsOf.get(child.nativeId) ?? []), parent.nativeId]);
  const ids = new Set([nativeId]);
  // The fact of each lists its groups in this order.
  for (const id of ids) for (const group of [...(groupsOf.get(id) ?? [])].sort((a, b) => (a < b ? -1 : 1))) ids.add(group);
  return [...ids];
}

/** Returns an identity with all names by which policies mean it, as its source tells them. */
export function holderOf(identity: StoredEntity, { facts }: CoveredFacts): Holder {
  const ids = new Set(groupIds(identity.nativeId, facts));
  const principal = facts.entities.find(({ uri }) => uri === identity.uri);
  if (!principal) throw notExpressible(`${identity.name} is not in the facts of its source.`);
  const groups = facts.entities.filter(({ uri, nativeId, isIdentity }) => uri !== identity.uri && isIdentity && ids.has(nativeId));
  return { principal, refs: [...new Set([...ids, ...[principal, ...groups].flatMap(membersStringsOf)])] };
}

/**
 * Refuses an identity whose groups no source, or several sources list. A proof reads the groups of one.
 * @throws 422 PROOF_NOT_EXPRESSIBLE
 */
export async function requireOneDirectory(
  tx: Tx,
  { moment, sources }: Pick<SourceTrees, 'moment' | 'sources'>,
  { name, nativeId, sourceUid }: StoredEntity,
  tree: CoveredFacts,
): Promise<void> {
  const ids = groupIds(nativeId, tree.facts);
  const others = sources.filter((one) => one.sourceUid !== sourceUid).map((one) => one.sourceUid);
  // The key of the table begins with the source: without it, all memberships of the tenant would be read.
  const ofOthers = sql<boolean>`source_uid = any(${sql.val(others)}::text[]) and child_id = any(${sql.val(ids)}::text[])`;
  const all = others.length > 0 ? await readRelations(tx, moment, ['member_of'], ofOthers) : [];
  if (all.some(({ parent }) => !ids.includes(parent.nativeId)))
    throw notExpressible(`several sources list groups of ${name}. A proof reads the groups of one.`);
  const missing = ids.find((id) => !tree.has(id));
  if (missing !== undefined) throw notExpressible(`the source of ${name} says nothing about its group ${missing}.`);
}
