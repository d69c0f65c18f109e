import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PARTIAL_RESULTS_MESSAGES, type Api, type CloudType } from '@cam/contracts';
import { isJudged } from '../src/areas/compliance/rules/rule';
import { RULES } from '../src/areas/compliance/rules/suites';
import { ACCOUNT, allow, COMPANY, dump, policyDocument, user } from './support/aws-account';
import { importAccount, rowsOf, zipOf } from './support/bundle';
import { AWS_FILES, NAMED, SECOND, SECOND_FILES } from './support/compliance-company/aws';
import { AZURE_FILES, SUBSCRIPTION } from './support/compliance-company/azure';
import { CASES, type RuleCase } from './support/compliance-company/cases';
import { ENTRA_FILES, OKTA_FILES } from './support/compliance-company/directories';
import { GCP_FILES, PROJECT, SECOND_PROJECT, SECOND_PROJECT_FILES } from './support/compliance-company/gcp';
import { api, createTenant, serverUrl, tokenFor, type TestTenant } from './support/client';
import { DIRECTORY } from './support/entra-directory';
import { ORG } from './support/okta-org';
import { counted } from './support/inventory-counts';
import { linesOf } from './support/reports';
import { until } from './support/until';

const PUBLIC_DATA = join(__dirname, '../../../shared/data');
const LAB = join(PUBLIC_DATA, 'cloudsplaining/example.json');
const LAB_ACCOUNT = '200611803367';

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

async function reportOf(suite_id: string): Promise<{ content: Buffer; partial: string | null }> {
  const response = await fetch(`${serverUrl}/v1/intents/complianceReport`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ suite_id }),
  });
  expect(response.headers.get('content-disposition')).toMatch(/filename="report \d{4}-\d\d-\d\d\.xlsx"/);
  return { content: Buffer.from(await response.arrayBuffer()), partial: response.headers.get('x-sp-partial-results') };
}

/** Returns the report's line for an object that fails the rule, by column. */
async function inReport(uri: string): Promise<Record<string, string>> {
  const { name } = (await ruleOf()).rule_details;
  const [heading = [], ...lines] = linesOf((await reportOf(SUITE)).content, 'Failed objects');
  const rows = lines.map((cells): Record<string, string> => Object.fromEntries(heading.map((title, index) => [title, cells[index] ?? ''])));
  return rows.find(({ Rule: rule, URI: object }) => rule === name && object === uri) ?? {};
}

/** Returns a time as cells show it. */
const minute = (at: string | null | undefined): string => (at ?? '').slice(0, 16).replace('T', ' ');

