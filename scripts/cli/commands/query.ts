import type { AccessRow, AutocompleteAnswer } from '@cam/contracts';
import type { Command } from 'commander';
import { clientOf, command, outputOf, type CommonOptions } from '../command';
import { CliFailure } from '../failure';
import { table } from '../table';

interface QueryOptions extends CommonOptions {
  next?: string;
  all?: boolean;
  batch: string;
}

export function queryCommand(): Command {
  return command('query', 'run a query and print who reaches what')
    .argument('<text>', 'a query such as "user with-access any"')
    .option('--batch <rows>', 'rows a page', '20')
    .option('--next <pages>', 'print this many further pages')
    .option('--all', 'print all pages')
    .action(async (text: string, options: QueryOptions) => {
      const client = clientOf(options);
      const batch = wholeNumber(options.batch, '--batch', 1000);
      let further = options.all ? Infinity : options.next === undefined ? 0 : wholeNumber(options.next, '--next', Infinity);
      let page = await client.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: text, session_props: { batch_size: batch } } });
      if (page.error) throw invalidQuery(text, page.error);
      if (!page.accepting) throw new CliFailure(`The query is not complete. It may go on with: ${page.options.join(', ')}`);
      const rows: AccessRow[] = [...page.result_table];
      for (; page.has_next && further > 0; further--) {
        const session = { session_id: page.session_id ?? '', batch_size: batch, is_next: true };
        page = await client.call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: text, session_props: session } });
        rows.push(...page.result_table);
      }
      if (page.session_id) await client.call('POST /v1/graph-querymgr/close-session', { body: { session_id: page.session_id } });
      outputOf(options).result({ meaning: page.meaning, rows, has_next: page.has_next }, words(rows, page));
    });
}

function words(rows: readonly AccessRow[], page: AutocompleteAnswer): string {
  const lines = [page.meaning ?? '', ''];
  if (rows.length === 0) return [...lines, 'No rows.'].join('\n').trim();
  const cells = rows.map((row) => [row.identity_type, row.identity, row.resource_type, row.resource, row.actions_str]);
  lines.push(table(['IDENTITY TYPE', 'IDENTITY', 'RESOURCE TYPE', 'RESOURCE', 'ACCESS'], cells));
  lines.push('', `${rows.length} rows${page.has_next ? '; there are more (--next PAGES or --all)' : ''}`);
  return lines.join('\n').trim();
}

/** The server's sentence with the place marked below the query. */
function invalidQuery(text: string, error: NonNullable<AutocompleteAnswer['error']>): CliFailure {
  const mark = `${' '.repeat(error.position)}${'^'.repeat(Math.max(error.length, 1))}`;
  const expected = error.expected.length > 0 ? `\nExpected: ${error.expected.join(', ')}` : '';
  return new CliFailure(`${error.message}\n  ${text}\n  ${mark}${expected}`, error);
}

function wholeNumber(text: string, option: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new CliFailure(`${option} takes a whole number from 1${most === Infinity ? '' : ` to ${most}`}, not "${text}".`);
  return value;
}
