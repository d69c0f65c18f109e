import { useApi } from '@cam/platform';
import type { AutocompleteAnswer } from '@cam/contracts';
import { useDebounced } from '@cam/ui';

/** Pause in typing before the check runs, ms; the same as in the header search. */
const QUERY_DEBOUNCE = 350;

/** Result of checking a query while the user types. */
export interface QueryCheck {
  /** The query as one English sentence. */
  meaning: string | null;
  /** Why the query is incomplete or invalid; null for a valid query, before the answer, and while search is off. */
  problem: string | null;
}

/** Checks a query on the server while the user types. The server checks it again on saving. */
export function useQueryCheck(query: string): QueryCheck {
  const typed = query.trim();
  const debounced = useDebounced(typed, QUERY_DEBOUNCE);
  const { data } = useApi('POST /v1/graph-querymgr/autocomplete', debounced === '' ? null : { body: { input: debounced } });
  if (!data || debounced !== typed) return { meaning: null, problem: null };
  return data.accepting ? { meaning: data.meaning, problem: null } : { meaning: null, problem: problemOf(data) };
}

/** Most continuations to name in the message. */
const MAX_OPTIONS = 6;

/** Returns the error of a query or, for an incomplete one, how it can continue. */
export function problemOf({ error, options }: Pick<AutocompleteAnswer, 'error' | 'options'>): string {
  if (error) return error.message;
  const continuations = options.filter((option) => option !== 'INVALID INPUT').slice(0, MAX_OPTIONS);
  return continuations.length > 0 ? `The query is incomplete. Continue with ${continuations.join(', ')}.` : 'The query is incomplete.';
}
