import { sql } from 'kysely';
import type { QueryMatches } from '@cam/contracts/server';
import type { Tx } from '../../platform/db/database';
import type { Catalogue } from '../engine/catalogue/catalogue';
import { matchesWildcard } from '../engine/wildcard';
import type { EntityPattern, Text } from './ast';
import { holds, type QueryScope } from './bind-scope';
import { entityConditions, filterCondition } from './entity-conditions';
import { inAccount } from './paths-to';
import { allOf, isPattern, TRUE, type Condition } from './sql-conditions';
import { PERSON } from './vocabulary';
import type { LineThings } from './words';

/** The most entities to look at for one part of a query, so that the count stays cheap however large the graph is. */
export const MOST_LOOKED_AT = 5000;

/** The most names to give. */
const EXAMPLES = 3;

/** Returns the number of current entities by lower-case type, within the account filter. */
export type TypeCounts = () => Promise<ReadonlyMap<string, number>>;

type Entities = Exclude<LineThings, { kind: 'actions' }>;

/**
 * Counts the things that a part of a query finds by itself, with a few names. It looks at the first entities only: where there are more, the count is
 * partial, unless the part names nothing but types, whose counts are stored.
 * @returns null when nothing can be said
 */
export async function countMatches(
  tx: Tx,
  scope: QueryScope,
  things: LineThings,
  { catalogue, typeCounts }: { catalogue: Catalogue; typeCounts: TypeCounts },
): Promise<QueryMatches | null> {
  if (things.kind === 'actions') return countActions(catalogue, things.names);
  const found = await countEntities(tx, scope, things);
  if (found.is_whole || things.filter !== null || !isTypesOnly(things.pattern) || scope.snapshotId !== null) return found;
  const counts = await typeCounts();
  const total = (things.pattern.types ?? []).reduce((sum, type) => sum + (counts.get(type) ?? 0), 0);
  return { ...found, count: total, of: total, is_whole: true };
}

/** People are counted by themselves, and not as their accounts. */
function isTypesOnly({ types, names, filters }: EntityPattern): boolean {
  return types !== null && !types.includes(PERSON) && names.length === 0 && filters.length === 0;
}

async function countEntities(tx: Tx, scope: QueryScope, { kind, pattern, filter }: Entities): Promise<QueryMatches> {
  const fits = filter === null ? TRUE : filterCondition('e', filter, scope);
  const names = (condition: Condition) =>
    sql`coalesce((array_agg(distinct l.name order by l.name) filter (where ${condition}))[1:${sql.lit(EXAMPLES)}], '{}')`;
  const { rows } = await sql<{ count: number; of: number; examples: string[]; others: string[] }>`
    select count(*)::int "of", (count(*) filter (where l.fits))::int count, ${names(sql`l.fits`)} examples, ${names(sql`not l.fits`)} others
    from (
      select e.name, ${fits} fits from (
        select * from graph_entity e
        where ${allOf([holds('e', scope), ...roleConditions(kind, pattern, scope), ...entityConditions('e', pattern, scope)])}
        limit ${MOST_LOOKED_AT + 1}) e
      limit ${MOST_LOOKED_AT + 1}) l`.execute(tx);
  const { count, of, examples, others } = rows[0] ?? { count: 0, of: 0, examples: [], others: [] };
  return { count, of, is_whole: of <= MOST_LOOKED_AT, examples, others };
}

/** Returns the conditions of the place of the entity in the query. The account filter applies to resources, and to what a query without a verb finds. */
function roleConditions(kind: Entities['kind'], { types }: EntityPattern, scope: QueryScope): Condition[] {
  if (kind === 'resources') return [sql<boolean>`e.is_resource`, inAccount('e', scope)];
  const acts = kind === 'identities' || types === null ? [sql<boolean>`e.is_identity`] : [];
  return kind === 'subjects' ? [...acts, inAccount('e', scope)] : acts;
}

/** Counts the actions of AWS with one of the names. The actions of other clouds are not listed, so nothing is said where none matches. */
function countActions({ actions }: Catalogue, wanted: readonly Text[]): QueryMatches | null {
  const names = actions.map(({ id }) => id).filter((id) => wanted.some((text) => isAction(id, text)));
  if (names.length === 0) return null;
  return { count: names.length, of: actions.length, is_whole: true, examples: names.sort().slice(0, EXAMPLES), others: [] };
}

function isAction(id: string, wanted: Text): boolean {
  const [name, text] = [id.toLowerCase(), wanted.text.toLowerCase()];
  return isPattern(wanted) ? matchesWildcard(text, name) : name === text;
}
