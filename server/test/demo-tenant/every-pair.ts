import { SMALL_COMPANY } from '../../demo/small-company';
import { Db } from '../../src/platform/db/database';
import { readChangedKinds } from '../../src/graph/store/read-changed-kinds';
import { snapshotDays } from '../../src/graph/store/validity';
import { BUILT_INS } from '../../src/areas/guardrails/built-in/all-built-ins';
import { readPage, readAccessPage } from '../../src/graph/query/read-page';
import examples from '../../src/graph/query/examples.json';
import { SetCache } from '../../src/graph/query/set-cache';
import { mayResultChange } from '../../src/graph/query/query-invalidation';
import { parseQuery } from '../../src/graph/query/parse-query';
import { bindScope } from '../../src/graph/query/bind-scope';
import { subjectsOf } from '../../src/graph/query/subjects';
import { TenantCache } from '../../src/graph/query/tenant-cache';
import { viaCounts } from '../../src/graph/query/via-counts';
import { answerByPairs, ByPairs } from '../support/query-reference/answer-by-pairs';
import { OF_DAYS, OF_EVENTS, QUERIES } from '../support/query-reference/queries';
import { readStoredGraph } from '../support/query-reference/stored-graph';
import { casesToTry } from '../support/differential';
import { questionTable } from '../support/question-table';
import { openEmbedded, silent } from '../support/test-database';
import { server, YESTERDAY } from './tenant';

/** Rows of each answer that the test compares with the reference. */
const COMPARED = 100;

/** Rows of a page of the console. */
const PAGE = 20;

/** Queries whose suggestions name the entities that their access paths lead through, with counts. */
const WITH_VIA_COUNTS = [
  'user with-access object_store',
  'any with-access any for admin',
  'user with-attribute mfa false with-access keystore with-attribute cloudtype AWS',
  'federated_user with-access any for write',
];

