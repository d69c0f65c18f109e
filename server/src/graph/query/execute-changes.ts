import { sql, type RawBuilder } from 'kysely';
import type { AccessRow } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import { changedIdentities, changedResources } from '../store/changed-rows';
import { begunWithin, endedWithin, holdsAt, type Span } from '../store/validity';
import { actionsOfModes, type ActionLetters } from '../engine/action-letters';
import { accountNames, toRow, type RawRow } from './access-row';
import { mode, ofAccount, usesOfRow } from './access-rows';
import { statementsOf, type Expression } from './ast';
import type { AccessCursor } from './cursor';
import { branchConditions, planBranches, pathsOf, type Branch } from './plan';
import { holds, type QueryScope } from './bind-scope';
import type { AccessPage, PageRequest } from './execute-access';
import { allOf, TRUE, type Condition } from './sql-conditions';
import { objectConditions } from './paths-to';

/** A query bound to two points in time. */
export interface TwoScopes {
  since: QueryScope;
  until: QueryScope;
  /** The snapshots at both points. */
  span: Span;
}

/** The first batch of identities to compare, and the most candidates to read at once. */
const TOGETHER = 50;
const MAX_CANDIDATES = 5000;

interface ChangedRow extends RawRow {
  was: boolean;
  is: boolean;
  old_read: number;
  old_write: number;
  old_admin: number;
}

/**
 * Executes a query at two points in time and returns one page of the differences: rows in only one result, or with other access modes. Only
 * identities with a change are compared, and only the resource classes that differ are unfolded. When few candidates match, a page may need
 * many of them; the time budget then cuts it short.
 */
export async function executeChanges(
  tx: Tx,
  scopes: TwoScopes,
  expression: Expression,
  { limit, after, timeBudget = Infinity }: PageRequest,
): Promise<AccessPage> {
  const found: ChangedRow[] = [];
  const until = performance.now() + timeBudget;
  let isCut = false;
  let from = after?.identity ?? ['', ''];
  let isFirst = true;
  for (;;) {
    const identities = await candidates(tx, scopes, expression, from, isFirst);
    // When few candidates differ, larger batches cost less than more statements.
    let together = TOGETHER;
    for (let start = 0; start < identities.length && found.length <= limit && !isCut; together *= 2) {
      const ids = identities.slice(start, start + together).map(({ id }) => id);
      found.push(...(await changesOf(tx, scopes, expression, ids, { limit: limit + 1 - found.length, after })));
      start += ids.length;
      isCut = start < identities.length && performance.now() >= until;
    }
    const last = identities.at(-1);
    if (!last || isCut || found.length > limit || identities.length < MAX_CANDIDATES) break;
    from = [last.name, last.id];
    isFirst = false;
  }
  const shown = found.slice(0, limit);
  const names = accountNames(scopes.until.accounts);
  return {
    rows: shown.map((row) => ({ ...toRow(row, names), ...changeOf(row) })),
    next: found.length > limit ? cursorOf(shown.at(-1)) : null,
    isCut: isCut && found.length <= limit,
  };
}

function changeOf(row: ChangedRow): Required<Pick<AccessRow, 'change' | 'actions_before' | 'conditional_actions_before'>> & ActionLetters {
  const [before, now] = [
    actionsOfModes([row.old_read, row.old_write, row.old_admin]),
    actionsOfModes([row.read_mode, row.write_mode, row.admin_mode]),
  ];
  const change = !row.was ? 'ADDED' : row.is ? 'CHANGED' : 'DELETED';
  return {
    change,
    actions_before: before.actions_str,
    conditional_actions_before: before.conditional_actions_str,
    ...(change === 'DELETED' ? before : now),
  };
}

function cursorOf(row: ChangedRow | undefined): AccessCursor | null {
  return row ? { identity: [row.i_name, row.i_id], resourceClass: [row.r_type, ''], resource: [row.r_name, row.r_id] } : null;
}

/**
 * Returns the identities whose rows may differ, in answer order. The graph records changes of access only. A query that also tests usage or
 * attributes of hops therefore considers every identity.
 */
