import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database';
import type { AccessKind } from '../engine/catalogue/action-kinds';
import { ACCESS_KINDS, GRANT_VARIANTS, grantMark, type GrantVariant } from '../engine/grant-marks';
import type { Statement } from './ast';
import { identityConditions } from './plan';
import { requestedKinds } from './privilege-conditions';
import { holds, type QueryScope } from './bind-scope';
import { allOf } from './sql-conditions';
import { comparesAccounts, readsGrants } from './path-conditions';
import { pathsTo } from './paths-to';

const ANYTHING = { types: null, names: [], filters: [] };

/**
 * Returns, for each type that a path may contain, the number of the statement's identities with such a path to its object. Types without
 * any are left out. Conditions that need grants, dates or pairs of accounts are ignored, and so is the order after another type. The number
 * is then an upper bound.
 */
export async function viaCounts(tx: Tx, scope: QueryScope, statement: Statement): Promise<Map<string, number>> {
  const object = (statement.verb?.kind === 'access' ? statement.verb.object : null) ?? ANYTHING;
  const clauses = statement.clauses.filter((clause) => clause.kind !== 'usage' && !comparesAccounts(clause) && !readsGrants([clause], scope));
  const kinds = requestedKinds(clauses) ?? ACCESS_KINDS;
  const held = sql`held as materialized (
    select i.profile_id, count(*) n from graph_entity i
    where ${holds('i', scope)} and i.profile_id is not null and ${allOf(identityConditions({ ...statement, clauses: [] }, scope))} group by 1)`;
  const { rows } = await sql<{ type: string; n: number | string }>`
    with ${held}, path as materialized (
      select distinct w.profile_id, w.step_types, w.marks
      from (${pathsTo(object, clauses, scope, { ofHops: sql`hs.step_types`, ofEdge: sql`a.marks` })}) w where w.profile_id in (select h.profile_id from held h)),
    through as materialized (
      select distinct w.profile_id, t.type from path w cross join lateral (
        select jsonb_array_elements_text(w.step_types::jsonb) as type
        union all select 'GROUP' where (w.marks & ${marksOfSort(({ holder }) => holder === 'GROUP', kinds)}::bigint) <> 0
        union all select 'FEDERATED_GROUP' where (w.marks & ${marksOfSort(({ holder }) => holder === 'FEDERATED_GROUP', kinds)}::bigint) <> 0
        union all select 'ROLE' where (w.marks & ${marksOfSort(({ isRole }) => isRole, kinds)}::bigint) <> 0
        union all select 'POLICY' union all select 'SCOPE') t)
    select t.type, sum(h.n) n from through t join held h using (profile_id) group by 1`.execute(tx);
  return new Map(rows.map(({ type, n }) => [type.toLowerCase(), Number(n)]));
}

/** Returns the marks of all grants of some variants and kinds of access, as a number for SQL. */
function marksOfSort(fits: (sort: GrantVariant) => boolean, kinds: readonly AccessKind[]): string {
  const variants = GRANT_VARIANTS.flatMap((sort, index) => (fits(sort) ? [index] : []));
  const marks = variants.flatMap((sort) => kinds.flatMap((kind) => [grantMark(sort, kind, false), grantMark(sort, kind, true)]));
  return String(marks.reduce((sum, mark) => sum + mark, 0));
}
