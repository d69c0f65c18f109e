import { SMALL_COMPANY } from '../../demo/small-company';
import { api } from '../support/client';
import { linesOf } from '../support/reports';
import { until } from '../support/until';
import { COMES, LIMIT, server, TODAY, token } from './tenant';

/** Defines the tests of compliance counts. */
export function casesOfCompliance(): void {
  const rulesOf = async () => (await api('GET /v1/intents/rules', {}, token, server.url)).body;
  const ruleOf = async (rule_id: string) => (await api('GET /v1/intents/rule', { query: { rule_id } }, token, server.url)).body;
  const trendOf = async (query: { suite_id?: string; rule_id?: string }) =>
    (await api('GET /v1/intents/complianceTrend', { query }, token, server.url)).body.points;
  /** Rules are counted after each import and after the inventory, and then for the days before. */
  beforeAll(async () => {
    await until('each day is counted', async () => (await trendOf({})).length >= SMALL_COMPANY.days, COMES);
  }, LIMIT);

  it(
    "reports counts that equal each rule's failed objects and its query's rows",
    async () => {
      const { rules } = await rulesOf();
      const byRegion = new Map<string, number>();
      for (const { id, query, failed_count: failed, passed_count: passed, total_count: total } of rules) {
        const { failed_objects: objects } = await ruleOf(id);
        for (const { region } of objects) {
          const code = region === '-' ? '' : region;
          byRegion.set(code, (byRegion.get(code) ?? 0) + 1);
        }
        // One page of a search is enough for most rules. A longer answer has no one on its first page who does not fail.
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
      // Every cloud has failing and passing rules.
      const ofCloud = (cloud: string): unknown[] =>
        rules.filter(({ query }) => query.includes(`cloudtype ${cloud}`)).map(({ failed_count: n }) => n > 0);
      for (const cloud of ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA']) expect(ofCloud(cloud)).toEqual(expect.arrayContaining([true, false]));
    },
    LIMIT,
  );

  it(
    'reports the same counts for a suite, its rules, its trend and its report',
    async () => {
      const { suites, ...all } = (await api('GET /v1/intents/suites', {}, token, server.url)).body;
      const { rules, ...totals } = await rulesOf();
      expect(all).toEqual(totals);
      const known = new Map(rules.map((rule) => [rule.id, rule]));
      const latest = (await trendOf({})).at(-1);
      expect(latest).toMatchObject({ failing_tests: all.failing_tests, passing_tests: all.passing_tests });
      // The demo was made on the first of these days, and midnight may have passed since.
      expect([TODAY, new Date().toISOString().slice(0, 10)]).toContain(latest?.day);
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
        const [heading = [], ...lines] = linesOf(report, 'Rules');
        const columns = ['Rule', 'Failed', 'Passed', 'Total'].map((title) => heading.indexOf(title));
        expect(lines.map((line) => columns.map((column) => line[column]))).toEqual(
          own.rules.map((rule) => [rule.name, String(rule.failed_count), String(rule.passed_count), String(rule.total_count)]),
        );
        const objects = own.rules.reduce((sum, rule) => sum + rule.failed_count + rule.dismissed_count, 0);
        expect([suite_id, linesOf(report, 'Failed objects').length - 1]).toEqual([suite_id, objects]);
      }
    },
    LIMIT,
  );
}
