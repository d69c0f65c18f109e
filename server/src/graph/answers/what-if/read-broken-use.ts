import type { UseOfLostAccess } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { isGroupType } from '../../engine/model';
import { UNKNOWN_STARTER, type StartedUse } from '../../engine/session-starters';
import type { UsageCoverage } from '../../engine/usage-coverage';
import { TRAIT_LETTERS } from '../../providers/action-traits';
import { namesInLogs } from '../../store/use';
import { holdsAt, type Moment } from '../../store/validity';
import type { ChangedPair } from './read-difference';

/** A pair with the actions that it loses. */
export interface LostAccess {
  pair: ChangedPair;
  /** Names with their letters. */
  lost: ReadonlyMap<string, string>;
}

/** Calls that would be denied. */
export interface DeniedCalls {
  action: string;
  /** URI of the identity or role that made them. */
  actor: string;
  calls: number;
  lastAt: string;
}

/** The use of the access that a pair loses. */
export interface UseOfPair {
  use: UseOfLostAccess;
  /** Says why the use is unknown; otherwise empty. */
  reason: string;
  /** The latest first. */
  denied: DeniedCalls[];
}

interface UsageRow {
  identity_id: string;
  action: string;
  resource_id: string;
  of_account: boolean;
  source_uid: string;
  calls: number | string;
  last_at: string;
  started: Record<string, StartedUse> | null;
}

/** Names per statement. */
const BATCH = 500;

const KINDS = ['read', 'write', 'admin'] as const;

/**
 * Returns, for each pair, which of the actions that it loses are in use, by the rules of `store/use.ts`: an identity uses what it does itself, and what
 * the sessions did that it started.
 * @param moment the graph before the change
 * @param since only uses from then on, ISO 8601
 */
export async function readBrokenUse(tx: Tx, moment: Moment, lost: readonly LostAccess[], since: string): Promise<UseOfPair[]> {
  const uris = [...new Set(lost.flatMap(({ pair }) => [pair.identity.uri, ...(pair.before?.actors ?? [])]))];
  const names = await readNames(tx, moment, uris);
  const usage = await readUsage(tx, moment, [...new Set(uris.flatMap((uri) => names.get(uri) ?? []))], since);
  const logs = await readCoverage(tx, moment.tenantId);
  return lost.map((one) => useOf(one, { names, usage, log: logs.get(one.pair.resource.sourceUid) ?? null }));
}

interface Evidence {
  /** Names in logs by URI. */
  names: ReadonlyMap<string, readonly string[]>;
  /** By name in logs. */
  usage: ReadonlyMap<string, readonly UsageRow[]>;
  /** Log of the source of the resource; null: none. */
  log: UsageCoverage | null;
}

function useOf({ pair, lost }: LostAccess, { names, usage, log }: Evidence): UseOfPair {
  const { identity, resource, before } = pair;
  // A group makes no calls itself. Its members lose access only if they have no other path, which their own pairs tell.
  if (isGroupType(identity.type)) return { use: 'OF_MEMBERS', reason: '', denied: [] };
  const denied = new Map<string, DeniedCalls>();
  const doubts = new Set<string>();
  const own = new Set(names.get(identity.uri));
  for (const actor of before?.actors ?? []) {
    for (const row of (names.get(actor) ?? []).flatMap((name) => usage.get(name) ?? [])) {
      const isOfService = row.resource_id === '' && row.action.endsWith(':*');
      if (isOfService && isOn(row.action, resource.nativeId, lost))
        doubts.add(`The provider reports only that ${row.action.slice(0, -2)} was used, not how.`);
      if (!lost.has(row.action) || !concerns(row, resource)) continue;
      const use = actor === identity.uri ? { n: Number(row.calls), at: row.last_at } : startedBy(row, own);
      if (use === 'UNKNOWN') doubts.add('Sessions of a role used it, and the log does not say who started them.');
      else if (use) add(denied, { action: row.action, actor, calls: use.n, lastAt: use.at });
    }
  }
  if (denied.size > 0) return { use: 'USED', reason: '', denied: [...denied.values()].sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)) };
  const [reason = silenceOf(log, resource.type, lost)] = doubts;
  return { use: reason === '' ? 'NOT_SEEN' : 'UNKNOWN', reason, denied: [] };
}

/** Returns whether a use was on the resource. A use without a resource, or of a new one, belongs to the account. */
function concerns(row: UsageRow, { nativeId, type, sourceUid }: ChangedPair['resource']): boolean {
  return row.resource_id === nativeId || (type === 'ACCOUNT_DATA' && row.of_account && row.source_uid === sourceUid);
}