it("a rule's counts equal its failed objects and its query's rows, and a suite's counts its rules", async () => {
  const { suites, ...totals } = (await api('GET /v1/intents/suites', {}, tenant.token)).body;
  expect(suites).toHaveLength(13);
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

it('the page and the report show each framework control with the results of its rules', async () => {
  const { rules, controls, framework } = (await api('GET /v1/intents/complianceRules', { query: { suite_id: 'pci-dss' } }, tenant.token)).body;
  expect(framework).toBe('PCI DSS 4.0');
  expect(new Set(controls.flatMap(({ rule_ids: ids }) => ids))).toEqual(new Set(rules.map(({ id }) => id)));
  for (const { control, rule_ids: ids, ...totals } of controls) {
    const own = rules.filter(({ id }) => ids.includes(id));
    expect(own.every((rule) => rule.controls.some((one) => one.framework === framework && one.control === control))).toBe(true);
    const judged = own.filter(({ manual, total_count: total }) => !manual && total > 0);
    const failing = judged.filter(({ failed_count: failed }) => failed > 0).length;
    expect(totals).toMatchObject({ total_tests: judged.length, failing_tests: failing, not_judged_tests: own.length - judged.length });
  }
  expect(controls.find(({ control }) => control === '7.2.2')?.failing_tests).toBeGreaterThan(0);
  const [, ...lines] = linesOf((await reportOf('pci-dss')).content, 'Controls');
  const byName = new Map(rules.map((rule) => [rule.id, rule.name]));
  expect(lines.map(([control, , rule = '']) => [control, rule])).toEqual(
    controls.flatMap(({ control, rule_ids: ids }) => (ids.length === 0 ? [[control, '']] : ids.map((id) => [control, byName.get(id)]))),
  );
  // A control about access without a rule says so, and names the evidence to keep.
  const open = controls.find(({ control }) => control === '8.3.6');
  expect(open).toMatchObject({ manual: true, rule_ids: [], total_tests: 0, evidence: expect.stringContaining('password policy') });
  const [, , , , state, , , evidence] = lines.find(([control]) => control === '8.3.6') ?? [];
  expect([state, evidence]).toEqual(['Needs manual evidence', open?.evidence]);
  expect(controls.find(({ control }) => control === '7.2.2')).toMatchObject({ manual: false, evidence: '' });
  // The product's own suites have no controls.
  const own = (await api('GET /v1/intents/complianceRules', { query: { suite_id: SUITE } }, tenant.token)).body;
  expect([own.framework, own.controls]).toEqual(['', []]);
});

it('failed objects can be dismissed, kept and remediated, and the next snapshot checks a remediation', async () => {
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
  const { 'Account ID': account, Status: status, ...changed } = await inReport(uri);
  expect([account, status]).toEqual([ACCOUNT, 'Dismissed']);
  expect(changed).toMatchObject({
    'Status changed by': tenant.adminEmail,
    'Status changed (UTC)': minute(dismissed?.status_changed_at),
  });
  await act('keep', [uri]);
  expect(await counts()).toEqual([before, 0]);

  await act('remediate', [uri]);
  expect((await ruleOf()).failed_objects.find((one) => one.object_uri === uri)?.status).toBe('REMEDIATED');
  expect((await ruleOf({ show_open_only: true })).failed_objects.map((one) => one.object_uri)).not.toContain(uri);
  expect(await counts()).toEqual([before, 0]);
  const { entries } = (await api('GET /v1/tenants/audit', { query: { search: 'Alert' } }, tenant.token)).body;
  const statusOf = (alerts: unknown) => (alerts as { status: string }[]).map(({ status }) => status);
  expect(entries.map((entry) => [entry.subject, statusOf(entry.before), statusOf(entry.after)])).toEqual([
    [object?.object_name, ['OPEN'], ['REMEDIATED']],
    [object?.object_name, ['DISMISSED'], ['OPEN']],
    [object?.object_name, ['OPEN'], ['DISMISSED']],
  ]);
  const more = user('zoe', { inline: { all: policyDocument(allow('*')) } });
  await importAccount(tenant.token, dump({ ...COMPANY, users: [...(COMPANY.users ?? []), more] }), { name: 'Production' });
  expect((await ruleOf()).failed_objects.find((one) => one.object_uri === uri)?.status).toBe('OPEN');
  expect(await counts()).toEqual([before + 1, 0]);
});

it("the trend stores each day's results, and a failed object the time since when it fails", async () => {
  // They are counted behind the snapshot.
  const trend = async (query: { rule_id?: string; suite_id?: string } = {}, token = tenant.token) =>
    (await api('GET /v1/intents/complianceTrend', { query }, token)).body.points;
  const { rule_details: now } = await ruleOf();
  const { failed_count, dismissed_count, passed_count } = now;
  const latestPoint = async () => (await trend({ rule_id: RULE })).at(-1);
  await until("the day's count equals the rule's count", async () => (await latestPoint())?.failed_count === failed_count);
  const today = new Date().toISOString().slice(0, 10);
  expect(await trend({ rule_id: RULE })).toEqual([{ day: today, failed_count, dismissed_count, passed_count, failing_tests: 1, passing_tests: 0 }]);
  const { failing_tests, passing_tests } = (await api('GET /v1/intents/complianceRules', { query: { suite_id: SUITE } }, tenant.token)).body;
  expect((await trend({ suite_id: SUITE })).at(-1)).toMatchObject({ failing_tests, passing_tests });
  const counts = (await api('GET /v1/intents/suites', {}, tenant.token)).body;
  expect((await trend()).at(-1)).toMatchObject({ failing_tests: counts.failing_tests, passing_tests: counts.passing_tests });

  // Zoe came with the second snapshot and failed last.
  const { rule_details: rule, failed_objects: failed } = await ruleOf();
  const since = Object.fromEntries(failed.map((object) => [object.object_name, object.failing_since ?? '']));
  expect((since.zoe ?? '') > (since.ada ?? '')).toBe(true);
  expect(rule.last_alert_date).toBe(since.zoe);
  const zoe = failed.find((object) => object.object_name === 'zoe');
  expect(await inReport(zoe?.object_uri ?? '')).toMatchObject({ Status: 'Open', 'Failing since (UTC)': minute(since.zoe) });
  expect(await trend({}, other.token)).toEqual([]);
  expect((await api('GET /v1/intents/complianceTrend', { query: { suite_id: 'nope' } }, tenant.token)).status).toBe(404);
});

it('a failure that ended and came back is dated by the snapshot with which it came back', async () => {
  const zoe = async () => (await ruleOf()).failed_objects.find((object) => object.object_name === 'zoe')?.failing_since ?? '';
  const first = await zoe();
  const { failed_count: failing } = (await ruleOf()).rule_details;
  const countedAs = (count: number) =>
    until(`the day's count is ${count}`, async () => {
      const { points } = (await api('GET /v1/intents/complianceTrend', { query: { rule_id: RULE } }, tenant.token)).body;
      return points.at(-1)?.failed_count === count;
    });
  await importAccount(tenant.token, dump(COMPANY), { name: 'Production' });
  await countedAs(failing - 1);
  expect(await zoe()).toBe('');
  const again = user('zoe', { inline: { all: policyDocument(allow('*')) } });
  await importAccount(tenant.token, dump({ ...COMPANY, users: [...(COMPANY.users ?? []), again] }), { name: 'Production' });
  await countedAs(failing);
  expect((await zoe()) > first).toBe(true);
});

it('rules can be filtered to the failures of a region or of an object', async () => {
  const [object] = (await ruleOf()).failed_objects;
  const where = async (query: { region?: string; object_uri?: string }) => (await api('GET /v1/intents/rules', { query }, tenant.token)).body;
  const ofObject = await where({ object_uri: object?.object_uri });
  expect(ofObject.rules.map(({ id }) => id)).toContain(RULE);
  for (const rule of ofObject.rules) expect(rule.failed_count).toBe(1);
  expect((await where({ region: 'Global' })).rules.map(({ id }) => id)).toContain(RULE);
  expect((await where({ region: 'mars-1,Global' })).rules.map(({ id }) => id)).toContain(RULE);
  expect((await where({ region: 'mars-1' })).rules).toEqual([]);
  expect((await where({})).rules.length).toBeGreaterThanOrEqual(150);
  expect((await ruleOf({ region: 'mars-1' })).failed_objects).toEqual([]);
  const all = (await where({})).rules.reduce((sum, { failed_count: failed }) => sum + failed, 0);
  const counted = async () => {
    const { counts } = (await api('GET /v1/intents/failedCountsByRegion', {}, tenant.token)).body;
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  // They are counted behind the snapshot.
  await until('the counts by region add up to all failures', async () => (await counted()) === all);
});

it("the xlsx report contains a summary, the page's rules and every failed object", async () => {
  const { content, partial } = await reportOf(SUITE);
  const { rules, ...totals } = (await api('GET /v1/intents/complianceRules', { query: { suite_id: SUITE } }, tenant.token)).body;
  expect(Object.fromEntries(linesOf(content, 'Summary'))).toMatchObject({
    Failing: String(totals.failing_tests),
    Passing: String(totals.passing_tests),
  });
  expect(partial).toBeNull();
  expect(linesOf(content, 'Summary').map(([title]) => title)).not.toContain('May be incomplete');
  const [, ...lines] = linesOf(content, 'Rules');
  expect(lines.map((line) => [line[1], line[4], line[5]])).toEqual(
    rules.map((rule) => [rule.name, String(rule.failed_count), String(rule.passed_count)]),
  );
  const objects = linesOf(content, 'Failed objects').length - 1;
  expect(objects).toBe(rules.reduce((sum, rule) => sum + rule.failed_count + rule.dismissed_count, 0));
  // The report also holds the remediation, what passes, and the accounts with the time of their snapshots.
  const [heading = []] = linesOf(content, 'Rules');
  expect(lines.every((line) => (line[heading.indexOf('Remediation')] ?? '') !== '')).toBe(true);
  expect(linesOf(content, 'Passing objects').length - 1).toBe(rules.reduce((sum, rule) => sum + rule.passed_count, 0));
  const [, account] = linesOf(content, 'Assessed accounts');
  expect([account?.[1], account?.[4]]).toEqual([ACCOUNT, 'Yes']);
  expect(account?.[3]).toMatch(/^\d{4}-/);
});

it('a rule that needs unlogged usage is reported as possibly incomplete, on the page and in the report', async () => {
  const { content, partial } = await reportOf('pci-dss');
  expect(partial).toBe('["missing_fields"]');
  expect(linesOf(content, 'Summary')).toContainEqual(['May be incomplete', PARTIAL_RESULTS_MESSAGES.missing_fields]);
  const lackOf = async (rule_id: string) =>
    (await api('GET /v1/intents/rule', { query: { rule_id } }, tenant.token)).headers.get('x-sp-partial-results');
  expect(await lackOf('aws-unused-roles-administer')).toBe('["missing_fields"]');
  expect(await lackOf(RULE)).toBeNull();
});

it('an account filter counts what a search under the same filter finds, and made-up accounts find nothing', async () => {
  const rulesUnder = async (account_id: string) => (await api('GET /v1/intents/rules', { query: { account_id } }, tenant.token)).body.rules;
  const own = (await rulesUnder(ACCOUNT)).filter(({ failed_count: failed }) => failed > 0);
  expect(own.length).toBeGreaterThan(5);
  for (const { query, failed_count, name } of own.slice(0, 12)) {
    const body = { input: query, session_props: { batch_size: 1000 }, account_id: ACCOUNT };
    const found = (await api('POST /v1/graph-querymgr/autocomplete-user', { body }, tenant.token)).body.result_table;
    const subjects = new Set(found.map(({ identity_uri, resource_uri }) => identity_uri || resource_uri));
    expect([name, subjects.size]).toEqual([name, failed_count]);
  }
  expect((await rulesUnder(`${ACCOUNT},made-up,${ACCOUNT}`)).map(({ failed_count }) => failed_count)).toEqual(
    (await rulesUnder(ACCOUNT)).map(({ failed_count }) => failed_count),
  );
  expect((await rulesUnder('made-up,999999999999')).every(({ total_count }) => total_count === 0)).toBe(true);
});

it('compliance is visible and changeable only with the right, and only in the own tenant', async () => {
  const uri = (await ruleOf()).failed_objects[0]?.object_uri ?? '';
  const tokenWithoutRight = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:account:read'] });
  const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read', 'cam:guardrail:read'] });
  const report = (token?: string) => api('POST /v1/intents/complianceReport', { body: { suite_id: SUITE } }, token);
  const rules = (token?: string) => api('GET /v1/intents/rules', {}, token);
  const trend = (token?: string) => api('GET /v1/intents/complianceTrend', {}, token);
  for (const call of [report, rules, trend])
    expect([(await call(tokenWithoutRight)).status, (await call()).status, (await call(reader)).status]).toEqual([403, 401, 200]);
  expect([
    (await act('dismiss', [uri], reader)).status,
    (await act('dismiss', [uri], other.token)).status,
    (await act('dismiss', [uri], '')).status,
  ]).toEqual([403, 404, 401]);
  expect((await ruleOf({}, other.token)).failed_objects).toEqual([]);
  expect((await act('dismiss', [uri, 'nothing'])).status).toBe(404);
  expect((await ruleOf()).rule_details.dismissed_count).toBe(0);
});

it('failed objects can be dismissed while compliance is on, and alerts only while alerts are on', async () => {
  const uri = (await ruleOf()).failed_objects[0]?.object_uri ?? '';
  const turn = (featureflag: string, value: boolean) =>
    api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag }, body: { value } }, tenant.token);
  const decided = async () => [
    (await act('dismiss', [uri])).status,
    (await act('keep', [uri])).status,
    // The guardrail has no such alert: the status shows only whether the call looked for one.
    (await api('PATCH /v1/intents/dismissAlert', { body: { items: ['none'] } }, tenant.token)).status,
  ];
  expect(await decided()).toEqual([200, 200, 404]);
  await turn('UI_DISABLE_REMOTE_ALERTS', true);
  expect(await decided()).toEqual([200, 200, 403]);
  expect((await api('GET /v1/intents/alertscount', {}, tenant.token)).status).toBe(403);
  await turn('UI_DISABLE_REMOTE_COMPLIANCE', true);
  expect(await decided()).toEqual([403, 403, 403]);
  await turn('UI_DISABLE_REMOTE_ALERTS', false);
  expect(await decided()).toEqual([403, 403, 404]);
  await turn('UI_DISABLE_REMOTE_COMPLIANCE', false);
});

