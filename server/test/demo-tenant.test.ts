import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { read } from 'xlsx';
import {
  REPORT_TYPE_LABELS,
  SECRET_MASK,
  typeName,
  type ReportFormat,
  type SourceProgress,
  type UnusedItem,
  type UnusedReportType,
} from '@cam/contracts';
import { Calendar } from '../src/demo/calendar';
import { faultsOf } from '../src/demo/faults/faults';
import { OKTA_ORG } from '../src/demo/okta/org';
import { Plan } from '../src/demo/plan';
import { SMALL_COMPANY } from '../src/demo/small-company';
import { Db } from '../src/db/database';
import { readTouchedKinds } from '../src/graph/store/read-touched-kinds';
import { snapshotDays } from '../src/graph/validity';
import { BUILT_INS } from '../src/guardrails/built-in/all-built-ins';
import { readAnswer, readRows } from '../src/query/answer';
import examples from '../src/query/examples.json';
import { KeptSets } from '../src/query/kept-sets';
import { mayDiffer } from '../src/query/may-differ';
import { parseQuery } from '../src/query/parser';
import { scopeOf } from '../src/query/query-scope';
import { subjectsOf } from '../src/query/subjects';
import { TenantCache } from '../src/query/tenant-cache';
import { viaCounts } from '../src/query/via-counts';
import { ended, rowsOf } from './support/bundle';
import { deepCounts, differences, shownCounts } from './support/inventory-counts';
import { api, type ApiResult } from './support/client';
import { hasOffice, linesOfCsv, readByOffice } from './support/office';
import { recounted } from './support/recounted';
import { download, linesOf, madeReport } from './support/reports';
import { answerByPairs, ByPairs } from './support/query-reference/answer-by-pairs';
import { OF_DAYS, OF_EVENTS, QUERIES } from './support/query-reference/queries';
import { readStoredGraph } from './support/query-reference/stored-graph';
import { BUNDLE, startServer, type ServerProcess } from './support/server-process.cjs';

/** How long the whole history may take to come in on a slow machine, ms. */
const LIMIT = 180_000;

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
/** Of the pull. */
const TODAY = new Date(Date.parse(YESTERDAY) + 86_400_000).toISOString().slice(0, 10);
const faults = Object.values(faultsOf(new Plan(SMALL_COMPANY, new Calendar(YESTERDAY, 0)))).flat();

let server: ServerProcess;
let token: string;

beforeAll(async () => {
  server = await startServer({ CAM_DEMO: 'on' });
  token = await tokenOf(server);
  await loaded();
}, LIMIT);
afterAll(() => server.stop());

async function tokenOf({ url, operatorKey }: ServerProcess): Promise<string> {
  const answer = await api(
    'POST /v1/operator/token',
    { body: { user: 'admin@demo.example' }, headers: { authorization: `Operator ${operatorKey}` } },
    undefined,
    url,
  );
  return answer.body.access_token;
}

const progressOf = (): Promise<ApiResult<{ sources: SourceProgress[] }>> => api('GET /v1/calendar/progress', {}, token, server.url);

/** Until its history is imported and its sources are pulled. */
async function loaded(): Promise<void> {
  while (!server.log().includes('the sources of the demo tenant are pulled')) await new Promise((resolve) => setTimeout(resolve, 250));
}

/** Until what was counted is of the last snapshot. */
async function counted(): Promise<void> {
  const isCounting = async (): Promise<boolean> => (await api('GET /beta/healthStatus', {}, token, server.url)).body.counting;
  while (await isCounting()) await new Promise((resolve) => setTimeout(resolve, 250));
}

it('is there after the first start, all of it, over three days: two are imported, the last one is pulled', async () => {
  const { sources } = (await progressOf()).body;
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter(({ current_phase_enum: phase }) => phase !== 'PHASE_DONE')).toEqual([]);
  expect(server.log().match(/a day of the demo tenant is imported/g)).toHaveLength(SMALL_COMPANY.days - 1);
  const clouds = ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] as const;
  for (const cloud_type of clouds) {
    const { account_list: accounts } = (await api('GET /beta/accounts/{cloud_type}', { path: { cloud_type } }, token, server.url)).body;
    expect(accounts.filter(({ last_snapshot_time: time, is_connected }) => !is_connected || (time ?? '').slice(0, 10) <= YESTERDAY)).toEqual([]);
  }
});