/** Compares every answer with the reference, which looks at every pair of the stored graph. It stops the server and reads its database. */
export async function everyQuestionByPairs(): Promise<void> {
  await server.stop({ keepData: true });
  const db = server.databaseUrl ? await Db.postgres(server.databaseUrl, silent) : await openEmbedded(server.dataDir);
  const middle = new Date(Date.parse(YESTERDAY) - 86_400_000).toISOString().slice(0, 10);
  // The days of the examples lie before the first snapshot.
  const inputs = [
    ...examples.map(({ query }) => query.replace(/\d{4}-\d{2}-\d{2}$/, middle)),
    ...QUERIES,
    ...OF_DAYS.map((query) => query.replace('DAY', middle)),
    ...askedQueries(),
  ];
  try {
    await db.tenant('demo', async (tx) => {
      const graph = await readStoredGraph(tx, 'demo');
      const caller = { tenantId: 'demo', accountId: null, accounts: graph.accounts };
      const scopeAndQuery = async (input: string) => {
        const { query } = parseQuery(input);
        if (!query) throw new Error(`not a query: ${input}`);
        return { query, scope: await bindScope(tx, caller, query) };
      };
      for (const input of inputs) {
        const { query, scope } = await scopeAndQuery(input);
        const { rows } = await readAccessPage(tx, scope, query, { limit: COMPARED, after: null });
        const got = new Set(
          rows.map((row) =>
            joinWords(
              row.identity_uri,
              row.resource_uri,
              lettersOf(row.actions_str, row.conditional_actions_str),
              row.change,
              row.change === 'CHANGED' ? lettersOf(row.actions_before, row.conditional_actions_before) : '',
            ),
          ),
        );
        // A full page is compared by its identities. The rows of the last name may go on after the page.
        const isFull = rows.length >= COMPARED;
        const shown = isFull ? new Set(rows.map(uriOf)) : null;
        const cut = new Set(isFull ? rows.filter((row) => nameOf(row) === nameOf(rows.at(-1))).map(uriOf) : []);
        const isCut = (row: string): boolean => [...cut].some((uri) => row === uri || row.startsWith(`${uri} `));
        const wanted = new Set(answerByPairs(graph, query, scope.now, shown).map((row) => joinWords(row)));
        expect([input, [...got].filter((row) => !wanted.has(row))]).toEqual([input, []]);
        expect([input, [...wanted].filter((row) => !got.has(row) && !isCut(row))]).toEqual([input, []]);
        // Small pages use other plans and the sets of the page before; they hold the same rows.
        const kept = new SetCache(new TenantCache({ subscribe: () => () => undefined }), scope);
        const first = await readAccessPage(tx, { ...scope, kept }, query, { limit: PAGE, after: null });
        const second = first.next && (await readAccessPage(tx, { ...scope, kept }, query, { limit: PAGE, after: first.next }));
        expect([input, [...first.rows, ...(second?.rows ?? [])]]).toEqual([input, rows.slice(0, 2 * PAGE)]);
      }
      // An answer that counts as unaffected by a snapshot is the same before and after it.
      const [newest, ...older] = await snapshotDays(tx, 'demo', SMALL_COMPANY.days);
      for (const { day, snapshotId } of older) {
        const changedKinds = await readChangedKinds(tx, 'demo', { since: snapshotId, until: newest?.snapshotId ?? 0 });
        for (const input of [...inputs, ...BUILT_INS.map((guardrail) => guardrail.query)]) {
          const { query, scope } = await scopeAndQuery(input);
          if (changedKinds === null || mayResultChange(query, changedKinds)) continue;
          const rowsAt = async (at: number | null) =>
            (await readAccessPage(tx, { ...scope, snapshotId: at }, query, { limit: COMPARED, after: null })).rows;
          expect([day, input, await rowsAt(snapshotId)]).toEqual([day, input, await rowsAt(null)]);
        }
      }
      for (const input of WITH_VIA_COUNTS) {
        const { query, scope } = await scopeAndQuery(input);
        if (query.expression.kind !== 'statement') throw new Error('one question each');
        const counts = await viaCounts(tx, scope, query.expression);
        for (const type of ['group', 'federated_group', 'role', 'policy']) {
          const { query: through } = await scopeAndQuery(`${input} via ${type}`);
          expect([input, type, counts.get(type) ?? 0]).toEqual([input, type, (await subjectsOf(tx, scope, through.expression)).length]);
        }
      }
      // This query compares all users step by step. A caller without patience gets the beginning, and is told so.
      const { query: broad, scope: wide } = await scopeAndQuery(`user with-access object_store with-usage < 90 changed-since ${middle}`);
      const whole = await readAccessPage(tx, wide, broad, { limit: 1000, after: null });
      const begun = await readAccessPage(tx, wide, broad, { limit: 1000, after: null, timeBudget: 0 });
      expect([whole.isCut, begun.isCut, begun.next]).toEqual([false, true, null]);
      expect(begun.rows).toEqual(whole.rows.slice(0, begun.rows.length));
      for (const input of OF_EVENTS) {
        const { query, scope } = await scopeAndQuery(input);
        const { events } = await readPage(tx, scope, query, { limit: COMPARED, after: null });
        if (query.expression.kind !== 'statement') throw new Error('one question each');
        const wanted = new Set(new ByPairs(graph, null, scope.now).events(query.expression));
        const got = events.map(({ timestamp, event_id: id, action }) => `${timestamp} ${id} ${action}`);
        expect([input, got]).toEqual([
          input,
          [...wanted]
            .sort()
            .reverse()
            .slice(0, COMPARED)
            .filter((event) => got.includes(event)),
        ]);
        expect([input, got.length]).toEqual([input, Math.min(wanted.size, COMPARED)]);
      }
    });
  } finally {
    await db.close();
  }
}

/** Each test run compares the answers of every so many questions; `CAM_DIFFERENTIAL=full` compares those of all. */
const QUESTION_STEP = casesToTry(12, 1);

/** Returns the queries that plain questions are read as. Their days lie before the first snapshot. */
function askedQueries(): string[] {
  const meant = questionTable().filter(({ outcome }) => outcome === '=>');
  const queries = [...new Set(meant.map(({ meant: input }) => input))].filter((input) => {
    const { query } = parseQuery(input);
    return query !== null && query.asOf === null && query.changedSince === null;
  });
  return queries.filter((_input, index) => index % QUESTION_STEP === 0);
}

type Row = Awaited<ReturnType<typeof readAccessPage>>['rows'][number];

/** Returns the URI of a row's identity, or of its single entity. */
const uriOf = ({ identity_uri: identity, resource_uri: resource }: Row): string => identity || resource;

/** Returns the name by which the rows of an answer are sorted first. */
const nameOf = (row: Row | undefined): string | undefined => row?.identity || row?.resource;

/** Returns the letters of a row with its conditional ones, as the reference writes them. */
function lettersOf(actions = '', conditional = ''): string {
  return actions === '' ? '' : `${actions}/${conditional}`;
}

function joinWords(...parts: (string | undefined)[]): string {
  return parts.join(' ').trim().replace(/ +/g, ' ');
}
