import type { Api } from '@cam/contracts';
import { allow, COMPANY, dump, policyDocument, user } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, serverUrl, tokenFor, type TestTenant } from './support/client';
import { linesOf } from './support/reports';

const SUITE = 'aws-identity-least-privilege';
const RULE = 'aws-iam-user-admin';

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
});

type RuleQuery = Partial<Api['GET /v1/intents/rule']['query']>;
const ruleOf = async (query: RuleQuery = {}, token = tenant.token) =>
  (await api('GET /v1/intents/rule', { query: { rule_id: RULE, ...query } }, token)).body;
const act = (what: 'dismiss' | 'keep' | 'remediate', items: string[], token: string | undefined = tenant.token) =>
  api(`PATCH /v1/intents/${what}Alert`, { body: { monitor_id: RULE, items } }, token);

it('counts each rule as its failed objects and its query say, and each suite as its rules', async () => {
  const { suites, ...totals } = (await api('GET /v1/intents/suites', {}, tenant.token)).body;
  expect(suites).toHaveLength(10);
  expect(totals.total_tests + totals.not_judged_tests).toBeGreaterThanOrEqual(150);
  for (const { suite_id, ...suite } of suites) {
    const { rules, ...own } = (await api('GET /v1/intents/complianceRules', { query: { suite_id } }, tenant.token)).body;
    const judged = rules.filter(({ manual, total_count: total }) => !manual && total > 0);
    const failing = judged.filter(({ failed_count: failed }) => failed > 0).length;
    const counts = {
      total_tests: judged.length,
      failing_tests: failing,
      passing_tests: judged.length - failing,
      not_judged_tests: rules.length - judged.length,
    };
    expect([suite, own]).toMatchObject([counts, counts]);
    for (const rule of rules) expect(rule.failed_count + rule.passed_count + rule.dismissed_count).toBe(rule.total_count);
  }
  const { rule_details: rule, failed_objects: failed } = await ruleOf();
  const body = { input: rule.query, session_props: { batch_size: 1000 } };
  const { result_table: rows } = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, tenant.token)).body;
  expect(failed.map((object) => object.object_uri).sort()).toEqual([...new Set(rows.map((row) => row.identity_uri))].sort());
  expect([failed.length, rule.failed_count]).toEqual([rule.failed_count, failed.length]);
  expect(failed.length).toBeGreaterThan(0);
  expect((await api('GET /v1/intents/complianceRules', { query: { suite_id: 'nope' } }, tenant.token)).status).toBe(404);
});

it('dismisses and keeps failed objects, and waits for the next snapshot of what is remediated', async () => {
  const [object] = (await ruleOf()).failed_objects;
  const uri = object?.object_uri ?? '';
  const counts = async () => {
    const { failed_count, dismissed_count } = (await ruleOf()).rule_details;
    return [failed_count, dismissed_count];
  };
  const [before = 0] = await counts();
  expect((await act('dismiss', [uri])).status).toBe(200);
  expect(await counts()).toEqual([before - 1, 1]);
  expect((await ruleOf()).failed_objects.map((one) => one.object_uri)).not.toContain(uri);
  const dismissed = (await ruleOf({ show_dismissed: true })).failed_objects.find((one) => one.object_uri === uri);
  expect(dismissed).toMatchObject({ status: 'DISMISSED', status_changed_by: tenant.adminEmail });
  await act('keep', [uri]);
  expect(await counts()).toEqual([before, 0]);

  await act('remediate', [uri]);
  expect((await ruleOf()).failed_objects.find((one) => one.object_uri === uri)?.status).toBe('REMEDIATED');
  expect((await ruleOf({ show_open_only: true })).failed_objects.map((one) => one.object_uri)).not.toContain(uri);
  expect(await counts()).toEqual([before, 0]);
  const more = user('zoe', { inline: { all: policyDocument(allow('*')) } });
  await importAccount(tenant.token, dump({ ...COMPANY, users: [...(COMPANY.users ?? []), more] }), { name: 'Production' });
  expect((await ruleOf()).failed_objects.find((one) => one.object_uri === uri)?.status).toBe('OPEN');
  expect(await counts()).toEqual([before + 1, 0]);
});

it('knows what fails in a region and of an object', async () => {
  const [object] = (await ruleOf()).failed_objects;
  const where = async (query: { region?: string; object_uri?: string }) => (await api('GET /v1/intents/rules', { query }, tenant.token)).body;
  const ofObject = await where({ object_uri: object?.object_uri });
  expect(ofObject.rules.map(({ id }) => id)).toContain(RULE);
  for (const rule of ofObject.rules) expect(rule.failed_count).toBe(1);
  expect((await where({ region: 'Global' })).rules.map(({ id }) => id)).toContain(RULE);
  expect((await where({ region: 'mars-1' })).rules).toEqual([]);
  expect((await where({})).rules.length).toBeGreaterThanOrEqual(150);
  expect((await ruleOf({ region: 'mars-1' })).failed_objects).toEqual([]);
  const all = (await where({})).rules.reduce((sum, { failed_count: failed }) => sum + failed, 0);
  const counted = async () => {
    const { counts } = (await api('GET /v1/intents/failedCountsByRegion', {}, tenant.token)).body;
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  // They are counted behind the snapshot.
  while ((await counted()) !== all) await new Promise((resolve) => setTimeout(resolve, 100));
});

it('is an xlsx with a summary, the rules as the page has them, and every failed object', async () => {
  const response = await fetch(`${serverUrl}/v1/intents/complianceReport`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ suite_id: SUITE }),
  });
  expect(response.headers.get('content-disposition')).toMatch(/filename="report \d{4}-\d\d-\d\d\.xlsx"/);
  const content = Buffer.from(await response.arrayBuffer());
  const { rules, ...totals } = (await api('GET /v1/intents/complianceRules', { query: { suite_id: SUITE } }, tenant.token)).body;
  expect(Object.fromEntries(linesOf(content, 'Summary'))).toMatchObject({
    Failing: String(totals.failing_tests),
    Passing: String(totals.passing_tests),
  });
  const [, ...lines] = linesOf(content, 'Rules');
  expect(lines.map((line) => [line[1], line[4], line[5]])).toEqual(
    rules.map((rule) => [rule.name, String(rule.failed_count), String(rule.passed_count)]),
  );
  const objects = linesOf(content, 'Failed objects').length - 1;
  expect(objects).toBe(rules.reduce((sum, rule) => sum + rule.failed_count + rule.dismissed_count, 0));
});

it('is for whoever may, of the own tenant alone', async () => {
  const uri = (await ruleOf()).failed_objects[0]?.object_uri ?? '';
  const blind = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] });
  const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read', 'cam:guardrail:read'] });
  const report = (token?: string) => api('POST /v1/intents/complianceReport', { body: { suite_id: SUITE } }, token);
  const rules = (token?: string) => api('GET /v1/intents/rules', {}, token);
  for (const call of [report, rules])
    expect([(await call(blind)).status, (await call()).status, (await call(reader)).status]).toEqual([403, 401, 200]);
  expect([
    (await act('dismiss', [uri], reader)).status,
    (await act('dismiss', [uri], other.token)).status,
    (await act('dismiss', [uri], '')).status,
  ]).toEqual([403, 404, 401]);
  expect((await ruleOf({}, other.token)).failed_objects).toEqual([]);
  expect((await act('dismiss', [uri, 'nothing'])).status).toBe(404);
  expect((await ruleOf()).rule_details.dismissed_count).toBe(0);
});
