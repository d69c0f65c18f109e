import { createHash } from 'node:crypto';
import {
  PARTIAL_REASONS,
  type AccessRow,
  type Account,
  type Api,
  type AutocompleteAnswer,
  type PartialReason,
  type QueryLine,
  type UsageEvent,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { withoutCaller } from '../../platform/db/caller';
import type { Tx } from '../../platform/db/database';
import type { Catalogue } from '../engine/catalogue/catalogue';
import type { ChangedSubjects } from '../store/changed-rows';
import type { ChangedKinds } from '../store/read-changed-kinds';
import { readStages } from '../store/stages';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import { isPending } from '../../platform/http/partial-results';
import { activityOf, readActivity, readRawEvent, type ActivityPage, type ActivityRequest } from './activity';
import { askedAccess, type AskedAccess } from './asked-access';
import { statementsOf, type Query } from './ast';
import { isOfEvents } from './execute-events';
import { countMatches } from './count-matches';
import { excludersOf } from './excluders';
import { costOf } from './line-costs';
import { SetCache, MAX_CACHED_SETS } from './set-cache';
import { mayResultChange, readsJudgements } from './query-invalidation';
import { meaningOf } from './meaning';
import { NO_OPTIONS, pageFields, inputFields, withOffer } from './response-body';
import { parseQuery, type ParseResult } from './parse-query';
import { readPage, readAccessPage, rowsAmong, type AnswerPage } from './read-page';
import type { AccessCursor, Cursor } from './cursor';
import { bindScope, type ConnectedAccount, type QueryScope } from './bind-scope';
import type { AccessPage } from './execute-access';
import { addToHistory } from './saved-searches';
import { closeSession, findSession, savePage, openSession, turnPage, type SessionOwner } from './sessions';
import { described, type RowDescription } from './row-description';
import { StoredSuggestions } from './stored-suggestions';
import { suggest } from './suggest';
import { TenantCache } from './tenant-cache';
import { partialActivity, partialReasons } from './partial-reasons';
import { subjectOf, subjectsOf, type SubjectRow } from './subjects';
import { typedWordOf } from './typed-word';
import { pinToDay, withoutNul, requireQuery } from './require-query';
import { linesOf, openQuestionsOf } from './words';

type SessionProps = NonNullable<Api['POST /v1/graph-querymgr/autocomplete-user']['body']['session_props']>;

export interface QueryCaller extends SessionOwner {
  /** The account filter; null: all accounts. */
  accountId: string | null;
}

/** The response to a query, and the reasons why it may be incomplete. */
export interface QueryAnswer {
  body: AutocompleteAnswer;
  partial: PartialReason[];
}

export interface QueryDependencies {
  /** Returns the connected accounts of a tenant, inside its transaction. */
  sources: {
    accountsOf(tx: Tx, tenantId: string): Promise<Account[]>;
    /** Returns the organizations, whose names also stand for account ids of the graph. */
    organizationsOf(tx: Tx, tenantId: string): Promise<ConnectedAccount[]>;
  };
  graph: { catalogue: Catalogue };
  tenants: { shadowAccounts(tx: Tx, tenantId: string): Promise<Record<string, string>> };
}

type ActivityWindow = Omit<ActivityRequest, 'expression'>;

const BATCH = 20;

/** The highest page at which a session can open. All earlier pages are read on the way. */
const MAX_PAGES_AHEAD = 100;

/** Time for a page that is assembled bit by bit, ms. Then the user gets the rows found so far, with a notice. */
const TIME_BUDGET = 10_000;

/** The most lines of a query in words that are counted. Longer queries have their words only. */
const MOST_COUNTED_LINES = 24;

/** Page size for other areas. */
const FETCH_SIZE = 200;

interface SearchOptions extends Pick<RowDescription, 'lastUse'> {
  /** False: the search is not the user's own, but one that a page makes. */
  inHistory?: boolean;
}

export interface RowsOptions {
  accountId: string | null;
  /** Day (YYYY-MM-DD) to read; absent: now. */
  asOf?: string;
  /** Page size for reading. Some queries repeat work for each page, so a caller that reads all rows asks for large pages. */
  batchSize?: number;
}

/** The query language: suggestions, results page by page, and queries by other areas. */
export class QueryService {
  readonly #cache: TenantCache;
  readonly #sets: TenantCache;

  constructor(
    private readonly ctx: Context,
    private readonly deps: QueryDependencies,
  ) {
    this.#cache = new TenantCache(ctx.events);
    this.#sets = new TenantCache(ctx.events, MAX_CACHED_SETS);
  }

  /** Returns the words that may follow the input. Never runs the query. */
  async complete(caller: QueryCaller, rawInput: string): Promise<AutocompleteAnswer> {
    const input = withoutNul(rawInput);
    const parsed = parseQuery(input);
    const typed = typedWordOf(input);
    const nothing = inputFields(parsed);
    if (typed.before.error) return { ...nothing, ...NO_OPTIONS, error: withOffer(input, typed.before.error) };
    const { listed, total } = await this.ctx.db.tenant(caller.tenantId, async (tx) => suggest(typed, await this.#suggestions(tx, caller)));
    if (listed.length === 0 && parsed.error) return { ...nothing, ...NO_OPTIONS, error: withOffer(input, parsed.error) };
    return { ...nothing, error: null, options: listed.map(({ option }) => option), option_info: listed, options_total: total };
  }

  /**
   * Explains a query part by part: in words, with what each part finds by itself, and with the reason why it may be slow. Never runs the query. An input
   * that is no complete query has no parts.
   */
  async words(caller: QueryCaller, rawInput: string): Promise<Api['POST /v1/graph-querymgr/words']['answer']> {
    const { query } = parseQuery(withoutNul(rawInput));
    if (!query) return { lines: [], open: [] };
    const open = openQuestionsOf(query);
    return this.ctx.db.tenant(caller.tenantId, async (tx) => {
      const scope = await this.#scope(tx, caller, query);
      const suggestions = await this.#suggestions(tx, caller);
      const sources = { catalogue: this.deps.graph.catalogue, typeCounts: () => suggestions.typeCounts() };
      const lines: QueryLine[] = [];
      for (const [index, line] of linesOf(query).entries()) {
        const { depth, words, text, things } = line;
        const matches = things && index < MOST_COUNTED_LINES ? await countMatches(tx, scope, things, sources) : null;
        lines.push({ depth, words, text, matches, cost: costOf(line, scope) });
      }
      return { lines, open };
    });
  }

  /**
   * Runs a query, or turns the page of its session. An invalid or unfinished query is answered with suggestions.
   * @throws 422 when the query cannot run
   */
  async search(
    caller: QueryCaller,
    rawInput: string,
    props: SessionProps,
    { inHistory = true, lastUse = false }: SearchOptions = {},
  ): Promise<QueryAnswer> {
    const input = withoutNul(rawInput).trim();
    const limit = props.batch_size ?? BATCH;
    if (props.session_id) return this.#turn(caller, props.session_id, { input, isNext: props.is_next ?? true, limit, lastUse });
    const parsed = parseQuery(input);
    if (!parsed.query) return { body: await this.#refusal(caller, input, parsed), partial: [] };
    const { query } = parsed;
    return this.ctx.db.tenant(caller.tenantId, async (tx) => {
      const scope = await this.#scope(tx, caller, query);
      const { page, starts } = await this.#pageAt(tx, scope, query, { limit, number: props.page_number ?? 0 });
      const rows = await described(tx, scope, page.rows, { policies: true, lastUse });
      const sessionId = await openSession(tx, caller, { query: input, accountId: caller.accountId, starts, next: page.next });
      if (inHistory) await addToHistory(tx, caller, input);
      return {
        body: { ...inputFields(parsed), ...pageFields(sessionId, { ...page, rows }, starts.length - 1) },
        partial: await partialReasons(tx, scope, query, page),
      };
    });
  }

  async close(owner: SessionOwner, sessionId: string): Promise<void> {
    // The client may disconnect before this ends.
    await withoutCaller(() => this.ctx.db.tenant(owner.tenantId, (tx) => closeSession(tx, owner, sessionId)));
  }

  /**
   * Returns the parts of a query that exclude every result.
   * @throws 422 when the query is incomplete
   */
  whyEmpty(caller: QueryCaller, input: string): Promise<Api['POST /v1/graph-querymgr/why-empty']['answer']> {
    const query = requireQuery(input);
    return this.ctx.db.tenant(caller.tenantId, (tx) =>
      excludersOf(query, async (lighter) => {
        const page = await readPage(tx, await this.#scope(tx, caller, lighter), lighter, { limit: 1, after: null });
        return page.rows.length + page.events.length > 0;
      }),
    );
  }

  /**
   * Returns what an identity (by name or URI), or every identity of a query, did between two moments.
   * @throws 422 when neither is given
   */
  activity(
    caller: QueryCaller,
    { identity, input }: { identity: string | undefined; input: string | undefined },
    request: ActivityWindow,
  ): Promise<ActivityPage & { partial: PartialReason[] }> {
    if (identity === undefined && input === undefined) throw unprocessable('NOBODY_NAMED', 'Name an identity or a query.');
    const query: Query = input === undefined ? { expression: activityOf(identity ?? ''), asOf: null, changedSince: null } : requireQuery(input);
    return this.ctx.db.tenant(caller.tenantId, async (tx) => {
      const scope = await this.#scope(tx, caller, query);
      if (!isOfEvents(query.expression, scope))
        throw unprocessable('NOT_OF_EVENTS', 'This query does not return events. Use "with-usage" to search for activity.');
      const page = await readActivity(tx, scope, { ...request, expression: query.expression });
      return { ...page, partial: await partialActivity(tx, scope, request.since) };
    });
  }

  /** Returns the events of a query between two moments, newest first, for other areas. */
  async eventsOf(tenantId: string, input: string, { since, until, most }: { since: Date; until: Date; most: number }): Promise<UsageEvent[]> {
    const request = { since, until, page: 0, pageSize: most, sortedBy: 'timestamp', ascending: false, search: null } as const;
    const { events } = await this.activity({ tenantId, email: '', accountId: null }, { identity: undefined, input }, request);
    return events;
  }

  /**
   * Returns an event's log record as JSON text.
   * @throws 404 when the record is not stored
   */
  async rawEvent(tenantId: string, eventId: string): Promise<string> {
    const raw = await this.ctx.db.tenant(tenantId, (tx) => readRawEvent(tx, tenantId, eventId));
    if (raw === null) throw notFound('Detail not available.');
    return raw;
  }

  /** @throws 422 with the position and the expected words when the query is incomplete */
  validate(input: string): void {
    requireQuery(input);
  }

  /**
   * Returns the query as one sentence.
   * @throws 422 like `validate`
   */
  meaning(input: string): string {
    return meaningOf(requireQuery(input));
  }

  /**
   * Returns the access that a query asks for.
   * @throws 422 like `validate`
   */
  asked(input: string): AskedAccess {
    return askedAccess(requireQuery(input));
  }

  /**
   * Returns whether a query reads tiers, labels or risk scores, which rules that assign them must not.
   * @throws 422 like `validate`
   */
  readsJudgements(input: string): boolean {
    return readsJudgements(requireQuery(input));
  }

  /** Returns whether changes of these kinds may change the result of a query, while the fingerprint of `readBesideGraph` stays the same. */
  mayResultChange(input: string, changes: ChangedKinds): boolean {
    const { query } = parseQuery(withoutNul(input));
    return query === null || mayResultChange(query, changes);
  }

  /**
   * Yields every row of a query, page by page, without a transaction open between pages. A query for events yields the identities that
   * caused them.
   */
  async *rows(tenantId: string, input: string, { accountId, asOf, batchSize = FETCH_SIZE }: RowsOptions): AsyncGenerator<AccessRow> {
    const query = asOf === undefined ? requireQuery(input) : pinToDay(requireQuery(input), asOf);
    let after: AccessCursor | null = null;
    do {
      const page: AccessPage = await this.ctx.db.tenant(tenantId, async (tx) =>
        readAccessPage(tx, await this.#scope(tx, { tenantId, accountId }, query), query, { limit: batchSize, after }),
      );
      yield* page.rows;
      after = page.next;
    } while (after !== null);
  }

  /**
   * Returns the rows of a query at a snapshot (null: now), in the caller's transaction.
   * @param options.among the subjects whose rows are wanted; null: all. Where this cannot limit the query, it returns all rows.
   * @returns null for a query that names its days itself, so that it has no rows at another snapshot
   * @throws 422 when the query is incomplete
   */
  async rowsAt(
    tx: Tx,
    tenantId: string,
    input: string,
    { snapshotId, most, among }: { snapshotId: number | null; most: number; among: ChangedSubjects | null },
  ): Promise<AccessRow[] | null> {
    const query = requireQuery(input);
    if (query.asOf !== null || query.changedSince !== null) return null;
    // Cached sets would outlive the transaction, which may roll back.
    const scope = { ...(await this.#scope(tx, { tenantId, accountId: null }, query)), kept: null, snapshotId };
    return rowsAmong(tx, scope, query, { most, among });
  }

  /**
   * Returns the rows of a query about access, with the day that it names; null: now. Runs in the caller's transaction.
   * @throws 422 when the query is incomplete, or is about events or changes
   */
  async accessRows(
    tx: Tx,
    tenantId: string,
    input: string,
    { accountId, snapshotId, most }: { accountId: string | null; snapshotId: number; most: number },
  ): Promise<{ rows: AccessRow[]; asOf: string | null }> {
    const query = requireQuery(input);
    const scope = await this.#scope(tx, { tenantId, accountId }, query);
    if (query.changedSince !== null || isOfEvents(query.expression, scope))
      throw unprocessable(
        'QUERY_WITHOUT_ACCESS',
        'This query is about events or changes, and not about access. Search for access, such as "user with-access object_store".',
      );
    const { asOf } = query;
    const page = await readAccessPage(tx, asOf === null ? { ...scope, kept: null, snapshotId } : scope, query, { limit: most, after: null });
    return { rows: page.rows, asOf };
  }

  /**
   * Yields every page of rows or events. The first page carries the reasons why results may be incomplete.
   * @param wanted the further facts of each row
   */
  async *pages(
    tenantId: string,
    input: string,
    { accountId, ...wanted }: Pick<QueryCaller, 'accountId'> & RowDescription,
  ): AsyncGenerator<AnswerPage & Pick<QueryAnswer, 'partial'>> {
    const query = requireQuery(input);
    let after: Cursor | null = null;
    do {
      const from: Cursor | null = after;
      const { page, partial } = await this.ctx.db.tenant(tenantId, async (tx): Promise<{ page: AnswerPage } & Pick<QueryAnswer, 'partial'>> => {
        const scope = await this.#scope(tx, { tenantId, accountId }, query);
        const read = await readPage(tx, scope, query, { limit: FETCH_SIZE, after: from });
        const page = { ...read, rows: await described(tx, scope, read.rows, wanted) };
        return { page, partial: from === null ? await partialReasons(tx, scope, query, read) : [] };
      });
      yield { ...page, partial };
      after = page.next;
    } while (after !== null);
  }

  /** Returns all reasons why the results of these queries may be incomplete. */
  partial(tenantId: string, inputs: readonly string[], accountId: string | null): Promise<PartialReason[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const found = new Set<PartialReason>();
      for (const query of inputs.map(requireQuery)) {
        if (found.size === PARTIAL_REASONS.length) break;
        const scope = await this.#scope(tx, { tenantId, accountId }, query);
        for (const reason of await partialReasons(tx, scope, query, { isCut: false })) found.add(reason);
      }
      return PARTIAL_REASONS.filter((reason) => found.has(reason));
    });
  }

  /**
   * Returns whether the account filter only selects among a query's subjects by their account. It does unless the query concerns access, where the
   * filter applies to the resource.
   */
  isFilteredBySubject(input: string): boolean {
    const { expression, changedSince } = requireQuery(input);
    return changedSince === null && statementsOf(expression).every(({ verb, clauses }) => verb === null && clauses.length === 0);
  }

  /** Returns the distinct entities that a query is about. */
  async subjects(tenantId: string, input: string, accountId: string | null): Promise<SubjectRow[]> {
    const query = requireQuery(input);
    if (query.changedSince !== null) {
      const changed = new Map<string, SubjectRow>();
      for await (const row of this.rows(tenantId, input, { accountId })) changed.set(row.identity_uri || row.resource_uri, subjectOf(row));
      return [...changed.values()];
    }
    return this.ctx.db.tenant(tenantId, async (tx) => subjectsOf(tx, await this.#scope(tx, { tenantId, accountId }, query), query.expression));
  }

  /**
   * Returns a page by its number, from 0, and the start of each page up to it. Beyond the last page, or the time budget, it returns the
   * last page found.
   */
  async #pageAt(
    tx: Tx,
    scope: QueryScope,
    query: Query,
    { limit, number }: { limit: number; number: number },
  ): Promise<{ page: AnswerPage; starts: (Cursor | null)[] }> {
    const until = Date.now() + TIME_BUDGET;
    const starts: (Cursor | null)[] = [null];
    let page = await readPage(tx, scope, query, { limit, after: null, timeBudget: TIME_BUDGET });
    const last = Math.min(number, MAX_PAGES_AHEAD);
    while (starts.length <= last && page.next !== null && !page.isCut && Date.now() < until) {
      starts.push(page.next);
      page = await readPage(tx, scope, query, { limit, after: page.next, timeBudget: until - Date.now() });
    }
    return { page, starts };
  }

  #turn(
    caller: QueryCaller,
    sessionId: string,
    { input, isNext, limit, lastUse }: { input: string; isNext: boolean; limit: number; lastUse: boolean },
  ): Promise<QueryAnswer> {
    return this.ctx.db.tenant(caller.tenantId, async (tx) => {
      const session = await findSession(tx, caller, sessionId);
      if (input !== '' && input !== session.query)
        throw conflict('SESSION_OF_ANOTHER_QUERY', 'This session belongs to another query. Run the new query without a session.');
      const starts = turnPage(session, isNext);
      const parsed = parseQuery(session.query);
      const query = requireQuery(session.query);
      const scope = await this.#scope(tx, { tenantId: caller.tenantId, accountId: session.accountId }, query);
      const page = await readPage(tx, scope, query, { limit, after: starts.at(-1) ?? null, timeBudget: TIME_BUDGET });
      const rows = await described(tx, scope, page.rows, { policies: true, lastUse });
      await savePage(tx, caller, { ...session, starts, next: page.next });
      return {
        body: { ...inputFields(parsed), ...pageFields(sessionId, { ...page, rows }, starts.length - 1) },
        partial: await partialReasons(tx, scope, query, page),
      };
    });
  }

  /** Answers input that is not a complete query: with the error, or with the words that must follow. */
  /** Returns a fingerprint of what queries read beside the graph: the names of accounts, and how tags and names stand for stages. */
  async readBesideGraph(tx: Tx, tenantId: string): Promise<string> {
    const { accounts, named } = await this.#accounts(tx, tenantId);
    const { map } = await readStages(tx, tenantId);
    const names = accounts.map(({ account_id: id, account_name: name }) => [id, name].join('\n')).sort();
    return createHash('sha256')
      .update(JSON.stringify([names, named.sort(), map]))
      .digest('base64url')
      .slice(0, 22);
  }

  async #refusal(caller: QueryCaller, input: string, parsed: ParseResult): Promise<AutocompleteAnswer> {
    const wrong = parsed.error ?? (parsed.missing && parsed.missing.length > 0 ? parsed.missing : null);
    if (wrong) return { ...inputFields(parsed), ...NO_OPTIONS, error: withOffer(input, wrong) };
    // A blank ends the last word, so completions of the word itself are left out.
    return this.complete(caller, `${input} `);
  }

  async #suggestions(tx: Tx, { tenantId, accountId }: QueryCaller): Promise<StoredSuggestions> {
    const accounts = await this.deps.sources.accountsOf(tx, tenantId);
    return new StoredSuggestions({ tx, tenantId, accountId, accounts, catalogue: this.deps.graph.catalogue, cache: this.#cache });
  }

  async #scope(tx: Tx, { tenantId, accountId }: Pick<QueryCaller, 'tenantId' | 'accountId'>, query: Query): Promise<QueryScope> {
    const scope = await bindScope(tx, { tenantId, accountId, ...(await this.#accounts(tx, tenantId)) }, query);
    return { ...scope, kept: new SetCache(this.#sets, scope) };
  }

  async #accounts(tx: Tx, tenantId: string): Promise<{ accounts: ConnectedAccount[]; named: string[]; pending: string[] }> {
    const connected = await this.deps.sources.accountsOf(tx, tenantId);
    const organizations = await this.deps.sources.organizationsOf(tx, tenantId);
    return {
      // Cached sets depend on these fields only.
      accounts: [...connected, ...organizations].map(({ account_id, account_name }) => ({ account_id, account_name })),
      named: Object.keys(await this.deps.tenants.shadowAccounts(tx, tenantId)),
      pending: connected.filter(isPending).map(({ account_id: id }) => id),
    };
  }
}
