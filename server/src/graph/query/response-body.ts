import type { AutocompleteAnswer, QueryError } from '@cam/contracts/server';
import type { AnswerPage } from './read-page';
import { meaningOf } from './meaning';
import { inValidOrder } from './clause-order';
import type { ParseError, ParseResult } from './parse-query';

/** The only option shown when no word is valid. */
const INVALID_INPUT = 'INVALID INPUT';

/** Adds the query with its clauses in a valid order to an error, if the order is all that is wrong. */
export function withOffer(input: string, error: ParseError): QueryError {
  const suggestion = inValidOrder(input, error);
  return suggestion === null ? error : { ...error, suggestion };
}

/** Option fields for input that no word can continue. */
export const NO_OPTIONS = { options: [INVALID_INPUT], option_info: [], options_total: 0 };

/**
 * Returns the response fields that describe one page of rows.
 * @param number page number, from 0
 */
export function pageFields(sessionId: string, { rows, events, next, span, kind }: AnswerPage, number: number): Partial<AutocompleteAnswer> {
  return {
    resp_type: kind === 'events' ? 'AUTO_COMPLETE_RESP_TYPE_USAGE' : 'AUTO_COMPLETE_RESP_TYPE_QUERY',
    session_id: sessionId,
    result_table: rows,
    usage_table: events,
    usage_resp: span,
    has_next: next !== null,
    has_prev: number > 0,
    page_number: number,
  };
}

/** Returns the response fields that describe the input itself, without options or rows. */
export function inputFields({ query, error, state, stage, partialWord }: ParseResult): AutocompleteAnswer {
  return {
    options: [],
    option_info: [],
    options_total: 0,
    state,
    stage,
    partial_word: partialWord,
    accepting: query !== null,
    meaning: query ? meaningOf(query) : null,
    error,
    resp_type: 'AUTO_COMPLETE_RESP_TYPE_OPTIONS',
    session_id: null,
    result_table: [],
    usage_table: [],
    has_next: false,
    has_prev: false,
    page_number: 0,
    usage_resp: null,
  };
}