it('is pulled anew by whoever asks, from servers of this machine, and shows and logs none of its secrets', async () => {
  const path = { cloud_type: 'IDP_OKTA' as const };
  const okta = async () => (await api('GET /beta/accounts/{cloud_type}', { path }, token, server.url)).body.account_list[0];
  const before = await okta();
  const uid = before?.uid ?? '';
  expect((await api('PATCH /v1/calendar/onDemandRunFSM', { body: { uid } }, token, server.url)).body.started).toEqual([uid]);
  expect(await ended(token, uid, server.url)).toMatchObject({ current_phase_enum: 'PHASE_DONE', messages: [] });
  expect(Date.parse((await okta())?.last_snapshot_time ?? '')).toBeGreaterThan(Date.parse(before?.last_snapshot_time ?? ''));
  const { secret, googleKey } = JSON.parse(readFileSync(join(server.dataDir, 'demo-company.json'), 'utf8')) as Record<string, string>;
  const { account } = (await api('GET /beta/accounts', { query: { uid } }, token, server.url)).body;
  expect(account.okta_idp_info).toMatchObject({ token: SECRET_MASK });
  for (const text of [secret, googleKey?.split('\n')[3]]) expect(server.log()).not.toContain(text);
  // Whoever has other credentials is sent on to the provider, where there is no such org.
  const other = { org_url: `https://${OKTA_ORG}`, token: 'another' };
  const body = { cloud_type: 'IDP_OKTA' as const, okta_idp_info: other };
  expect((await api('POST /v1/policy-reader/test-connection', { body }, token, server.url)).error.code).toBe('ORG_URL');
});

it.each(faults.map(({ title, ...fault }) => [title, fault] as const))('hides: %s', async (_title, { query, finds }) => {
  const rows = await rowsOf(token, query, server.url);
  expect(rows.flatMap(({ identity, resource }) => [identity, resource])).toContain(finds);
});

describe('the inventory', () => {
  beforeAll(counted, LIMIT);

  it(
    'shows no number in its lists that the query behind it does not answer with',
    async () => {
      const counts = await shownCounts(token, server.url);
      expect(counts.length).toBeGreaterThan(200);
      expect(await differences(token, server.url, counts)).toEqual([]);
    },
    LIMIT,
  );

  it(
    'counts what is unused, what is reached and what is used as queries do',
    async () => expect(await differences(token, server.url, await deepCounts(token, server.url))).toEqual([]),
    LIMIT,
  );

  it(
    'counts what the language has no question for as the lists behind it do',
    async () => {
      const counts = await recounted(token, server.url);
      expect(counts.length).toBeGreaterThan(150);
      expect(counts.filter(({ shown, counted: n }) => shown !== n)).toEqual([]);
    },
    LIMIT,
  );
});

