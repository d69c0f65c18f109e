import { read } from 'xlsx';
import { REPORT_TYPE_LABELS, typeName, type ReportFormat, type UnusedItem, type UnusedReportType } from '@cam/contracts';
import { api } from '../support/client';
import { hasOffice, linesOfCsv, readByOffice } from '../support/office';
import { download, linesOf, madeReport } from '../support/reports';
import { counted, LIMIT, server, token } from './tenant';

/** Defines the tests of report files. */
export function casesOfReports(): void {
  beforeAll(counted, LIMIT);

  const UNUSED_TYPES = (Object.keys(REPORT_TYPE_LABELS) as UnusedReportType[]).filter((type) => type.startsWith('REPORT_TYPE_UNUSED_'));
  const ACCESS = 'user with-access object_store';
  const EVENTS = 'user with-usage < 30';

  /** The page's text for a column, by the column's heading in the report. CSV has rules of its own. */
  const SHOWN: Readonly<Record<string, (item: UnusedItem, format: ReportFormat) => string>> = {
    Name: (item) => item.name,
    Service: (item) => item.service,
    Privilege: (item) => item.privilege,
    Source: (item) => item.account_name,
    Scope: (item, format) => (item.scope === '' && format === 'CSV' ? 'N/A' : item.scope),
    Policies: (item) => String(item.policies_count),
    'Policy Account': (item, format) => (item.policy_account_id === '' && format === 'CSV' ? 'N/A' : item.policy_account_id),
    Roles: (item) => String(item.roles_count),
    Identities: (item) => String(item.identities_count),
    'Sensitive Privileges': (item) => String(item.privileges_count),
    'Last Seen (UTC)': (item, format) =>
      item.last_used === null ? 'Never seen' : format === 'CSV' ? item.last_used : item.last_used.slice(0, 16).replace('T', ' '),
  };

  async function fileOf(type: UnusedReportType | 'REPORT_TYPE_ACCESS', format: ReportFormat, criteria = {}) {
    const report = await madeReport(token, { name: REPORT_TYPE_LABELS[type], type, format, criteria }, server.url);
    return { rows: report.rows, content: (await download(token, [report.report_id], server.url)).content };
  }

  /** Returns all rows of a page of unused access. */
  async function itemsOf(type: UnusedReportType): Promise<UnusedItem[]> {
    const [, area = '', by = ''] = /UNUSED_ACCESS_(.*?)(_BY_[A-Z]+)?_SUMMARY/.exec(type) ?? [];
    const view = { identity_type: `UNUSED_${area}` as 'UNUSED_ROLE', request_type: `UNUSED${by}_SUMMARY` as 'UNUSED_SUMMARY' };
    const items: UnusedItem[] = [];
    for (let page_number = 0; ; page_number++) {
      const query = { ...view, page_number, page_size: 100 };
      const { items: page, total } = (await api('GET /v1/graph-querymgr/unused-accesses', { query }, token, server.url)).body;
      items.push(...page);
      if (page.length === 0 || items.length >= total) return items;
    }
  }

  /** Returns the first rows of an answer, as the search page shows them. */
  async function answered(input: string) {
    return (await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: { batch_size: 1000 } } }, token, server.url)).body;
  }

  const shownIn = (heading: readonly string[], items: readonly UnusedItem[], format: ReportFormat): string[][] =>
    items.map((item) => heading.map((title) => SHOWN[title]?.(item, format) ?? `no column ${title}`));
  const minutes = (lines: readonly string[][]): string[][] =>
    lines.map((line) => line.map((cell) => (/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(cell) ? cell.slice(0, 16) : cell)));

  const workbooks: Record<string, Buffer> = {};
  const pages = new Map<UnusedReportType, UnusedItem[]>();

  it('holds every row and number of each page of unused access, as xlsx and as CSV', async () => {
    expect(UNUSED_TYPES).toHaveLength(9);
    for (const type of UNUSED_TYPES) {
      const items = await itemsOf(type);
      pages.set(type, items);
      const xlsx = await fileOf(type, 'XLSX');
      workbooks[type] = xlsx.content;
      const [heading = [], ...lines] = linesOf(xlsx.content);
      expect([type, xlsx.rows, minutes(lines)]).toEqual([type, items.length, shownIn(heading, items, 'XLSX')]);
      const csv = await fileOf(type, 'CSV');
      const [csvHeading, ...csvLines] = linesOfCsv(csv.content.toString('utf8'));
      expect([type, csvHeading, csvLines]).toEqual([type, heading, shownIn(heading, items, 'CSV')]);
    }
    expect([...pages.values()].filter((items) => items.length > 0).length).toBeGreaterThan(6);
  }, 120_000);

  it('holds all rows of its query', async () => {
    for (const input of [ACCESS, EVENTS]) {
      const { result_table: rows, usage_table: events, has_next: more } = await answered(input);
      const { content, rows: count } = await fileOf('REPORT_TYPE_ACCESS', 'XLSX', { query: input });
      workbooks[input.replaceAll(' ', '_')] = content;
      const lines = linesOf(content).slice(1);
      const wanted =
        events && events.length > 0
          ? events.map((event) => [event.event_name, event.identity_name])
          : rows.map((row) => [row.identity, typeName(row.identity_type)]);
      expect(wanted.length).toBeGreaterThan(0);
      expect([input, lines.slice(0, wanted.length).map((line) => line.slice(0, 2))]).toEqual([input, wanted]);
      expect(lines).toHaveLength(count ?? -1);
      if (!more) expect(lines).toHaveLength(wanted.length);
    }
  }, 120_000);

  (hasOffice ? it : it.skip)(
    `opens in LibreOffice without repair, with the same values as its page${hasOffice ? '' : ' (skipped: soffice is not installed)'}`,
    async () => {
      const { suites } = (await api('GET /v1/intents/suites', {}, token, server.url)).body;
      const suite = suites.find(({ failing_tests: failing }) => failing > 0);
      const path = `${server.url}/v1/intents/complianceReport`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ suite_id: suite?.suite_id }) });
      workbooks.compliance = Buffer.from(await response.arrayBuffer());
      const sheets = readByOffice(workbooks);
      for (const [name, content] of Object.entries(workbooks)) {
        const { SheetNames } = read(content, { type: 'buffer', bookSheets: true });
        for (const sheet of SheetNames) {
          const shown = sheets.get(`${name}-${sheet}`);
          expect([name, sheet, shown && minutes(shown)]).toEqual([name, sheet, minutes(linesOf(content, sheet))]);
        }
      }
      for (const [type, items] of pages) {
        const [heading = [], ...lines] = sheets.get(`${type}-${linesSheet(workbooks[type])}`) ?? [];
        expect([type, minutes(lines)]).toEqual([type, shownIn(heading, items, 'XLSX')]);
      }
      const { rules } = (await api('GET /v1/intents/complianceRules', { query: { suite_id: suite?.suite_id ?? '' } }, token, server.url)).body;
      const [heading = [], ...lines] = sheets.get('compliance-Rules') ?? [];
      const at = (line: string[], title: string): string => line[heading.indexOf(title)] ?? '';
      expect(lines.map((line) => [at(line, 'Rule'), at(line, 'Failed'), at(line, 'Total')])).toEqual(
        rules.map((rule) => [rule.name, String(rule.failed_count), String(rule.total_count)]),
      );
    },
    180_000,
  );

  /** Returns the name of the sheet with the rows: the second one, after the summary. */
  function linesSheet(content: Buffer | undefined): string {
    return read(content, { type: 'buffer', bookSheets: true }).SheetNames[1] ?? '';
  }
}
