import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isOneOf } from '../../../platform/db/is-one-of';
import { groupBy } from '../../../platform/group-by';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { lastUnattributedUse, namesInLogs } from '../../store/use';
import { holdsAt } from '../../store/validity';
import { distinct, readUnits } from './read-units';
import { KIND_BITS, type ResourceClass, type ReviewUnit } from './units-of-identities';

/** The use of a unit by its identity. */
export interface UseOfUnit {
  /** Resources that the identity used since the given time, of those that the unit gives. */
  used: number;
  /** ISO 8601; null: no log shows a use. */
  lastUsed: string | null;
  /** Says why silence does not prove disuse; empty: it does. */
  doubt: string;
}

export interface ReviewUnitWithUse extends ReviewUnit, UseOfUnit {
  /** Attributes of the group, policy or resource, for the rule that finds reviewers. */
  attributes: Record<string, unknown>;
}

/**
 * Returns the units of identities as the graph is now, as `readUnits` does, with their use since a time. Runs inside the caller's transaction.
 * @param since ISO 8601; silence counts as disuse only in logs that begin before it
 */
export async function readReviewUnits(tx: Tx, tenantId: string, uris: readonly string[], since: string): Promise<ReviewUnitWithUse[]> {
  const { units, classes } = await readUnits(tx, { tenantId, snapshotId: null }, uris);
  if (units.length === 0) return [];
  const use = await readUse(tx, tenantId, uris);
  const logs = await readLogs(tx, tenantId);
  const unknown = await readUnattributed(tx, tenantId, distinct(units.flatMap(({ roles }) => [...roles])), since);
  const attributes = await readAttributes(tx, tenantId, distinct(units.map(({ uri }) => uri)));
  return units.map((unit) => ({
    ...unit,
    ...useOf(unit, use.get(unit.identity.uri) ?? [], { classes, logs, unknown, since }),
    attributes: attributes.get(unit.uri) ?? {},
  }));
}

/** Returns the time of a snapshot, ISO 8601; null: there is none. */
export async function readSnapshotTime(tx: Tx, tenantId: string, snapshotId: number): Promise<string | null> {
  const { rows } = await sql<{ at: Date | string }>`
    select taken_at at from graph_snapshot where tenant_id = ${tenantId} and snapshot_id = ${snapshotId} limit 1`.execute(tx);
  return rows[0] ? new Date(rows[0].at).toISOString() : null;
}

/** Returns the newest snapshot of each of these sources, by uid. Removed sources are left out. */
export async function readSourceSnapshots(tx: Tx, tenantId: string, uids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; id: number | string }>`
    select s.source_uid uid, max(s.snapshot_id) id from graph_snapshot s
      join graph_source g on g.tenant_id = s.tenant_id and g.source_uid = s.source_uid
    where s.tenant_id = ${tenantId} and s.state <> 'staging' and ${isOneOf('s.source_uid', uids)} group by 1`.execute(tx);
  return new Map(rows.map(({ uid, id }) => [uid, Number(id)]));
}

async function readAttributes(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ uri: string; attributes: Record<string, unknown> }>`
    select distinct on (e.uri) e.uri, e.attributes from graph_entity e
    where ${holdsAt('e', tenantId, null)} and ${isOneOf('e.uri', uris)} order by e.uri, e.source_uid`.execute(tx);
  return new Map(rows.map(({ uri, attributes }) => [uri, attributes]));
}

interface UsedResource {
  uri: string;
  resource: string;
  classId: string;
  lastAt: string;
}