describe('compliance', () => {
  const rulesOf = async () => (await api('GET /v1/intents/rules', {}, token, server.url)).body;
  const ruleOf = async (rule_id: string) => (await api('GET /v1/intents/rule', { query: { rule_id } }, token, server.url)).body;
  const trendOf = async (query: { suite_id?: string; rule_id?: string }) =>
    (await api('GET /v1/intents/complianceTrend', { query }, token, server.url)).body.points;
  /** Behind each import, and behind the count of the inventory, the rules are counted; then the days before. */
  beforeAll(async () => {
    while ((await trendOf({})).length < SMALL_COMPANY.days) await new Promise((resolve) => setTimeout(resolve, 250));
  }, LIMIT);

  it(
    'shows no number that its rules, their objects and the searches behind them do not have',
    async () => {
      const { rules } = await rulesOf();
      const byRegion = new Map<string, number>();
      for (const { id, query, failed_count: failed, passed_count: passed, total_count: total } of rules) {
        const { failed_objects: objects } = await ruleOf(id);
        for (const { region } of objects) {
          const code = region === '-' ? '' : region;
          byRegion.set(code, (byRegion.get(code) ?? 0) + 1);
        }
        // One page of a search is enough for most: of those with more the page has nobody else.
        const body = { input: query, session_props: { batch_size: 1000 } };
        const answer = query === '' ? null : (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, server.url)).body;
        const found = new Set((answer?.result_table ?? []).map((row) => row.identity_uri || row.resource_uri));
        const uris = objects.map(({ object_uri: uri }) => uri);
        expect([id, objects.length, failed + passed]).toEqual([id, failed, total]);
        expect([id, [...found].filter((uri) => !uris.includes(uri))]).toEqual([id, []]);
        if (answer?.has_next !== true) expect([id, found.size]).toEqual([id, failed]);
      }
      const { counts } = (await api('GET /v1/intents/failedCountsByRegion', {}, token, server.url)).body;
      expect(new Map(counts.map(({ region_info, count }) => [region_info.code, count]))).toEqual(byRegion);
      // Every cloud has something that fails and something that passes.
      const ofCloud = (cloud: string): unknown[] =>
        rules.filter(({ query }) => query.includes(`cloudtype ${cloud}`)).map(({ failed_count: n }) => n > 0);
      for (const cloud of ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']) expect(ofCloud(cloud)).toEqual(expect.arrayContaining([true, false]));
    },
    LIMIT,
  );

  it(
    'counts each suite as its rules, its trend and its report do',
    async () => {
      const { suites, ...all } = (await api('GET /v1/intents/suites', {}, token, server.url)).body;
      const { rules, ...totals } = await rulesOf();
      expect(all).toEqual(totals);
      const known = new Map(rules.map((rule) => [rule.id, rule]));
      expect((await trendOf({})).at(-1)).toMatchObject({ day: TODAY, failing_tests: all.failing_tests, passing_tests: all.passing_tests });
      for (const { suite_id, suite, failing_tests, passing_tests } of suites) {
        const own = (await api('GET /v1/intents/complianceRules', { query: { suite_id } }, token, server.url)).body;
        for (const rule of own.rules) expect(known.get(rule.id)).toEqual(rule);
        expect([own.suite, own.failing_tests, own.passing_tests]).toEqual([suite, failing_tests, passing_tests]);
        expect((await trendOf({ suite_id })).at(-1)).toMatchObject({ failing_tests, passing_tests });
        const response = await fetch(`${server.url}/v1/intents/complianceReport`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ suite_id }),
        });
        const report = Buffer.from(await response.arrayBuffer());
        expect(Object.fromEntries(linesOf(report, 'Summary'))).toMatchObject({ Failing: String(failing_tests), Passing: String(passing_tests) });
        const [, ...lines] = linesOf(report, 'Rules');
        expect(lines.map((line) => [line[1], line[4], line[5], line[7]])).toEqual(
          own.rules.map((rule) => [rule.name, String(rule.failed_count), String(rule.passed_count), String(rule.total_count)]),
        );
        const objects = own.rules.reduce((sum, rule) => sum + rule.failed_count + rule.dismissed_count, 0);
        expect([suite_id, linesOf(report, 'Failed objects').length - 1]).toEqual([suite_id, objects]);
      }
    },
    LIMIT,
  );
});

it('refuses days before those that it has, bundle by bundle', () => {
  const args = ['scripts/cam.mjs', 'demo', 'load', '--end', '2020-01-01', '--days', '2', '--json'];
  const loaded = spawnSync(process.execPath, args, {
    cwd: join(__dirname, '../..'),
    env: { ...process.env, CAM_DATA: server.dataDir },
    encoding: 'utf8',
  });
  expect(loaded.status).toBe(1);
  const { imported } = JSON.parse(loaded.stdout) as { imported: { refused: string }[] };
  expect(imported).toHaveLength(34);
  expect(imported[0]?.refused).toContain('Import older bundles first');
});

