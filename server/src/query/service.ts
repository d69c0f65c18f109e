import { randomUUID } from 'node:crypto';
import type { AccessRow, Api, AutocompleteAnswer } from '@cam/contracts/server';
import type { Context } from '../context';
import type { Tx } from '../db/database';
import { conflict, notFound, unprocessable } from '../http/errors';
import type { Statement } from './ast';
import { splitWords } from './lexer';
import { meaningOf } from './meaning';
import { findOptions } from './options';
import { parseQuery, type ParseResult } from './parser';
import { runQuery, subjectsOf, type Cursor, type SubjectRow } from './run-query';
import { isStoredKind } from './sql-conditions';

type SessionProps = NonNullable<Api['POST /v1/graph-querymgr/autocomplete-user']['body']['session_props']>;

export interface Asker {
  tenantId: string;
  email: string;
  accountId: string | null;
}

export const INVALID_INPUT = 'INVALID INPUT';

const BATCH = 20;

/** A session that nobody used for so long is gone, ms. */
const SESSION_LIFE = 30 * 60_000;

/** The query language: suggestions, answers page by page, and what other areas ask of the graph in words. */
export class QueryService {
  constructor(private readonly ctx: Context) {}

  /** What may follow the input. Never runs it. */
  complete(asker: Asker, input: string): Promise<AutocompleteAnswer> {
    return this.ctx.db.tenant(asker.tenantId, (tx) => this.#options(tx, asker, input));
  }

  /** Runs a query, or turns the page of its session; an incomplete or wrong one is answered with options. */
  async answer(asker: Asker, input: string, props: SessionProps): Promise<AutocompleteAnswer> {
    const parsed = parseQuery(input);
    const limit = props.batch_size ?? BATCH;
    return this.ctx.db.tenant(asker.tenantId, async (tx) => {
      if (props.session_id) return this.#turn(tx, asker, props.session_id, props.is_next ?? true, limit);
      if (!parsed.statement) {
        refuseUnsupported(parsed);
        return this.#options(tx, asker, input);
      }
      checkRunnable(parsed.statement);
      const sessionId = randomUUID();
      await tx
        .deleteFrom('query_session')
        .where('tenant_id', '=', asker.tenantId)
        .where('used_at', '<', new Date(Date.now() - SESSION_LIFE))
        .execute();
      const { rows, next } = await runQuery(tx, asker.tenantId, parsed.statement, { accountId: asker.accountId, limit, after: null });
      await tx
        .insertInto('query_session')
        .values({
          tenant_id: asker.tenantId,
          session_id: sessionId,
          email: asker.email,
          query: input,
          account_id: asker.accountId,
          starts: JSON.stringify([null]),
          next_start: JSON.stringify(next),
          used_at: new Date(),
        })
        .execute();
      return toAnswer(parsed, { sessionId, rows, hasNext: next !== null, hasPrev: false });
    });
  }

  async close({ tenantId, email }: Asker, sessionId: string): Promise<void> {
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx.deleteFrom('query_session').where('tenant_id', '=', tenantId).where('session_id', '=', sessionId).where('email', '=', email).execute(),
    );
  }

  /** The query as one sentence. 422 with position and expected words where it is not a whole query that can be run. */
  meaning(input: string): string {
    return meaningOf(wholeQuery(input));
  }