/** Returns the resources that each identity used, itself or in sessions that it started. */
async function readUse(tx: Tx, tenantId: string, uris: readonly string[]): Promise<Map<string, UsedResource[]>> {
  const { rows } = await sql<UsedResource>`
    with names as materialized (
      select n.uri, n.name from (${namesInLogs({ tenantId, snapshotId: null })}) n where ${isOneOf('n.uri', uris)}),
    used as materialized (
      select n.uri, u.resource_id, u.of_account, u.source_uid, max(u.last_at) at
      from names n join graph_usage u on u.identity_id = n.name where ${holdsAt('u', tenantId, null)} and u.count > 0 group by 1, 2, 3, 4
      union all
      select n.uri, u.resource_id, u.of_account, u.source_uid, max(s.value ->> 'at') at
      from graph_usage u cross join lateral jsonb_each(u.started_by) s join names n on n.name = s.key
      where ${holdsAt('u', tenantId, null)} group by 1, 2, 3, 4)
    select x.uri, k.uri resource, k.class_id "classId", max(x.at) "lastAt" from used x
      join graph_entity k on k.native_id = x.resource_id and x.resource_id <> '' and k.is_resource and k.class_id is not null and ${holdsAt('k', tenantId, null)}
    group by 1, 2, 3
    union all
    select x.uri, k.uri, k.class_id, max(x.at) from used x
      join graph_entity k on x.of_account and k.type = 'ACCOUNT_DATA' and k.source_uid = x.source_uid and k.is_resource and k.class_id is not null
        and ${holdsAt('k', tenantId, null)}
    group by 1, 2, 3`.execute(tx);
  return groupBy(rows, ({ uri }) => uri);
}

async function readLogs(tx: Tx, tenantId: string): Promise<Map<string, UsageCoverage | null>> {
  const rows = await tx.selectFrom('graph_source').select(['source_uid', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map(({ source_uid: uid, usage }) => [uid, usage]));
}

/** Returns the roles with uses since a time of which nobody knows who started the session. */
async function readUnattributed(tx: Tx, tenantId: string, uris: readonly string[], since: string): Promise<Set<string>> {
  if (uris.length === 0) return new Set();
  const { rows } = await sql<{ uri: string }>`
    select x.uri from (
      select h.uri, ${lastUnattributedUse('h', { tenantId, snapshotId: null })} at from graph_entity h
      where ${holdsAt('h', tenantId, null)} and ${isOneOf('h.uri', uris)}) x
    where x.at > ${since}`.execute(tx);
  return new Set(rows.map(({ uri }) => uri));
}

interface UseFacts {
  classes: ReadonlyMap<string, ResourceClass>;
  logs: ReadonlyMap<string, UsageCoverage | null>;
  unknown: ReadonlySet<string>;
  since: string;
}

function useOf(unit: ReviewUnit, used: readonly UsedResource[], { classes, logs, unknown, since }: UseFacts): UseOfUnit {
  const own = used.filter(({ classId }) => unit.classes.has(classId));
  const recent = own.filter(({ lastAt }) => lastAt > since);
  const lastUsed = own.reduce<string | null>((last, { lastAt }) => (last === null || lastAt > last ? lastAt : last), null);
  const doubt = recent.length > 0 ? '' : doubtOf(unit, { classes, logs, unknown, since });
  return { used: new Set(recent.map(({ resource }) => resource)).size, lastUsed, doubt };
}

function doubtOf({ classes: given, roles }: ReviewUnit, { classes, logs, unknown, since }: UseFacts): string {
  if ([...roles].some((uri) => unknown.has(uri))) return 'Sessions of a role used it, and the log does not say who started them.';
  for (const [classId, kinds] of given) {
    const { type = '', sourceUids = [] } = classes.get(classId) ?? {};
    for (const uid of sourceUids) {
      const log = logs.get(uid);
      if (!log) return 'CAM has no log of the account, so the use is unknown.';
      if (log.since > since.slice(0, 10)) return `The log begins on ${log.since}, so earlier use is unknown.`;
      const isSilent = (Object.keys(KIND_BITS) as (keyof typeof KIND_BITS)[]).some(
        (kind) => (kinds & KIND_BITS[kind]) !== 0 && (log.silent.includes(kind) || log.silent.includes(`${kind} ${type}`)),
      );
      if (isSilent) return 'The log does not record all of this access.';
    }
  }
  return '';
}
