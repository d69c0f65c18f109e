import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database';
import { changedResources, identitiesOfChanges } from '../../store/changed-rows';
import { holdsAt, type Span } from '../../store/validity';
import { toModes, type AccessModes } from '../../store/access-modes';

/** One end of changed access. */
export interface ChangedEnd {
  uri: string;
  type: string;
  name: string;
  accountId: string;
}

/** Access that was added (null before), removed (null after) or modified. */
export interface AccessChange {
  identity: ChangedEnd;
  resource: ChangedEnd;
  before: AccessModes | null;
  after: AccessModes | null;
}

/** The last row of a page. */
export interface AccessChangeCursor {
  identityUri: string;
  resourceUri: string;
}

export interface AccessChangePage {
  changes: AccessChange[];
  /** Null on the last page. */
  next: AccessChangeCursor | null;
}

/** Identities compared in one statement. */
const TOGETHER = 50;

/**
 * Returns the pairs of identity and resource whose effective access differs between the ends of a span, by the URIs of both. Identities are
 * compared class by class, and only classes that differ are unfolded.
 * @param after the last row of the previous page
 */
export async function readAccessChanges(
  tx: Tx,
  tenantId: string,
  span: Span,
  { limit, after }: { limit: number; after: AccessChangeCursor | null },
): Promise<AccessChangePage> {
  const found: AccessChange[] = [];
  let from = { uri: after?.identityUri ?? '', isDone: false };
  for (;;) {
    const identities = await candidates(tx, tenantId, span, from);
    for (const uri of identities) {
      const behind = uri === after?.identityUri ? after.resourceUri : '';
      found.push(...(await changesOf(tx, tenantId, span, uri, { limit: limit + 1 - found.length, behind })));
      if (found.length > limit) return pageOf(found.slice(0, limit));
    }
    const last = identities.at(-1);
    if (last === undefined || identities.length < TOGETHER) return { changes: found, next: null };
    from = { uri: last, isDone: true };
  }
}

function pageOf(changes: AccessChange[]): AccessChangePage {
  const last = changes.at(-1);
  return { changes, next: last ? { identityUri: last.identity.uri, resourceUri: last.resource.uri } : null };
}

/** Returns the next identities that a changed pair may have, by URI. */
async function candidates(tx: Tx, tenantId: string, span: Span, from: { uri: string; isDone: boolean }): Promise<string[]> {
  const { rows } = await sql<{ uri: string }>`
    select uri from (${identitiesOfChanges(tenantId, span)}) c
    where uri collate "C" > ${from.uri} or (uri = ${from.uri} and not ${from.isDone})
    order by uri collate "C" limit ${TOGETHER}`.execute(tx);
  return rows.map(({ uri }) => uri);
}

type ChangeRow = { old: ChangedRow | null; new: ChangedRow | null; identity: ChangedRow; before: Modes; after: Modes };
type Modes = (number | null)[];
interface ChangedRow {
  uri: string;
  type: string;
  name: string;
  account_id: string;
}

async function changesOf(
  tx: Tx,
  tenantId: string,
  span: Span,
  identityUri: string,
  { limit, behind }: { limit: number; behind: string },
): Promise<AccessChange[]> {
  const accessAt = (snapshot: number) => sql`
    select a.class_id, max(a.read_mode) r, max(a.write_mode) w, max(a.admin_mode) d
    from graph_entity i
      join graph_profile_class p on p.profile_id = i.profile_id and ${holdsAt('p', tenantId, snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, snapshot)}
    where ${holdsAt('i', tenantId, snapshot)} and i.uri = ${identityUri} group by a.class_id`;
  const resources = (snapshot: number) => sql`
    select k.* from graph_entity k where ${holdsAt('k', tenantId, snapshot)} and k.is_resource and k.class_id in (select class_id from differing)`;
  const { rows } = await sql<ChangeRow>`
    with since as materialized (${accessAt(span.since)}), until as materialized (${accessAt(span.until)}),
      changed_resource as materialized (${changedResources(tenantId, span)}),
      differing as materialized (
        select class_id from since full join until using (class_id) where (since.r, since.w, since.d) is distinct from (until.r, until.w, until.d)
        union select k.class_id from graph_entity k join changed_resource t on t.uri = k.uri where k.tenant_id = ${tenantId}
          and k.class_id in (select class_id from since union select class_id from until)),
      identity as (
        select i.uri, i.type, i.name, i.account_id from graph_entity i
        where i.uri = ${identityUri} and (${holdsAt('i', tenantId, span.since)} or ${holdsAt('i', tenantId, span.until)})
        order by i.valid_from desc, i.is_identity desc limit 1)
    select to_jsonb(i) identity, to_jsonb(o) old, to_jsonb(n) new,
      jsonb_build_array(s.r, s.w, s.d) before, jsonb_build_array(u.r, u.w, u.d) after
    from (${resources(span.since)}) o full join (${resources(span.until)}) n on n.entity_id = o.entity_id
      cross join identity i left join since s on s.class_id = o.class_id left join until u on u.class_id = n.class_id
    where (s.r, s.w, s.d) is distinct from (u.r, u.w, u.d) and coalesce(n.uri, o.uri) collate "C" > ${behind}
    order by coalesce(n.uri, o.uri) collate "C" limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    identity: toEnd(row.identity),
    resource: toEnd((row.new ?? row.old) as ChangedRow),
    before: toModes(row.before),
    after: toModes(row.after),
  }));
}

function toEnd({ uri, type, name, account_id: accountId }: ChangedRow): ChangedEnd {
  return { uri, type, name, accountId };
}
