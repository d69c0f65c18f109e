import { sql, type RawBuilder } from 'kysely';
import type { Tier } from '../store/risk-rows';
import { countsAt, entitiesOfTiers, scoredAt } from '../store/tiers';
import type { AttributeTerm } from './ast';
import type { QueryScope } from './bind-scope';
import { anyOf, column, FALSE, isAnything, matchesAny, TRUE, type Condition } from './sql-conditions';

const TIERS: readonly Tier[] = [0, 1, 2, 3];

/** Attributes that tiers and scores give to an entity, beside the facts of its source. */
export const JUDGED_ATTRIBUTES: ReadonlySet<string> = new Set(['tier', 'label', 'risk']);

/**
 * Returns the condition on the tier, a label or the score of the entity with this alias, at the moment of the query.
 * @param isExact true where the condition is negated: an entity without a score must then match neither side
 */
export function judgedCondition(alias: string, term: AttributeTerm, scope: QueryScope, isExact: boolean): Condition {
  if (term.attribute === 'tier') return tierCondition(alias, term, scope);
  return term.attribute === 'label' ? labelCondition(alias, term, scope) : riskCondition(alias, term, scope, isExact);
}

/** Compares tiers in memory, as there are only four. Entities without a rule are in the last one and have no row. */
function tierCondition(alias: string, { operator, values }: AttributeTerm, scope: QueryScope): Condition {
  const fits = TIERS.filter((tier) => {
    const fitsOne = values.some((wanted) => isAnything(wanted) || compares(tier, operator === '!=' ? '=' : operator, wanted.text));
    return operator === '!=' ? !fitsOne : fitsOne;
  });
  if (fits.length === TIERS.length) return TRUE;
  const includesRest = fits.includes(3);
  const listed = includesRest ? TIERS.filter((tier) => !fits.includes(tier)) : fits;
  if (listed.length === 0) return FALSE;
  const at = momentOf(scope);
  const isListed = isAmong(alias, entitiesOfTiers(scope.tenantId, listed, at), scope, `tier ${listed.join()} ${at?.toISOString() ?? ''}`);
  return includesRest ? sql<boolean>`not ${isListed}` : isListed;
}

function compares(tier: number, operator: AttributeTerm['operator'], text: string): boolean {
  const wanted = Number(text);
  switch (operator) {
    case '>':
      return tier > wanted;
    case '<':
      return tier < wanted;
    case '>=':
      return tier >= wanted;
    case '<=':
      return tier <= wanted;
    case '~':
      return String(tier).includes(text);
    default:
      return tier === wanted;
  }
}

function labelCondition(alias: string, { operator, values }: AttributeTerm, scope: QueryScope): Condition {
  if (operator === '!=') return sql<boolean>`not ${labelCondition(alias, { attribute: 'label', operator: '=', values }, scope)}`;
  const label = sql<string>`l.label`;
  const fits =
    operator === '~'
      ? anyOf(values.map(({ text }) => sql<boolean>`position(lower(${text}) in lower(${label})) > 0`))
      : operator === '='
        ? matchesAny(label, values)
        : anyOf(values.map(({ text }) => sql<boolean>`lower(${label}) ${sql.raw(operator)} lower(${text})`));
  const at = momentOf(scope);
  const select = sql`
    select distinct m.uri as value from tier_member m cross join lateral jsonb_array_elements_text(m.labels) l(label)
    where ${countsAt('m', scope.tenantId, at)} and ${fits}`;
  return isAmong(alias, select, scope, `label ${JSON.stringify([operator, values])} ${at?.toISOString() ?? ''}`);
}

function riskCondition(alias: string, { operator, values }: AttributeTerm, scope: QueryScope, isExact: boolean): Condition {
  const day = momentOf(scope)?.toISOString().slice(0, 10) ?? null;
  const holds = scoredAt('k', scope.tenantId, day);
  const fits = (score: RawBuilder<number>): Condition =>
    anyOf(
      values.map((wanted) => {
        if (isAnything(wanted)) return sql<boolean>`${score} is not null`;
        if (operator === '~') return sql<boolean>`position(${wanted.text} in ${score}::text) > 0`;
        return sql<boolean>`${score} ${sql.raw(operator === '!=' ? '=' : operator)} ${wanted.text}::bigint`;
      }),
    );
  if (isExact || operator === '!=') {
    const score = sql<number>`(select max(k.score) from risk_score k where ${holds} and k.uri = ${column(alias, 'uri')})`;
    return operator === '!=' ? sql<boolean>`not ${fits(score)}` : fits(score);
  }
  const select = sql`select distinct k.uri as value from risk_score k where ${holds} and ${fits(sql<number>`k.score`)}`;
  return isAmong(alias, select, scope, `risk ${JSON.stringify([operator, values])} ${day ?? ''}`);
}

function isAmong(alias: string, select: RawBuilder<unknown>, { shared }: QueryScope, key: string): Condition {
  const uri = column(alias, 'uri');
  return shared ? shared.has(uri, select, key) : sql<boolean>`(${uri} in (${select}))`;
}

/** The moment of the query; null: now. */
function momentOf({ snapshotId, now }: QueryScope): Date | null {
  return snapshotId === null ? null : now;
}
