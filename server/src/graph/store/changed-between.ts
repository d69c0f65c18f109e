import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { changedIdentities, changedResources } from './changed-rows';
import { readSources } from './read-sources';
import { TENANT_WIDE } from './snapshot-tables';
import { readHead } from './snapshot-writer';
import { begunWithin, endedWithin, type Span } from './validity';

/** With more changed entities, or more changed rows of the graph, all of it counts as changed: finding out what they concern would take as long as to look at everything. */
export const MOST_CHANGES = { entities: 20_000, paths: 20_000, access: 2_000 };

/** A state of the graph of a tenant, to be compared with a later one. */
export interface GraphState {
  /** The newest snapshot. */
  head: number;
  /** Digest of the uids of the sources. The grants of a deleted source are gone without a snapshot. */
  sources: string;
}

export async function readGraphState(tx: Tx, tenantId: string): Promise<GraphState> {
  const uids = (await readSources(tx, tenantId)).map(({ sourceUid }) => sourceUid);
  return { head: await readHead(tx, tenantId), sources: hash('sha256', uids.join('\n'), 'base64url') };
}

/**
 * Returns the URIs of the entities that changed between two states, and of those whose access, or the way to it, changed: each pair of an identity and a resource with changed
 * access or changed paths has one of them here. Null: too many, or not known.
 */
export async function changedBetween(
  tx: Tx,
  tenantId: string,
  { before, now }: { before: GraphState; now: GraphState },
): Promise<ReadonlySet<string> | null> {
  if (before.sources !== now.sources || before.head > now.head) return null;
  if (before.head === now.head) return new Set();
  const span = { since: before.head, until: now.head };
  if (await hasLargeChange(tx, tenantId, span)) return null;
  const { rows } = await sql<{ uri: string }>`
    select uri from (${changedIdentities(tenantId, span)}) i union select uri from (${changedResources(tenantId, span)}) r
    union select e.uri from graph_entity e where ${endedWithin('e', tenantId, span)} union select e.uri from graph_entity e where ${begunWithin('e', tenantId, span)}
    limit ${MOST_CHANGES.entities + 1}`.execute(tx);
  return rows.length > MOST_CHANGES.entities ? null : new Set(rows.map(({ uri }) => uri));
}

/** Reports whether a span changed the whole tenant, or too many rows. */
async function hasLargeChange(tx: Tx, tenantId: string, span: Span): Promise<boolean> {
  const changed = (table: 'graph_profile_class' | 'graph_access', most: number): RawBuilder<boolean> => sql<boolean>`
    (select count(*) > ${most} from (
      select from ${sql.table(table)} t where ${endedWithin('t', tenantId, span)} union all select from ${sql.table(table)} t where ${begunWithin('t', tenantId, span)}
      limit ${most + 1}) c)`;
  const { rows } = await sql<{ large: boolean }>`
    select exists (select from graph_snapshot where tenant_id = ${tenantId} and source_uid = ${TENANT_WIDE} and snapshot_id > ${span.since} and snapshot_id <= ${span.until})
      or ${changed('graph_profile_class', MOST_CHANGES.paths)} or ${changed('graph_access', MOST_CHANGES.access)} large`.execute(tx);
  return rows[0]?.large ?? true;
}
