import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Holder } from '../../engine/evaluation';
import { membersStringsOf } from '../../engine/member-strings';
import { readRelations } from '../../store/read-facts';
import type { Moment } from '../../store/validity';
import type { StoredEntity } from '../read-holders';
import { notExpressible } from './refusals';
import type { SourceTree } from './source-trees';

/** Returns an id and the ids of all groups that it is in, directly or by another group, in the order of the facts. */
export function groupIds(nativeId: string, { relations }: SourceTree['facts']): string[] {
  const groupsOf = new Map<string, string[]>();
  for (const { kind, child, parent } of relations)
    if (kind === 'member_of') groupsOf.set(child.nativeId, [...(groupsOf.get(child.nativeId) ?? []), parent.nativeId]);
  const ids = new Set([nativeId]);
  // The fact of each lists its groups in this order.
  for (const id of ids) for (const group of [...(groupsOf.get(id) ?? [])].sort((a, b) => (a < b ? -1 : 1))) ids.add(group);
  return [...ids];
}

/** Returns an identity with all names by which policies mean it, as its source tells them. */
export function holderOf(identity: StoredEntity, { facts }: SourceTree): Holder {
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
export async function requireOneDirectory(tx: Tx, moment: Moment, { name, nativeId, sourceUid }: StoredEntity, tree: SourceTree): Promise<void> {
  const ids = groupIds(nativeId, tree.facts);
  const all = await readRelations(tx, moment, ['member_of'], sql<boolean>`child_id in (${sql.join(ids)})`);
  if (all.some((one) => one.sourceUid !== sourceUid && !ids.includes(one.parent.nativeId)))
    throw notExpressible(`several sources list groups of ${name}. A proof reads the groups of one.`);
  const missing = ids.find((id) => !tree.indexOf.has(id));
  if (missing !== undefined) throw notExpressible(`the source of ${name} says nothing about its group ${missing}.`);
}
