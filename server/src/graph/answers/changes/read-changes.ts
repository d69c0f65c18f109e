import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import type { Entity } from '../../engine/model';
import type { Reference, Relation } from '../../engine/source-facts';
import { toEntity } from '../../store/read-facts';
import { begunWithin, endedWithin, type Span } from '../../store/validity';

/** A change of an entity: null before when added, null after when removed. */
export interface EntityChange {
  uri: string;
  before: Entity | null;
  after: Entity | null;
}

type EntityRow = Parameters<typeof toEntity>[0];

/**
 * Returns the entities added, removed or modified between two snapshots, by URI. Changes that were reverted do not count, and neither do
 * changes of only the class or profile.
 * @param after the last URI of the previous page
 */
export async function readEntityChanges(
  tx: Tx,
  tenantId: string,
  span: Span,
  { limit, after }: { limit: number; after: string | null },
): Promise<EntityChange[]> {
  const { rows } = await sql<{ uri: string; old: EntityRow | null; new: EntityRow | null }>`
    select coalesce(o.uri, n.uri) uri, to_jsonb(o) old, to_jsonb(n) new
    from (select * from graph_entity o where ${endedWithin('o', tenantId, span)}) o
    full join (select * from graph_entity n where ${begunWithin('n', tenantId, span)}) n on n.entity_id = o.entity_id
    where coalesce(o.uri, n.uri) > ${after ?? ''}
      and (o.uri is null or n.uri is null or (o.name, o.type, o.region, o.account_id, o.attributes) is distinct from (n.name, n.type, n.region, n.account_id, n.attributes))
    order by 1 limit ${limit}`.execute(tx);
  return rows.map((row) => ({ uri: row.uri, before: row.old && toEntity(row.old), after: row.new && toEntity(row.new) }));
}

/** A changed relation: a membership, an attached policy or a containment. Null before when added, null after when removed. */
export interface RelationChange {
  child: Reference;
  parent: Reference;
  kind: Relation['kind'];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The last row of a page of relations. */
export interface RelationCursor {
  childId: string;
  parentId: string;
  kind: string;
  sourceUid: string;
}

export interface RelationChangePage {
  changes: RelationChange[];
  /** Null on the last page. */
  next: RelationCursor | null;
}

/**
 * Returns the relations added, removed or modified between two snapshots, by the ids of both ends.
 * @param after the last row of the previous page
 */
export async function readRelationChanges(
  tx: Tx,
  tenantId: string,
  span: Span,
  { limit, after }: { limit: number; after: RelationCursor | null },
): Promise<RelationChangePage> {
  const behind = after
    ? sql`(child_id, parent_id, kind, source_uid) > (${after.childId}, ${after.parentId}, ${after.kind}, ${after.sourceUid})`
    : sql`true`;
  const { rows } = await sql<RelationRow>`
    select child_id, parent_id, kind, source_uid, coalesce(n.child_uri, o.child_uri) child_uri, coalesce(n.parent_uri, o.parent_uri) parent_uri,
      o.detail old, n.detail new
    from (select * from graph_edge o where ${endedWithin('o', tenantId, span)}) o
    full join (select * from graph_edge n where ${begunWithin('n', tenantId, span)}) n using (child_id, parent_id, kind, source_uid)
    where o.detail is distinct from n.detail and ${behind}
    order by 1, 2, 3, 4 limit ${limit + 1}`.execute(tx);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    changes: rows.slice(0, limit).map((row) => ({
      child: { nativeId: row.child_id, ...(row.child_uri === null ? {} : { uri: row.child_uri }) },
      parent: { nativeId: row.parent_id, ...(row.parent_uri === null ? {} : { uri: row.parent_uri }) },
      kind: row.kind,
      before: row.old,
      after: row.new,
    })),
    next: last ? { childId: last.child_id, parentId: last.parent_id, kind: last.kind, sourceUid: last.source_uid } : null,
  };
}

interface RelationRow {
  child_id: string;
  child_uri: string | null;
  parent_id: string;
  parent_uri: string | null;
  kind: Relation['kind'];
  source_uid: string;
  old: Record<string, unknown> | null;
  new: Record<string, unknown> | null;
}