/** What is asked of every cloud and directory, and through which kinds of steps its explanations lead. */
const WAYS: readonly [question: string, steps: readonly string[]][] = [
  ['role with-attribute cloudtype AWS with-access object_store', ['POLICY']],
  ['federated_user with-attribute cloudtype IDP_OKTA with-access object_store with-attribute cloudtype AWS', ['FEDERATED_GROUP', 'ROLE', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype AWS', ['ROLE', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access object_store with-attribute cloudtype AZURE', ['GROUP', 'POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype GCP', ['POLICY']],
  ['service_account with-attribute cloudtype GCP with-access any with-attribute cloudtype GCP', ['POLICY']],
  ['user with-attribute cloudtype IDP_AZURE_AD with-access any with-attribute cloudtype IDP_AZURE_AD', ['POLICY']],
  ['federated_user with-attribute cloudtype IDP_OKTA with-access any with-attribute cloudtype IDP_OKTA', ['POLICY']],
  ['public_node with-access any', ['POLICY']],
  ['ext_account with-access any', ['POLICY']],
  ['serverless_compute|instance with-access any', ['POLICY']],
];

describe('an explanation', () => {
  it.each(WAYS)('of %s tells of each hop, the statements that decide, and their conditions', async (question, steps) => {
    const body = { input: question, session_props: { batch_size: 15 } };
    const { result_table: rows } = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, server.url)).body;
    expect(rows.length).toBeGreaterThan(0);
    const seen = new Set<string>();
    for (const { identity, identity_uri, resource, resource_uri, actions_str } of rows) {
      const { body: told } = await api('GET /v1/graph-querymgr/explain', { query: { identity_uri, resource_uri } }, token, server.url);
      expect(told).toMatchObject({ identity: { uri: identity_uri, name: identity }, resource: { uri: resource_uri, name: resource }, actions_str });
      const giving = told.paths.filter((path) => path.actions_str !== '---');
      expect(giving.length).toBeGreaterThan(0);
      for (const path of giving) {
        expect(path.hops[0]).toMatchObject({ uri: identity_uri });
        expect(path.hops.at(-1)).toMatchObject({ uri: resource_uri, relation: 'reaches' });
        for (const hop of path.hops.slice(1)) expect([hop.name, hop.relation, hop.type].filter((text) => text === '')).toEqual([]);
        path.hops.forEach(({ type }) => seen.add(type));
        expect(path.sentence).toMatch(/^.* (?:may|administer|read|change).*\.$/);
        expect(path.privileges.length).toBeGreaterThan(0);
        expect(path.grants.length).toBeGreaterThan(0);
        for (const { effect, words, document, statement, policy_name } of path.grants) {
          expect([effect, words.endsWith('.'), policy_name !== '']).toEqual(['Allow', true, true]);
          expect(JSON.parse(document)).toBeTruthy();
          expect(statement).toBeTruthy();
        }
        expect(path.conditional).toBe(path.actions_str.endsWith('C'));
        if (path.conditional) expect([...path.hops, ...path.grants, ...path.limits].flatMap(({ conditions }) => conditions)).not.toEqual([]);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining([...steps]));
  });

  it('is printed on the command line in the same words', async () => {
    const body = { input: 'role with-attribute cloudtype AWS with-access object_store', session_props: { batch_size: 1 } };
    const [row] = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, token, server.url)).body.result_table;
    const pair = { identity_uri: row?.identity_uri ?? '', resource_uri: row?.resource_uri ?? '' };
    const { body: told } = await api('GET /v1/graph-querymgr/explain', { query: pair }, token, server.url);
    const args = ['scripts/cam.mjs', 'explain', '--identity', pair.identity_uri, '--resource', pair.resource_uri, '--as-of', YESTERDAY];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: join(__dirname, '../..'),
      env: { ...process.env, CAM_DATA: server.dataDir },
      encoding: 'utf8',
    });
    for (const text of [told.paths[0]?.sentence, told.paths[0]?.grants[0]?.words]) expect(stdout).toContain(text);
  }, 30_000);
});

