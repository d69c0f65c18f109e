import {
  accessLetters,
  PARTIAL_RESULTS_TITLE,
  PARTIAL_RESULTS_MESSAGES,
  type AccessRow,
  type AutocompleteAnswer,
  type UsageEvent,
} from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, wholeNumber, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { csvOf } from '../formats';
import { table } from '../table';

interface QueryOptions extends CommonOptions {
  next?: string;
  all?: boolean;
  batch: string;
  csv?: boolean;
}

/** The fetched part of a result. */
interface Fetched {
  rows: AccessRow[];
  events: UsageEvent[];
  last: AutocompleteAnswer;
}

export function queryCommand(): Command {
  return command('query', 'run a query and print access or events')
    .argument('<text>', 'query, for example "user with-access any"')
    .option('--batch <rows>', 'rows per page', '20')
    .option('--next <pages>', 'number of further pages to print')
    .option('--all', 'print all pages')
    .option('--csv', 'same as --output csv')
    .action(async (text: string, options: QueryOptions) => {
      const client = clientOf(options);
      const batch = wholeNumber(options.batch, '--batch', 1000);
      let further = options.all ? Infinity : options.next === undefined ? 0 : wholeNumber(options.next, '--next', Infinity);
      let page = await client.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: text, session_props: { batch_size: batch } } });
      if (page.error) throw invalidQuery(text, page.error);
      if (!page.accepting) throw new CliFailure(`The query is incomplete. Continue with one of: ${page.options.join(', ')}`);
      const rows: AccessRow[] = [...page.result_table];
      const events: UsageEvent[] = [...page.usage_table];
      const { session_id: opened } = page;
      try {
        for (; page.has_next && further > 0; further--) {
          const session = { session_id: opened ?? '', batch_size: batch, is_next: true };
          page = await client.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: text, session_props: session } });
          rows.push(...page.result_table);
          events.push(...page.usage_table);
        }
      } finally {
        if (opened) await client.call('POST /v1/graph-querymgr/close-session', { body: { session_id: opened } });
      }
      const isEmpty = rows.length + events.length === 0;
      const why = isEmpty ? (await client.call('POST /v1/graph-querymgr/why-empty', { body: { input: text } })).sentence : null;
      const fetched = { rows, events, last: page };
      const ofEvents = page.resp_type === 'AUTO_COMPLETE_RESP_TYPE_USAGE';
      const partial = [...client.partial];
      for (const reason of partial) outputOf(options).progress(`${PARTIAL_RESULTS_TITLE}: ${PARTIAL_RESULTS_MESSAGES[reason]}`);
      outputOf(options).result(
        {
          meaning: page.meaning,
          ...(ofEvents ? { events } : { rows }),
          has_next: page.has_next,
          ...(partial.length > 0 ? { partial } : {}),
          ...(why === null ? {} : { why_empty: why }),
        },
        options.csv ? csv(fetched) : words(fetched, why),
        () => csv(fetched),
      );
    });
}

type Column<R> = readonly [heading: string, value: (row: R) => string];

const ACCESS: readonly Column<AccessRow>[] = [
  ['IDENTITY TYPE', (row) => row.identity_type],
  ['IDENTITY', (row) => row.identity],
  ['RESOURCE TYPE', (row) => row.resource_type],
  ['RESOURCE', (row) => row.resource],
  ['ACCESS', (row) => accessLetters(row.actions_str, row.conditional_actions_str)],
];
const CHANGES: readonly Column<AccessRow>[] = [
  ['CHANGE', (row) => row.change ?? ''],
  ['BEFORE', (row) => accessLetters(row.actions_before ?? '', row.conditional_actions_before ?? '')],
];
const ADDRESSES: readonly Column<AccessRow>[] = [
  ['IDENTITY URI', (row) => row.identity_uri],
  ['RESOURCE URI', (row) => row.resource_uri],
];
const EVENTS: readonly Column<UsageEvent>[] = [
  ['TIME', (event) => event.timestamp],
  ['EVENT', (event) => (event.refused ? `${event.event_name} (refused)` : event.event_name)],
  ['IDENTITY', (event) => event.identity_name],
  ['SESSION', (event) => event.session],
  ['RESOURCE', (event) => event.resource_name],
  ['IP ADDRESS', (event) => event.ip_address],
];

function cellsOf({ rows, events, last }: Fetched, more: readonly Column<AccessRow>[] = []): { headings: string[]; cells: string[][] } {
  const of = <R>(columns: readonly Column<R>[], list: readonly R[]) => ({
    headings: columns.map(([heading]) => heading),
    cells: list.map((row) => columns.map(([, value]) => value(row))),
  });
  if (last.resp_type === 'AUTO_COMPLETE_RESP_TYPE_USAGE') return of(EVENTS, events);
  return of([...ACCESS, ...(rows.some(({ change }) => change) ? CHANGES : []), ...more], rows);
}

function words(fetched: Fetched, why: string | null): string {
  const lines = [fetched.last.meaning ?? '', ''];
  const { headings, cells } = cellsOf(fetched);
  if (cells.length === 0) return [...lines, `No rows. ${why ?? ''}`].join('\n').trim();
  lines.push(table(headings, cells));
  lines.push('', `${cells.length} row${cells.length === 1 ? '' : 's'}${fetched.last.has_next ? '; use --next PAGES or --all for more' : ''}`);
  return lines.join('\n').trim();
}

/** Returns CSV (RFC 4180) with the URIs of identities and resources. */
function csv(fetched: Fetched): string {
  const { headings, cells } = cellsOf(fetched, ADDRESSES);
  return csvOf(headings, cells);
}

/** Returns the server's message, with the error marked below the query. */
function invalidQuery(text: string, error: NonNullable<AutocompleteAnswer['error']>): CliFailure {
  const mark = `${' '.repeat(error.position)}${'^'.repeat(Math.max(error.length, 1))}`;
  const expected = error.expected.length > 0 ? `\nExpected: ${error.expected.join(', ')}` : '';
  return new CliFailure(`${error.message}\n  ${text}\n  ${mark}${expected}`, error);
}
