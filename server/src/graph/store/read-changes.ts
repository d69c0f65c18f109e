import { sql } from 'kysely';
import type { Tx } from '../../db/database';
import type { Entity } from '../model';
import { toEntity } from './read-facts';
import { begunWithin, endedWithin, type Span } from '../validity';

/** What became of an entity: null before where it came, null after where it went. */
export interface EntityChange {
  uri: string;
  before: Entity | null;
  after: Entity | null;
}

/** Which access a class of principals has to a class of resources: 0 not, 1 under conditions, 2 always. */
export interface AccessModes {
  read: number;
  write: number;
  admin: number;
}

export interface AccessChange {
  pclassId: string;
  classId: string;
  before: AccessModes | null;
  after: AccessModes | null;
}

type EntityRow = Parameters<typeof toEntity>[0];

/**
 * Entities that came, went or changed between two snapshots, by URI; what changed and changed back is none of them, and neither is one whose
 * class or profile alone is another.
 * @param after the URI that the last page ended with
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

/** Access between classes that came, went or became another kind between two snapshots. Who is in the classes may have changed as well. */
export async function readAccessChanges(tx: Tx, tenantId: string, span: Span): Promise<AccessChange[]> {
  const { rows } = await sql<{ pclass_id: string; class_id: string; old: (number | null)[]; new: (number | null)[] }>`
    select coalesce(o.pclass_id, n.pclass_id) pclass_id, coalesce(o.class_id, n.class_id) class_id,
           jsonb_build_array(o.read_mode, o.write_mode, o.admin_mode) old, jsonb_build_array(n.read_mode, n.write_mode, n.admin_mode) new
    from (select * from graph_access o where ${endedWithin('o', tenantId, span)}) o
    full join (select * from graph_access n where ${begunWithin('n', tenantId, span)}) n on n.pclass_id = o.pclass_id and n.class_id = o.class_id
    where (o.read_mode, o.write_mode, o.admin_mode) is distinct from (n.read_mode, n.write_mode, n.admin_mode)
    order by 1, 2`.execute(tx);
  return rows.map((row) => ({ pclassId: row.pclass_id, classId: row.class_id, before: toModes(row.old), after: toModes(row.new) }));
}

function toModes([read, write, admin]: readonly (number | null)[]): AccessModes | null {
  return read === null || read === undefined ? null : { read, write: write ?? 0, admin: admin ?? 0 };
}
