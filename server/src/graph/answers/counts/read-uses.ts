import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { readInParts } from '../../../platform/db/read-in-parts';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import { UNKNOWN_STARTER } from '../../engine/session-starters';
import { namesInLogs } from '../../store/use';
import { ago, holdsNow, UNUSED_DAYS, type InventoryScope } from './parts';
import type { ProfileReach } from './profile-reach';
import type { LoggedUse, LoggedUses, Serving, UsedResource } from './used-resources';

interface RawUse {
  name: string | null;
  starter: string | null;
  kind: AccessKind | null;
  entity_id: string | null;
  class_id: string | null;
  service: string | null;
  type: string | null;
  account_id: string | null;
  n: number;
}

/** The uses that were read with the access of a tenant. */
const kept = new WeakMap<ProfileReach, Promise<LoggedUses>>();

/** Returns the uses of the last 90 days, which are kept as long as the access of the tenant: several counts and the scores after each of them need both. */
export function usesBeside(reach: ProfileReach, tx: Tx, scope: InventoryScope): Promise<LoggedUses> {
  const known = kept.get(reach);
  // If the transaction of the first reader fails, each other one reads by itself.
  if (known) return known.catch(() => readUses(tx, scope));
  const uses = readUses(tx, scope);
  kept.set(reach, uses);
  uses.catch(() => kept.delete(reach));
  return uses;
}

/**
 * Reads the uses of the last 90 days by the rules of `with-usage` in the query language, with the names that logs have. A name may stand for many
 * identities, such as a service in each account, and a group has those of its members, so uses by identity would be many times as many.
 */
async function readUses(tx: Tx, scope: InventoryScope): Promise<LoggedUses> {
  const since = ago(scope, UNUSED_DAYS);
  const isRecent = sql`${holdsNow('u', scope)} and u.count > 0 and u.last_at > ${since}`;
  const columns = sql`u.resource_id, u.source_uid, u.kind, u.action, u.of_account`;
  const service = sql`case when r.cloud_type = 'AWS' then split_part(r.native_id, ':', 3) end`;
  const query = sql<RawUse>`
    with logged as materialized (
      select u.identity_id as name, null::text starter, ${columns} from graph_usage u where ${isRecent}
      union all
      select u.identity_id, s.key, ${columns} from graph_usage u cross join lateral jsonb_each(u.started_by) s
      where ${isRecent} and s.key <> ${UNKNOWN_STARTER} and s.value ->> 'at' > ${since}
    ),
    used as materialized (
      select distinct s.name, s.starter, s.kind, r.entity_id, r.class_id, r.type, r.account_id, ${service} service
        from logged s join graph_entity r on r.native_id = s.resource_id and ${holdsNow('r', scope)} and r.is_resource
        where s.resource_id <> '' and r.class_id is not null
      union
      select distinct s.name, s.starter, s.kind, r.entity_id, r.class_id, r.type, r.account_id, ${service}
        from logged s join graph_entity r on r.source_uid = s.source_uid and r.type = 'ACCOUNT_DATA' and ${holdsNow('r', scope)} and r.is_resource
        where s.of_account and r.class_id is not null
    ),
    served as materialized (
      select distinct s.name, s.starter, s.kind, split_part(s.action, ':', 1) service from logged s where s.resource_id = '' and s.action like '%:*'
    ),
    serving as materialized (
      select r.class_id, r.type, r.account_id, split_part(r.native_id, ':', 3) service from graph_entity r
      where ${holdsNow('r', scope)} and r.is_resource and r.cloud_type = 'AWS' and split_part(r.native_id, ':', 3) in (select service from served)
    )
    select u.name, u.starter, u.kind, u.entity_id, u.class_id, u.service, u.type, u.account_id, 0 n from used u
    union all
    select s.name, s.starter, s.kind, null, null, s.service, null, null, 0 from served s
    union all
    select null, null, null, null, r.class_id, r.service, r.type, r.account_id, count(*)::int from serving r
      where r.class_id is not null group by r.class_id, r.service, r.type, r.account_id`;
  const uses: LoggedUse[] = [];
  const serving: Serving[] = [];
  // Each row has its own copies of texts. Many uses name some thousand identities and resources, so these are kept once.
  const texts = new Map<string, string>();
  const shared = <T extends string>(text: T): T => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known as T | undefined) ?? text;
  };
  const resources = new Map<string, UsedResource>();
  const resource = (one: UsedResource): UsedResource => {
    const known = resources.get(one.entity_id);
    if (!known) resources.set(one.entity_id, one);
    return known ?? one;
  };
  const named = new Set<string>();
  for await (const rows of readInParts(tx, query)) {
    for (const { name, starter, kind, entity_id: entity, class_id: id, service, type, account_id: account, n } of rows) {
      const place = id === null || type === null || account === null ? null : { class_id: id, type, account_id: account };
      if (name === null && place && service !== null) serving.push({ ...place, service, n });
      if (name === null) continue;
      const use = { name: shared(name), starter: starter === null ? null : shared(starter), kind: kind && shared(kind) };
      for (const one of [use.name, use.starter]) if (one !== null) named.add(one);
      if (place && entity !== null) uses.push({ ...use, of: resource({ ...place, entity_id: entity, service }) });
      if (!place && service !== null) uses.push({ ...use, of: shared(service) });
    }
  }
  return { uses, serving, names: await readNames(tx, scope, named) };
}

/** Reads which of these names logs have for each identity, by URI. */
export async function readNames(tx: Tx, { tenantId }: InventoryScope, named: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const query = sql<{ uri: string; name: string }>`
    select n.uri, n.name from (${namesInLogs({ tenantId, snapshotId: null })}) n where n.name = any(${[...named]}::text[])`;
  for await (const rows of readInParts(tx, query)) {
    for (const { uri, name } of rows) {
      const known = names.get(uri);
      if (known) known.push(name);
      else names.set(uri, [name]);
    }
  }
  return names;
}