/** Returns whether the use of a whole service may concern lost actions on the resource. */
function isOn(action: string, nativeId: string, lost: ReadonlyMap<string, string>): boolean {
  const service = action.slice(0, -1);
  return nativeId.split(':')[2] === action.slice(0, -2) && [...lost.keys()].some((name) => name.startsWith(service));
}

/** Returns the uses in sessions that somebody with these names started; `UNKNOWN` where the log does not say who did; null: none. */
function startedBy({ started, calls }: UsageRow, names: ReadonlySet<string>): StartedUse | 'UNKNOWN' | null {
  const all = Object.entries(started ?? {});
  if (all.length === 0) return Number(calls) > 0 ? 'UNKNOWN' : null;
  const own = all.flatMap(([name, use]) => (names.has(name) ? [use] : []));
  if (own.length > 0)
    return {
      n: own.reduce((sum, { n }) => sum + n, 0),
      at:
        own
          .map(({ at }) => at)
          .sort()
          .at(-1) ?? '',
    };
  return all.some(([name]) => name === UNKNOWN_STARTER) ? 'UNKNOWN' : null;
}

function add(denied: Map<string, DeniedCalls>, call: DeniedCalls): void {
  const key = `${call.actor} ${call.action}`;
  const known = denied.get(key);
  denied.set(key, known ? { ...known, calls: known.calls + call.calls, lastAt: call.lastAt > known.lastAt ? call.lastAt : known.lastAt } : call);
}

/** Says why a log that shows no use does not prove that there was none; empty: it does. */
function silenceOf(log: UsageCoverage | null, type: string, lost: ReadonlyMap<string, string>): string {
  if (!log) return 'CAM has no log of the account, so the use is unknown.';
  const silent = KINDS.filter((kind) => log.silent.includes(kind.toUpperCase()) || log.silent.includes(`${kind.toUpperCase()} ${type}`));
  const unseen = silent.filter((kind) => [...lost.values()].some((letters) => letters.includes(TRAIT_LETTERS[kind])));
  return unseen.length === 0 ? '' : `The log does not record ${unseen.join(' and ')} access to such resources.`;
}

async function readNames(tx: Tx, moment: Moment, uris: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < uris.length; start += BATCH) {
    const { rows } = await sql<{ uri: string; name: string }>`
      select n.uri, n.name from (${namesInLogs(moment)}) n where n.uri = any(${sql.val(uris.slice(start, start + BATCH))}::text[]) order by 1, 2`.execute(
      tx,
    );
    for (const { uri, name } of rows) found.set(uri, [...(found.get(uri) ?? []), name]);
  }
  return found;
}

async function readUsage(tx: Tx, { tenantId, snapshotId }: Moment, names: readonly string[], since: string): Promise<Map<string, UsageRow[]>> {
  const found = new Map<string, UsageRow[]>();
  for (let start = 0; start < names.length; start += BATCH) {
    const { rows } = await sql<UsageRow>`
      with used as materialized (
        select u.* from graph_usage u where ${holdsAt('u', tenantId, snapshotId)}
          and u.identity_id = any(${sql.val(names.slice(start, start + BATCH))}::text[]) and u.count > 0 and u.last_at >= ${since}),
      started as (
        select identity_id, action, resource_id, of_account, source_uid, s.key, sum((s.value ->> 'n')::int) n, max(s.value ->> 'at') at
        from used cross join lateral jsonb_each(started_by) s group by 1, 2, 3, 4, 5, 6)
      select u.identity_id, u.action, u.resource_id, u.of_account, u.source_uid, sum(u.count) calls, max(u.last_at) last_at,
        (select jsonb_object_agg(s.key, jsonb_build_object('n', s.n, 'at', s.at)) from started s
         where (s.identity_id, s.action, s.resource_id, s.of_account, s.source_uid) = (u.identity_id, u.action, u.resource_id, u.of_account, u.source_uid)) started
      from used u group by 1, 2, 3, 4, 5`.execute(tx);
    for (const row of rows) found.set(row.identity_id, [...(found.get(row.identity_id) ?? []), row]);
  }
  return found;
}

async function readCoverage(tx: Tx, tenantId: string): Promise<Map<string, UsageCoverage | null>> {
  const rows = await tx.selectFrom('graph_source').select(['source_uid', 'usage']).where('tenant_id', '=', tenantId).execute();
  return new Map(rows.map(({ source_uid: uid, usage }) => [uid, usage]));
}