async function candidates(
  tx: Tx,
  { span, until }: TwoScopes,
  expression: Expression,
  from: readonly string[],
  isFirst: boolean,
): Promise<{ name: string; id: string }[]> {
  const { tenantId } = until;
  const isAt = (snapshot: number): RawBuilder<unknown> => sql`
    select e.uri from graph_entity e
      join graph_profile_class p on p.profile_id = e.profile_id and ${holdsAt('p', tenantId, snapshot)}
      join graph_access a on a.pclass_id = p.pclass_id and ${holdsAt('a', tenantId, snapshot)}
    where ${holdsAt('e', tenantId, snapshot)} and a.class_id in (
      select k.class_id from graph_entity k where ${holdsAt('k', tenantId, snapshot)} and k.uri in (select uri from resource))`;
  const isCandidate = asksMoreThanAccess(expression)
    ? TRUE
    : sql<boolean>`i.uri in (select uri from own union select uri from identity union ${isAt(span.since)} union ${isAt(span.until)})`;
  // A renamed identity sorts under its current name.
  const key = sql`(array_agg(i.name order by i.valid_from desc))[1], i.entity_id`;
  const place = sql`(${sql.join([...from])})`;
  const { rows } = await sql<{ name: string; id: string }>`
    with own as materialized (
      select e.uri from graph_entity e where ${begunWithin('e', tenantId, span)} union select e.uri from graph_entity e where ${endedWithin('e', tenantId, span)}),
    resource as materialized (${changedResources(tenantId, span)} union select uri from own),
    identity as materialized (${changedIdentities(tenantId, span)})
    select (array_agg(i.name order by i.valid_from desc))[1] as name, i.entity_id id from graph_entity i
    where (${holdsAt('i', tenantId, span.since)} or ${holdsAt('i', tenantId, span.until)}) and ${isCandidate}
    group by i.entity_id having ${isFirst ? sql<boolean>`(${key}) >= ${place}` : sql<boolean>`(${key}) > ${place}`}
    order by 1, 2 limit ${MAX_CANDIDATES}`.execute(tx);
  return rows;
}

function asksMoreThanAccess(expression: Expression): boolean {
  return statementsOf(expression).some(
    ({ verb, clauses }) =>
      verb?.kind === 'usage' || clauses.some((clause) => clause.kind === 'usage' || (clause.kind === 'via' && clause.entity.filters.length > 0)),
  );
}

/** Returns the differing rows of some identities, in answer order. */
async function changesOf(
  tx: Tx,
  { since, until, span }: TwoScopes,
  expression: Expression,
  ids: readonly string[],
  { limit, after }: { limit: number; after: AccessCursor | null },
): Promise<ChangedRow[]> {
  const [old, now] = [sideOf(expression, since, ids, 'old'), sideOf(expression, until, ids, 'now')];
  const { tenantId } = until;
  const isMoved = asksMoreThanAccess(expression) ? TRUE : sql<boolean>`class_id in (select class_id from moved)`;
  const behind = after
    ? sql<boolean>`(i_name, i_id, r_type, r_name, r_id) > (${sql.join([...after.identity, after.resourceClass[0], ...after.resource])})`
    : TRUE;
  const { rows } = await sql<ChangedRow>`
    with ${sql.join([...old.paths, ...now.paths])},
    changed as materialized (${changedResources(tenantId, span)}
      union select e.uri from graph_entity e where ${begunWithin('e', tenantId, span)} union select e.uri from graph_entity e where ${endedWithin('e', tenantId, span)}),
    moved as materialized (select distinct k.class_id from graph_entity k where k.tenant_id = ${tenantId} and k.uri in (select uri from changed) and k.class_id is not null),
    was as (${old.classes}), is_now as (${now.classes}),
    differing as materialized (
      select i_id, class_id from was full join is_now using (i_id, class_id) where (was.r, was.w, was.a) is distinct from (is_now.r, is_now.w, is_now.a)
      union select i_id, class_id from was where ${isMoved}
      union select i_id, class_id from is_now where ${isMoved}),
    before as (${old.rows}), after as (${now.rows}),
    pair as (
      select i_id, r_id, b.i_id is not null as was, a.i_id is not null as is,
             coalesce(b.r, 0) old_read, coalesce(b.w, 0) old_write, coalesce(b.a, 0) old_admin,
             coalesce(a.r, 0) read_mode, coalesce(a.w, 0) write_mode, coalesce(a.a, 0) admin_mode
      from (select i_id, r_id, max(r) r, max(w) w, max(a) a from before group by i_id, r_id) b
      full join (select i_id, r_id, max(r) r, max(w) w, max(a) a from after group by i_id, r_id) a using (i_id, r_id)
      where (b.i_id is null) <> (a.i_id is null) or (b.r, b.w, b.a) is distinct from (a.r, a.w, a.a))
    select * from (
      select pair.*, '' class_id, i.name i_name, i.type i_type, i.uri i_uri, i.account_id i_account, i.is_identity i_acts,
             coalesce(r.name, '') r_name, coalesce(r.type, '') r_type, coalesce(r.uri, '') r_uri, coalesce(r.account_id, '') r_account
      from pair
      cross join lateral (${entityOf(sql`pair.i_id`, tenantId, span)}) i
      left join lateral (${entityOf(sql`pair.r_id`, tenantId, span)}) r on true) found
    where ${behind} order by i_name, i_id, r_type, r_name, r_id limit ${limit}`.execute(tx);
  return rows;
}