describe('every compliance rule', () => {
  const BUNDLES: readonly (readonly [cloud: CloudType, account: string, files: Readonly<Record<string, unknown>>])[] = [
    ['AWS', ACCOUNT, AWS_FILES],
    ['AWS', SECOND, SECOND_FILES],
    ['AZURE', SUBSCRIPTION, AZURE_FILES],
    ['GCP', PROJECT, GCP_FILES],
    ['GCP', SECOND_PROJECT, SECOND_PROJECT_FILES],
    ['IDP_AZURE_AD', DIRECTORY, ENTRA_FILES],
    ['IDP_OKTA', ORG, OKTA_FILES],
  ];
  let company: TestTenant;
  beforeAll(async () => {
    company = await createTenant();
    for (const [cloud, account, files] of BUNDLES) await importAccount(company.token, await zipOf({ ...files }), { cloud, account });
    await counted(company.token);
    const named = { account_id: NAMED, account_name: 'Partner' };
    expect((await api('PATCH /v1/tenants/set-shadow-account-name', { body: named }, company.token)).status).toBe(200);
  }, 240_000);

  /** Returns the entities that a query answers with, by name and by name and account. */
  const about = async (query: string): Promise<{ names: Set<string>; all: Set<string> }> => {
    const rows = await rowsOf(company.token, query);
    const who = rows.map((row) => (row.identity_uri === '' ? [row.resource, row.resourceAccountID] : [row.identity, row.identityAccountID]));
    const names = who.map(([name = '']) => name);
    return { names: new Set(names), all: new Set([...names, ...who.map(([name, account]) => `${name}@${account}`)]) };
  };

  it('has a failing and a passing case if the product evaluates it', () => {
    const judged = RULES.filter(isJudged).map(({ id }) => id);
    expect(Object.keys(CASES).sort()).toEqual([...judged].sort());
    for (const { fails, passes } of Object.values(CASES)) expect([fails.length, passes.length].includes(0)).toBe(false);
  });

  it.each(RULES.filter(isJudged).map((rule) => [rule.id, rule] as const))(
    'fails the expected objects and passes the others: %s',
    async (id, rule) => {
      const { fails, passes } = CASES[id] as RuleCase;
      const [failing, population] = [await about(rule.failing), await about(rule.population)];
      const { rule_details: reported, failed_objects: failed } = (await api('GET /v1/intents/rule', { query: { rule_id: id } }, company.token)).body;
      const presentNames = (names: readonly string[], all: ReadonlySet<string>): string[] => names.filter((name) => all.has(name));
      expect({
        fails: presentNames(fails, failing.all),
        judges: presentNames([...fails, ...passes], population.all),
        wrongly: presentNames(passes, failing.all),
      }).toEqual({
        fails,
        judges: [...fails, ...passes],
        wrongly: [],
      });
      // The page, its query and its counts agree.
      expect(new Set(failed.map(({ object_name: name }) => name))).toEqual(failing.names);
      expect([...failing.all].filter((name) => !population.all.has(name))).toEqual([]);
      expect(reported).toMatchObject({ failed_count: failed.length, query: rule.failing, manual: false });
      expect(reported.failed_count + reported.passed_count).toBe(reported.total_count);
    },
  );

  it('asks for evidence and fails no object if it is manual', async () => {
    const { rules } = (await api('GET /v1/intents/rules', {}, company.token)).body;
    const manual = RULES.filter((rule) => !isJudged(rule)).map(({ id }) => id);
    expect(rules.filter(({ manual: is }) => is).map(({ id }) => id)).toEqual(manual);
    // Every other rule judges something, with both verdicts.
    expect(rules.filter(({ manual: is, failed_count: failed, passed_count: passed }) => !is && (failed === 0 || passed === 0))).toEqual([]);
    const { rule_details: reported } = (await api('GET /v1/intents/rule', { query: { rule_id: manual[0] ?? '' } }, company.token)).body;
    expect(reported.evidence).not.toBe('');
    expect(reported).toMatchObject({ failed_count: 0, total_count: 0, query: '' });
  });
});

