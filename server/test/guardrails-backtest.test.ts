import type { Api } from '@cam/contracts';
import { allow, dump, policyDocument, user } from './support/aws-account';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, tokenFor, type TestTenant } from './support/client';

const READS = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*'));
const QUERY = 'user with-access object_store payroll for read';
const DAY = 86_400_000;

const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTenant();
  await snapshot(40, ['ada']);
  await snapshot(12, ['ada', 'bob']);
  await snapshot(5, ['bob'], ['ada']);
  await snapshot(1, ['bob', 'eve', 'ada']);
});

/** Imports a snapshot from some days ago in which `readers` read the bucket and `others` do not. */
async function snapshot(days: number, readers: string[], others: string[] = []): Promise<void> {
  const users = [...readers.map((name) => user(name, { inline: { reads: READS } })), ...others.map((name) => user(name))];
  const files = { 'iam/get-account-authorization-details.json': dump({ users }), 's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }] } };
  await importAccount(tenant.token, await zipOf(files), { taken_at: ago(days) });
}

const backTest = (body: Partial<Api['POST /v1/intents/monitors/backtest']['body']> = {}, token: string | undefined = tenant.token) =>
  api('POST /v1/intents/monitors/backtest', { body: { query: QUERY, ...body } }, token);

it('a back-test returns the alerts that a guardrail would have raised each day, and stores nothing', async () => {
  const { body } = await backTest();
  expect(body.days).toEqual([
    { day: ago(12).slice(0, 10), found: 2, raised: 2, closed: 0, open: 2 },
    { day: ago(5).slice(0, 10), found: 1, raised: 0, closed: 1, open: 1 },
    { day: ago(1).slice(0, 10), found: 3, raised: 2, closed: 0, open: 3 },
  ]);
  expect(body).toMatchObject({ first_look_count: 2, later_count: 2, open_count: 3, is_cut: false, days_left_out: 0 });
  expect(body.raised.map(({ day, name, reached_count }) => [day, name, reached_count])).toEqual(
    expect.arrayContaining([
      [ago(1).slice(0, 10), 'eve', 1],
      [ago(12).slice(0, 10), 'bob', 1],
    ]),
  );
  const { monitor_info_list: guardrails } = (await api('GET /v1/intents/monitors', {}, tenant.token)).body;
  expect(guardrails.some(({ query }) => query === QUERY)).toBe(false);
});

it('a back-test omits alerts that the guardrail would suppress', async () => {
  const { body } = await backTest({ suppression_create: 'ALERT_SUPPRESSION_IDENTITY' });
  expect(body.days.map(({ raised }) => raised)).toEqual([2, 0, 1]);
});

it('a back-test returns no days for a tenant without snapshots', async () => {
  const empty = await createTenant();
  const { body } = await backTest({}, empty.token);
  expect(body).toMatchObject({ days: [], first_look_count: 0, later_count: 0, open_count: 0, raised: [] });
});

it.each([
  ['user with-access', 'QUERY_INVALID'],
  [`${QUERY} as-of 2026-01-31`, 'QUERY_OF_A_DAY'],
])('a back-test rejects "%s" with %s', async (query, code) => {
  const refused = await backTest({ query });
  expect([refused.status, refused.error.code]).toEqual([422, code]);
});

it('a back-test requires the right to write guardrails', async () => {
  const reader = await tokenFor({ tenant: tenant.tenantId, scopes: ['cam:general:read', 'cam:guardrail:read'] });
  expect((await backTest({}, reader)).status).toBe(403);
  expect((await api('POST /v1/intents/monitors/backtest', { body: { query: QUERY } })).status).toBe(401);
});
