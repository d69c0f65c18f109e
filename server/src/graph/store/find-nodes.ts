import type { Tx } from '../../platform/db/database';
import type { Node } from '../engine/paths';
import type { Entity } from '../engine/model';
import type { Reference } from '../engine/source-facts';

const CHUNK = 5000;

/** Resolves a reference; null: it refers to nothing connected. */
export type FindNode = (reference: Reference) => Node | null;

/**
 * Resolves references to entities that a source does not list itself.
 * @param own entities that take precedence, by native id
 */
export async function nodeFinder(
  tx: Tx,
  tenantId: string,
  references: Iterable<Reference>,
  own: ReadonlyMap<string, Entity> = new Map(),
): Promise<FindNode> {
  const found = new Map<string, Node>();
  const ids = [...new Set([...references].map(({ nativeId }) => nativeId))].filter((id) => !own.has(id));
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await tx
      .selectFrom('graph_entity')
      .select(['native_id', 'uri', 'type', 'name', 'account_id'])
      .where('tenant_id', '=', tenantId)
      .where('native_id', 'in', ids.slice(start, start + CHUNK))
      .where('valid_to', 'is', null)
      .orderBy('source_uid', 'desc')
      .execute();
    for (const { native_id, uri, type, name, account_id: accountId } of rows) found.set(native_id, { uri, type, name, accountId });
  }
  return ({ nativeId }) => own.get(nativeId) ?? found.get(nativeId) ?? null;
}