/**
 * Users and roles of a deliberately vulnerable lab, by their known escalations. Those named `privesc` can escalate; `fn` can, although it is easily
 * overlooked; `fp` cannot, although it looks as if they could.
 */
type Verdict = readonly [rule: string, fails: readonly string[], holds: 'user' | 'user|role'];
const VERDICTS: readonly Verdict[] = [
  [
    'aws-policy-version-action',
    [
      'privesc1-CreateNewPolicyVersion',
      'privesc2-SetExistingDefaultPolicyVersion',
      'fn2-exploitableResourceConstraint',
      'fn3-exploitableConditionConstraint',
    ],
    'user|role',
  ],
  ['aws-trust-change-action', ['privesc14-UpdatingAssumeRolePolicy'], 'user|role'],
  ['aws-access-keys-action', ['privesc4-CreateAccessKey'], 'user'],
  ['aws-login-profile-action', ['privesc5-CreateLoginProfile', 'privesc6-UpdateLoginProfile'], 'user'],
  ['aws-attach-policy-action', ['privesc7-AttachUserPolicy', 'privesc10-PutUserPolicy', 'fn4-exploitableNotAction'], 'user'],
  // The lab has no instances and functions; an attacker would create them.
  ['aws-pass-role-machine-action', ['privesc3-CreateEC2WithExistingInstanceProfile', 'fn1-privesc3-partial'], 'user|role'],
  [
    'aws-pass-role-function-action',
    ['privesc15-PassExistingRoleToNewLambdaThenInvoke', 'privesc16-PassRoleToNewLambdaThenTriggerWithNewDynamo'],
    'user|role',
  ],
];

(existsSync(LAB) ? describe : describe.skip)('compliance rules for a lab with known escalations', () => {
  let lab: TestTenant;
  beforeAll(async () => {
    lab = await createTenant();
    await importAccount(lab.token, readFileSync(LAB, 'utf8'), { account: LAB_ACCOUNT });
  });

  it.each(VERDICTS)('fail the identities that can escalate, and no others: %s', async (rule_id, fails, holds) => {
    const { failed_objects: failed } = (await api('GET /v1/intents/rule', { query: { rule_id } }, lab.token)).body;
    const names = new Set(failed.map(({ object_name: name }) => name));
    const expected = fails.flatMap((name) => (holds === 'user' ? [`${name}-user`] : [`${name}-user`, `${name}-role`]));
    expect(expected.filter((name) => !names.has(name))).toEqual([]);
    // Only the clock shows that a date lies in the past of every session.
    expect([...names].filter((name) => name.startsWith('fp') && !name.startsWith('fp5'))).toEqual([]);
  });
});
