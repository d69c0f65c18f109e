import { useApi } from '@cam/platform';
import type { AutocompleteAnswer } from '@cam/contracts';
import { useDebounced } from '@cam/ui';

/** As long as the header search waits for the next key, ms. */
const REST = 350;

export interface QueryCheck {
  /** The query as one English sentence. */
  meaning: string | null;
  /** Why it is not a whole query; null where it is one, and where nobody could say (search is off, or still thinking). */
  problem: string | null;
}

/** What the server thinks of a query while it is written. It judges once more when the guardrail is saved. */
export function useQueryCheck(query: string): QueryCheck {
  const wanted = query.trim();
  const rested = useDebounced(wanted, REST);
  const { data } = useApi('POST /v1/graph-querymgr/autocomplete', rested === '' ? null : { body: { input: rested } });
  if (!data || rested !== wanted) return { meaning: null, problem: null };
  return data.accepting ? { meaning: data.meaning, problem: null } : { meaning: null, problem: problemOf(data) };
}

/** How many of the words that may follow are worth naming. */
const NAMED = 6;

export function problemOf({ error, options }: Pick<AutocompleteAnswer, 'error' | 'options'>): string {
  if (error) return error.message;
  const next = options.filter((option) => option !== 'INVALID INPUT').slice(0, NAMED);
  return next.length > 0 ? `The query is not finished. It may go on with ${next.join(', ')}.` : 'The query is not finished.';
}
