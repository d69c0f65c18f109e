import { sql, type RawBuilder } from 'kysely';
import { STAGES, type Stage, type StageMap } from '@cam/contracts/server';
import { statementsOf, type EntityPattern, type Query } from './ast';
import { column, likePattern, textMatches } from './sql-conditions';
import { TAG_PREFIX } from './vocabulary';

/** The attribute that a tenant's stage map gives to an entity. */
export const STAGE = 'stage';

/** Returns whether a query compares stages. */
export function readsStages({ expression }: Pick<Query, 'expression'>): boolean {
  return statementsOf(expression).some(({ subjects, verb, clauses }) => {
    const onWay = clauses.flatMap((clause) => (clause.kind === 'via' ? [clause.entity] : []));
    return [...subjects, ...(verb?.object ? [verb.object] : []), ...onWay].some(comparesStage);
  });
}

/** Returns whether a pattern compares stages. */
export function comparesStage({ filters }: EntityPattern): boolean {
  return filters.some(({ anyOf }) => anyOf.flat().some(({ attribute }) => attribute === STAGE));
}

/** Returns the stage of the first stage with a word that a text equals or fits; null for none. */
export function stageOf(text: string, words: 'values' | 'accounts', { stages }: StageMap): Stage | null {
  // Names separate their words as people like: acme-dev, acme_dev, Acme Dev.
  const texts = words === 'accounts' ? [text, text.replaceAll(/[\s_.]+/g, '-')] : [text];
  const matches = (word: string): boolean => texts.some((one) => textMatches(one, { text: word, quoted: false }));
  return stages.find((stage) => stage[words].some(matches))?.stage ?? null;
}

/** Returns the attributes that hold the tags of a map, in the order in which they count. People write `env`, `Env` and `ENV`. */
export function tagsOf({ keys }: Pick<StageMap, 'keys'>): string[] {
  const spellings = keys.flatMap((key) => {
    const lower = key.toLowerCase();
    return [key, lower, lower.charAt(0).toUpperCase() + lower.slice(1), lower.toUpperCase()];
  });
  return [...new Set(spellings)].map((key) => TAG_PREFIX + key);
}

/**
 * Returns the stage of the entity with this alias: that of its first stage tag, else that of its account's name, else empty. It is null, unknown, where
 * no tag was read and the account has no stage.
 */
export function stageColumn(alias: string, map: StageMap, accounts: readonly { account_id: string; account_name: string }[]): RawBuilder<string> {
  const attributes = column(alias, 'attributes');
  const tags = tagsOf(map).map((tag) => sql`nullif(${attributes} ->> ${tag}, '')`);
  const byTag = map.stages.flatMap(({ stage, values }) =>
    values.length > 0 ? [sql`when t.word like any(${values.map((value) => likePattern(value.toLowerCase()))}::text[]) then ${stage}`] : [],
  );
  const byAccount = STAGES.flatMap((stage) => {
    const ids = accounts.filter(({ account_name: name }) => stageOf(name, 'accounts', map) === stage).map(({ account_id: id }) => id);
    return ids.length > 0 ? [sql`when ${column(alias, 'account_id')} in (${sql.join(ids)}) then ${stage}`] : [];
  });
  const tagged =
    tags.length > 0 && byTag.length > 0
      ? sql`(select case ${sql.join(byTag, sql` `)} end from (select lower(coalesce(${sql.join(tags)})) as word) t)`
      : sql`null::text`;
  const placed = byAccount.length > 0 ? sql`(case ${sql.join(byAccount, sql` `)} end)` : sql`null::text`;
  return sql<string>`coalesce(${tagged}, ${placed}, case when ${attributes} ->> 'inferred' = 'true' then null else '' end)`;
}
