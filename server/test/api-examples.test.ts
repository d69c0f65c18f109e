import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, type EndpointKey } from '@cam/contracts/server';
import { openApiDocument } from '../src/platform/http/openapi';
import type { Mounted } from '../src/platform/http/mount';
import { COMPANY, dump } from './support/aws-account';
import { importAccount } from './support/bundle';
import { api, createTenant, type CallArgs, type TestTenant } from './support/client';
import { until } from './support/until';

/** The examples of the API document. `CAM_WRITE_DOCS=1` records them. */
const FILE = join(__dirname, '../src/platform/http/api-examples.json');

/** Entries of each list, and characters of each text, that an example keeps. */
const KEPT = { entries: 2, characters: 200 };

interface Example {
  args: object;
  answer: unknown;
}

const QUERY = 'user with-access object_store for read';
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTenant();
  await api('PATCH /v1/tenants', { body: { tenant: { name: 'Acme', address: '1 Main Street, Springfield' } } }, tenant.token);
  await importAccount(tenant.token, dump(COMPANY), { name: 'acme-production' });
  await until('the inventory is counted', async () => !(await api('GET /beta/healthStatus', {}, tenant.token)).body.counting);
});

it('records or repeats the examples of the API document', async () => {
  const recorded: Record<string, Example> = {};
  const call = async <K extends EndpointKey>(key: K, args: CallArgs<K> = {}) => {
    const { status, body, error } = await api(key, args, tenant.token);
    if (status >= 300) throw new Error(`${key}: ${status} ${error.user_message} ${JSON.stringify(error.details)}`);
    recorded[key] = { args, answer: shortened(body) };
    return body;
  };
  await call('GET /v1/tenants');
  await call('GET /beta/accounts/{cloud_type}', { path: { cloud_type: 'AWS' } });
  await call('GET /v1/calendar/progress');
  await call('POST /v1/graph-querymgr/ask', { body: { text: 'who can read payroll' } });
  const { result_table: rows } = await call('POST /v1/graph-querymgr/autocomplete-user', { body: { input: QUERY } });
  const [row] = rows;
  await call('GET /v1/graph-querymgr/explain', { query: { identity_uri: row?.identity_uri ?? '', resource_uri: row?.resource_uri ?? '' } });
  await call('GET /v1/graph-querymgr/entities', { query: { type: 'USER', page_size: 2 } });
  const entityUri = row?.identity_uri ?? '';
  await call('GET /v1/graph-querymgr/what-if/options', { query: { uri: entityUri } });
  const { monitor } = await call('POST /v1/intents/monitors', {
    body: { name: 'Users who can read buckets', query: QUERY, severity: 'HIGH', description: 'Nobody but services reads buckets.' },
  });
  await api('PATCH /v1/intents/monitors', { body: { monitor_ids: [monitor.monitor_id], alerts_enabled: true } }, tenant.token);
  const alerts = await until('the guardrail raises alerts', async () => {
    const { alert_info_list: found } = (await api('GET /v1/intents/alerts', { query: { show: 'ALERT_ALL' } }, tenant.token)).body;
    return found.length > 0 ? found : null;
  });
  const alertId = alerts[0]?.alert_id ?? '';
  await call('GET /v1/intents/monitors');
  await call('GET /v1/intents/alerts', { query: { show: 'ALERT_NOT_DISMISSED' } });
  await call('GET /v1/alerts/groups', { query: { by: 'CAUSE' } });
  await call('PATCH /v1/alerts/work', {
    body: { alert_ids: [alertId], assignee: tenant.adminEmail, ticket: { key: 'SEC-12', url: 'https://tickets.example/SEC-12' } },
  });
  await call('POST /v1/alerts/comments', { body: { alert_id: alertId, text: 'The bucket moves to the service account this week.' } });
  await call('GET /v1/risk', { query: { of: 'identity', page_size: 2 } });
  await call('GET /v1/tiers');
  await call('GET /v1/changes', { query: {} });
  await call('GET /v1/events', { query: { limit: 2 } });
  await call('POST /v1/webhooks', { body: { label: 'SIEM', url: 'https://siem.example/cam', kinds: ['alert.raised'] } });
  await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value: true } }, tenant.token);
  await call('POST /v1/reports', { body: { name: 'Who can read buckets', type: 'REPORT_TYPE_ACCESS', format: 'CSV', criteria: { query: QUERY } } });
  await call('GET /v1/tenants/audit', { query: { limit: 2 } });
  if (process.env.CAM_WRITE_DOCS) writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
  const written = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
  expect(Object.keys(written)).toEqual(Object.keys(recorded));
  // The values differ from run to run, the fields do not.
  for (const [key, { answer }] of Object.entries(recorded)) expect([key, fieldsOf(written[key]?.answer)]).toEqual([key, fieldsOf(answer)]);
});

it('the API document shows them beside the schemas', () => {
  const document = openApiDocument(new Map(Object.entries(endpoints)) as unknown as Mounted, '1.0.0') as {
    paths: Record<string, Record<string, { requestBody?: { content: object }; responses: Record<string, { content?: object }> }>>;
  };
  const ask = document.paths['/v1/graph-querymgr/ask']?.post;
  expect(ask?.requestBody?.content).toMatchObject({ 'application/json': { example: { text: 'who can read payroll' } } });
  expect(ask?.responses['200']?.content).toMatchObject({ 'application/json': { example: { readings: expect.any(Array) as unknown } } });
});

/** Cuts long lists and texts. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT.entries).map(shortened);
  // Nobody should take an example for a secret, and no scanner either.
  if (typeof value === 'string' && value.startsWith('whsec_')) return 'whsec_...';
  if (typeof value === 'string') return value.length > KEPT.characters ? `${value.slice(0, KEPT.characters)}…` : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Returns the names of the fields at the top of an answer. */
function fieldsOf(answer: unknown): string[] {
  return answer !== null && typeof answer === 'object' ? Object.keys(answer).sort() : [];
}