/** Selects the current version of an entity, or the last version of one that is gone. */
function entityOf(id: RawBuilder<unknown>, tenantId: string, { since, until }: Span): RawBuilder<unknown> {
  return sql`
    select e.* from graph_entity e
    where e.entity_id = ${id} and (${holdsAt('e', tenantId, since)} or ${holdsAt('e', tenantId, until)}) order by e.valid_from desc limit 1`;
}

interface Side {
  /** Common table expressions, one per statement, with the classes that each identity reaches. */
  paths: RawBuilder<unknown>[];
  /** The union of all statements (i_id, class_id, r, w, a). */
  classes: RawBuilder<unknown>;
  /** Pairs in the differing classes, and entities without access (i_id, r_id, r, w, a). */
  rows: RawBuilder<unknown>;
}

function sideOf(expression: Expression, scope: QueryScope, ids: readonly string[], name: string): Side {
  const branches = planBranches(expression, scope);
  const tables = branches.map((branch, index) => ({ branch, table: sql.ref(`${name}_${index}`) }));
  const union = (parts: RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts, sql` union all `);
  return {
    paths: tables.map(({ branch, table }) => sql`${table} as materialized (${classesOf(branch, scope, ids)})`),
    classes: sql`select i_id, class_id, max(r) r, max(w) w, max(a) a from (${union(tables.map(({ table }) => sql`select * from ${table}`))}) b where class_id <> '' group by i_id, class_id`,
    rows: union(tables.map(({ branch, table }) => pairsOf(branch, scope, table))),
  };
}

/** Selects the classes that identities reach by one statement. A statement without access yields the entities themselves. */
function classesOf(branch: Branch, scope: QueryScope, ids: readonly string[]): RawBuilder<unknown> {
  const isSubject: Condition = allOf([holds('i', scope), sql<boolean>`i.entity_id in (${sql.join([...ids])})`, ...branchConditions(branch, scope)]);
  const { statement } = branch;
  if (statement.verb?.kind !== 'access')
    return sql`select i.entity_id i_id, '' class_id, 0 r, 0 w, 0 a from graph_entity i where ${isSubject} and ${ofAccount(scope)}`;
  return sql`
    select i.entity_id i_id, w.class_id, w.read_mode r, w.write_mode w, w.admin_mode a
    from (select i.* from graph_entity i where ${isSubject}) i
    cross join lateral (
      select a.class_id, ${mode('read', statement, scope)}, ${mode('write', statement, scope)}, ${mode('admin', statement, scope)}
      from ${pathsOf(statement.verb.object, statement.clauses, scope)} group by a.class_id) w`;
}

function pairsOf({ statement }: Branch, scope: QueryScope, table: RawBuilder<unknown>): RawBuilder<unknown> {
  if (statement.verb?.kind !== 'access') return sql`select i_id, '' r_id, r, w, a from ${table}`;
  const used = usesOfRow(statement, scope);
  return sql`
    select c.i_id, r.entity_id r_id, ${used ? sql`m.read_mode r, m.write_mode w, m.admin_mode a` : sql`c.r, c.w, c.a`}
    from ${table} c join differing using (i_id, class_id) join graph_entity r on r.class_id = c.class_id ${used ?? sql``}
    where ${allOf(objectConditions('r', statement.verb.object, scope))} ${used ? sql`and m.read_mode is not null` : sql``}`;
}