describe('a report', () => {
  beforeAll(counted, LIMIT);

  const UNUSED_TYPES = (Object.keys(REPORT_TYPE_LABELS) as UnusedReportType[]).filter((type) => type.startsWith('REPORT_TYPE_UNUSED_'));
  const ACCESS = 'user with-access object_store';
  const EVENTS = 'user with-usage < 30';

  /** What a page shows in a column, by its heading in the report; of CSV by the rules of CSV. */
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

  /** Every row of a page of unused access. */
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

  /** The first rows of an answer, as the page of the search has them. */
  async function answered(input: string) {
    return (await api('POST /v1/graph-querymgr/autocomplete-user', { body: { input, session_props: { batch_size: 1000 } } }, token, server.url)).body;
  }

  const shownIn = (heading: readonly string[], items: readonly UnusedItem[], format: ReportFormat): string[][] =>
    items.map((item) => heading.map((title) => SHOWN[title]?.(item, format) ?? `no column ${title}`));
  const minutes = (lines: readonly string[][]): string[][] =>
    lines.map((line) => line.map((cell) => (/^\d{4}-\d\d-\d\d \d\d:\d\d/.test(cell) ? cell.slice(0, 16) : cell)));

  const workbooks: Record<string, Buffer> = {};
  const pages = new Map<UnusedReportType, UnusedItem[]>();

  it('of each view of unused access holds every row and number that its page shows, as xlsx and as CSV', async () => {
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

  it('of a query holds what the query answers', async () => {
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
    `opens in LibreOffice without repair, and holds there what its page shows${hasOffice ? '' : ' (skipped: soffice is not on this machine)'}`,
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

  /** The sheet that has the rows: the one behind what the report is of. */
  function linesSheet(content: Buffer | undefined): string {
    return read(content, { type: 'buffer', bookSheets: true }).SheetNames[1] ?? '';
  }
});

/** Rows of each answer that are held against the reference. */
const COMPARED = 100;

/** Rows of a page that somebody looks at. */
const PAGE = 20;

/** Of these it is suggested what ways may lead through, with how many of them do. */
const OF_WAYS = [
  'user with-access object_store',
  'any with-access any for admin',
  'user with-attribute mfa false with-access keystore with-attribute cloudtype AWS',
  'federated_user with-access any for write',
];

it('answers every question as looking at every pair does', async () => {
  await server.stop({ keepData: true });
  const db = await Db.embedded(join(server.dataDir, 'db'), pathToFileURL(join(BUNDLE, 'pglite-worker.js')));
  const middle = new Date(Date.parse(YESTERDAY) - 86_400_000).toISOString().slice(0, 10);
  const asked = [...examples.map(({ query }) => query), ...QUERIES, ...OF_DAYS.map((query) => query.replace('DAY', middle))];
  try {
    await db.tenant('demo', async (tx) => {
      const graph = await readStoredGraph(tx, 'demo');
      const asker = { tenantId: 'demo', accountId: null, accounts: graph.accounts };
      const scopeAndQuery = async (input: string) => {
        const { query } = parseQuery(input);
        if (!query) throw new Error(`not a query: ${input}`);
        return { query, scope: await scopeOf(tx, asker, query) };
      };
      for (const input of asked) {
        const { query, scope } = await scopeAndQuery(input);
        const { rows } = await readRows(tx, scope, query, { limit: COMPARED, after: null });
        const got = new Set(
          rows.map((row) =>
            words(row.identity_uri, row.resource_uri, row.actions_str, row.change, row.change === 'CHANGED' ? row.actions_before : ''),
          ),
        );
        // Of a full page its own identities tell whether its rows are right.
        const shown = rows.length < COMPARED ? null : new Set(rows.map(({ identity_uri: identity, resource_uri: resource }) => identity || resource));
        const wanted = new Set(answerByPairs(graph, query, scope.now, shown).map((row) => words(row)));
        expect([input, [...got].filter((row) => !wanted.has(row))]).toEqual([input, []]);
        // The same entity may stand in several sources: then its rows are more than its pairs.
        expect([input, got.size]).toEqual([input, rows.length < COMPARED ? wanted.size : got.size]);
        // Small pages are found in other ways, and by what is kept from one to the next: they are the same rows.
        const kept = new KeptSets(new TenantCache({ subscribe: () => () => undefined }), scope);
        const first = await readRows(tx, { ...scope, kept }, query, { limit: PAGE, after: null });
        const second = first.next && (await readRows(tx, { ...scope, kept }, query, { limit: PAGE, after: first.next }));
        expect([input, [...first.rows, ...(second?.rows ?? [])]]).toEqual([input, rows.slice(0, 2 * PAGE)]);
      }
      // From day to day no answer is another that is said to stand.
      const [newest, ...older] = await snapshotDays(tx, 'demo', SMALL_COMPANY.days);
      for (const { day, snapshotId } of older) {
        const touched = await readTouchedKinds(tx, 'demo', { since: snapshotId, until: newest?.snapshotId ?? 0 });
        for (const input of [...asked, ...BUILT_INS.map((guardrail) => guardrail.query)]) {
          const { query, scope } = await scopeAndQuery(input);
          if (touched === null || mayDiffer(query, touched)) continue;
          const rowsAt = async (at: number | null) =>
            (await readRows(tx, { ...scope, snapshotId: at }, query, { limit: COMPARED, after: null })).rows;
          expect([day, input, await rowsAt(snapshotId)]).toEqual([day, input, await rowsAt(null)]);
        }
      }
      for (const input of OF_WAYS) {
        const { query, scope } = await scopeAndQuery(input);
        if (query.expression.kind !== 'statement') throw new Error('one question each');
        const counts = await viaCounts(tx, scope, query.expression);
        for (const type of ['group', 'federated_group', 'role', 'policy']) {
          const { query: through } = await scopeAndQuery(`${input} via ${type}`);
          expect([input, type, counts.get(type) ?? 0]).toEqual([input, type, (await subjectsOf(tx, scope, through.expression)).length]);
        }
      }
      // Everybody is compared, bit by bit: whoever does not wait gets the beginning, and is told.
      const { query: broad, scope: wide } = await scopeAndQuery(`user with-access object_store with-usage < 90 changed-since ${middle}`);
      const whole = await readRows(tx, wide, broad, { limit: 1000, after: null });
      const begun = await readRows(tx, wide, broad, { limit: 1000, after: null, patience: 0 });
      expect([whole.isCut, begun.isCut, begun.next]).toEqual([false, true, null]);
      expect(begun.rows).toEqual(whole.rows.slice(0, begun.rows.length));
      for (const input of OF_EVENTS) {
        const { query, scope } = await scopeAndQuery(input);
        const { events } = await readAnswer(tx, scope, query, { limit: COMPARED, after: null });
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
}, 240_000);

function words(...parts: (string | undefined)[]): string {
  return parts.join(' ').trim().replace(/ +/g, ' ');
}
