import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { changedIdentities, changedResources } from '../../store/changed-rows';
import { readSources } from '../../store/read-sources';
import { TENANT_WIDE } from '../../store/snapshot-tables';
import { readHead } from '../../store/snapshot-writer';
import { readRevision } from '../../store/tiers';
import { begunWithin, endedWithin, type Span } from '../../store/validity';
import { readWeights } from './settings';

/** With more changed entities, or more changed rows of the graph, everything is scored again: finding out what they concern would take as long. */
export const MOST_CHANGES = { entities: 20_000, paths: 20_000, access: 2_000 };

/** The state of a tenant from which scores of findings follow. */
export interface ScoredFrom {
  /** The current snapshot of the graph. */
  head: number;
  /** The revision of scores and tiers. */
  revision: number;
  weights: string;
  /** The uids of the sources of the graph. The grants of a deleted source are gone without a snapshot. */
  sources: string;
}

export async function readScoredFrom(tx: Tx, tenantId: string): Promise<ScoredFrom> {
  return {
    head: await readHead(tx, tenantId),
    revision: await readRevision(tx, tenantId),
    weights: JSON.stringify(await readWeights(tx, tenantId)),
    sources: (await readSources(tx, tenantId)).map(({ sourceUid }) => sourceUid).join('\n'),
  };
}

/** The changes of one scoring of a tenant. */
interface Step {
  /** The revisions before and after it. */
  from: number;
  to: number;
  /** The URIs of the entities with a new score, or with none any more. */
  uris: ReadonlySet<string>;
}

/**
 * The entities whose scores the last scorings of this process changed, by tenant. Every change of scores grows the revision, so a change by another process, or one that
 * was cut off, leaves a gap between two steps.
 */
export class ScoreChanges {
  readonly #steps = new Map<string, Step[]>();

  /** Notes a scoring. */
  note(tenantId: string, step: Step): void {
    const steps = (this.#steps.get(tenantId) ?? []).filter(({ to }) => to <= step.from);
    steps.push(step);
    for (let count = sizeOf(steps); count > MOST_CHANGES.entities && steps.length > 0; count = sizeOf(steps)) steps.shift();
    this.#steps.set(tenantId, steps);
  }

  /** Returns the URIs of the entities whose scores changed between two revisions; null: not known. */
  between(tenantId: string, from: number, to: number): ReadonlySet<string> | null {
    const uris = new Set<string>();
    let reached = from;
    for (const step of this.#steps.get(tenantId) ?? []) {
      if (step.from !== reached) continue;
      for (const uri of step.uris) uris.add(uri);
      reached = step.to;
    }
    return reached === to ? uris : null;
  }
}

function sizeOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { uris }) => sum + uris.size, 0);
}

/**
 * Returns the URIs of all entities whose findings may have other scores than in a former state: those with another score, and those of pairs with changed access have
 * their identity or their resource here. Null: not known, or too many.
 */
export async function changedSince(
  tx: Tx,
  tenantId: string,
  { before, now, scores }: { before: ScoredFrom; now: ScoredFrom; scores: ScoreChanges },
): Promise<ReadonlySet<string> | null> {
  if (before.weights !== now.weights || before.sources !== now.sources) return null;
  const scored = scores.between(tenantId, before.revision, now.revision);
  if (scored === null) return null;
  if (before.head === now.head) return scored;
  const span = { since: before.head, until: now.head };
  if (span.since > span.until || (await hasLargeChange(tx, tenantId, span))) return null;
  const { rows } = await sql<{ uri: string }>`
    select uri from (${changedIdentities(tenantId, span)}) i union select uri from (${changedResources(tenantId, span)}) r
    union select e.uri from graph_entity e where ${endedWithin('e', tenantId, span)} union select e.uri from graph_entity e where ${begunWithin('e', tenantId, span)}
    limit ${MOST_CHANGES.entities + 1}`.execute(tx);
  const uris = new Set([...scored, ...rows.map(({ uri }) => uri)]);
  return uris.size > MOST_CHANGES.entities ? null : uris;
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