  /** Every row of an answer, fetched page by page: no transaction stays open between two pages. */
  async *rows(tenantId: string, input: string, { accountId }: { accountId: string | null }): AsyncGenerator<AccessRow> {
    const statement = wholeQuery(input);
    let after: Cursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof runQuery>> = await this.ctx.db.tenant(tenantId, (tx) =>
        runQuery(tx, tenantId, statement, { accountId, limit: 1000, after }),
      );
      yield* page.rows;
      after = page.next;
    } while (after !== null);
  }

  /** The distinct entities that a query is about. */
  subjects(tenantId: string, input: string, accountId: string | null): Promise<SubjectRow[]> {
    return this.ctx.db.tenant(tenantId, (tx) => subjectsOf(tx, tenantId, wholeQuery(input), accountId));
  }

  async #turn(tx: Tx, asker: Asker, sessionId: string, isNext: boolean, limit: number): Promise<AutocompleteAnswer> {
    const { tenantId } = asker;
    const session = await tx
      .selectFrom('query_session')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('session_id', '=', sessionId)
      .where('email', '=', asker.email)
      .executeTakeFirst();
    if (!session || Date.now() - new Date(session.used_at).getTime() > SESSION_LIFE) throw notFound('This search has expired. Run it again.');
    const starts = isNext ? [...session.starts, session.next_start] : session.starts.slice(0, -1);
    if (starts.length === 0 || (isNext && session.next_start === null)) throw conflict('NO_SUCH_PAGE', 'There is no further page in this direction.');
    const parsed = parseQuery(session.query);
    const { rows, next } = await runQuery(tx, tenantId, wholeQuery(session.query), {
      accountId: session.account_id,
      limit,
      after: starts.at(-1) ?? null,
    });
    await tx
      .updateTable('query_session')
      .set({ starts: JSON.stringify(starts), next_start: JSON.stringify(next), used_at: new Date() })
      .where('tenant_id', '=', tenantId)
      .where('session_id', '=', sessionId)
      .execute();
    return toAnswer(parsed, { sessionId, rows, hasNext: next !== null, hasPrev: starts.length > 1 });
  }

  async #options(tx: Tx, { tenantId, accountId }: Asker, input: string): Promise<AutocompleteAnswer> {
    const { words, complete } = splitWords(input);
    // The word that is being typed is what suggestions are for: only what stands before it is read.
    const typed = complete ? '' : (words.at(-1)?.text ?? '');
    const before = typed === '' ? input : input.slice(0, words.at(-1)?.position ?? 0);
    const parsed = parseQuery(input);
    const head = parseQuery(before);
    const options = head.error ? { listed: [], total: 0 } : await findOptions(tx, tenantId, head.expectation, typed, accountId);
    const whole = toAnswer(parsed, null);
    if (options.listed.length > 0)
      return {
        ...whole,
        partial_word: typed,
        options: options.listed.map(({ option }) => option),
        option_info: options.listed,
        options_total: options.total,
        error: null,
      };
    if (parsed.error === null) return { ...whole, partial_word: typed };
    return { ...whole, partial_word: typed, options: [INVALID_INPUT], option_info: [], options_total: 0 };
  }
}

function wholeQuery(input: string): Statement {
  const parsed = parseQuery(input);
  if (parsed.statement) {
    checkRunnable(parsed.statement);
    return parsed.statement;
  }
  refuseUnsupported(parsed);
  const { error, expectation } = parsed;
  throw unprocessable(
    'QUERY_INVALID',
    error?.message ?? 'The query is not finished. Something must follow.',
    error ?? { position: input.length, length: 0, expected: expectation.keywords, message: 'not finished' },
  );
}

function refuseUnsupported({ unsupported, error }: ParseResult): void {
  if (unsupported)
    throw unprocessable(
      'QUERY_NOT_SUPPORTED_YET',
      `This release cannot run ${unsupported} yet. Leave it out, or use with-access, with-attribute, via and for.`,
      error,
    );
}

/** Kinds of action that the store does not tell apart are refused, never guessed. */
function checkRunnable({ privileges }: Statement): void {
  const kind = privileges.flatMap(({ anyOf }) => anyOf.flat(2)).find((type) => !isStoredKind(type));
  if (kind) throw unprocessable('QUERY_NOT_SUPPORTED_YET', `This release cannot run "for ${kind}" yet. Use read, write or admin.`);
  if (privileges.some(({ anyOf }) => anyOf.some((all) => all.length > 1))) {
    throw unprocessable('QUERY_NOT_SUPPORTED_YET', 'This release cannot run "and" between kinds of action yet. Use "or", or run two queries.');
  }
}

interface Answered {
  sessionId: string;
  rows: AccessRow[];
  hasNext: boolean;
  hasPrev: boolean;
}

function toAnswer(parsed: ParseResult, answered: Answered | null): AutocompleteAnswer {
  return {
    options: [],
    option_info: [],
    options_total: 0,
    state: parsed.state,
    stage: parsed.stage,
    partial_word: '',
    accepting: parsed.accepting,
    meaning: parsed.statement ? meaningOf(parsed.statement) : null,
    error: parsed.error,
    resp_type: answered ? 'AUTO_COMPLETE_RESP_TYPE_QUERY' : 'AUTO_COMPLETE_RESP_TYPE_OPTIONS',
    session_id: answered?.sessionId ?? null,
    result_table: answered?.rows ?? [],
    has_next: answered?.hasNext ?? false,
    has_prev: answered?.hasPrev ?? false,
    usage_resp: null,
  };
}
