import type { AccessRow } from '@cam/contracts/server';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import { PATHS_WITH_HOPS } from '../store/hops';
import { namesInLogs, startedUse } from '../store/use';
import { holds, type QueryScope } from './bind-scope';

/**
 * Adds to access rows when the identity last used the resource, ISO 8601: by itself, or in sessions of another identity that it started. Null: no log
 * holds such a use. A call that names only the service counts for each resource of the service, as in the filter `with-usage`.
 */
export async function withLastUse(tx: Tx, scope: QueryScope, rows: readonly AccessRow[]): Promise<AccessRow[]> {
  const pairs = rows.flatMap(({ identity_uri: identity, resource_uri: resource, change }, index) =>
    identity && resource && change !== 'DELETED' ? [{ row: index, identity, resource }] : [],
  );
  if (pairs.length === 0) return [...rows];
  const { rows: found } = await sql<{ row: number | string; used_at: string | null }>`
    with pairs as materialized (
      select * from json_to_recordset(${JSON.stringify(pairs)}::json) as x("row" int, identity text, resource text)
    ),
    actors as materialized (
      select distinct i.uri identity, coalesce(p.hops -> -1 ->> 'uri', i.uri) uri
      from (select distinct identity from pairs) x join graph_entity i on ${holds('i', scope)} and i.uri = x.identity
      join ${PATHS_WITH_HOPS} p on ${holds('p', scope)} and p.profile_id = i.profile_id
    ),
    names as materialized (
      select o.uri, array(select n.name from (${namesInLogs(scope, sql`o.uri`)}) n) names
      from (select uri from actors union select identity from actors) o
    ),
    used as materialized (
      select a.identity, u.resource_id, u.source_uid, u.of_account,
        case when u.resource_id = '' and u.action like '%:*' then split_part(u.action, ':', 1) end service,
        case when a.uri = a.identity then u.last_at else ${startedUse(sql`starter.names`)} end as used_at
      from actors a join names actor on actor.uri = a.uri join names starter on starter.uri = a.identity
      join graph_usage u on ${holds('u', scope)} and u.identity_id = any(actor.names) and u.count > 0
    )
    select x.row, (
      select max(u.used_at) from used u where u.identity = x.identity and (
        u.resource_id = r.native_id or (u.of_account and r.type = 'ACCOUNT_DATA' and u.source_uid = r.source_uid)
        or (r.cloud_type = 'AWS' and u.service = split_part(r.native_id, ':', 3)))
    ) as used_at
    from pairs x join graph_entity r on ${holds('r', scope)} and r.uri = x.resource`.execute(tx);
  const byRow = new Map(found.map(({ row, used_at: at }) => [Number(row), at]));
  return rows.map((row, index) => ({ ...row, last_used: byRow.get(index) ?? null }));
}
