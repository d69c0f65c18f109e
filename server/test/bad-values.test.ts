import { ACCOUNT, ACCOUNT_DUMP_FILES } from './support/inventory-account';
import { allow, policyDocument } from './support/aws-account';
import { allCases, requestWith, type BadRequest, type Known } from './support/bad-values';
import { importAccount, zipOf } from './support/bundle';
import { api, createTenant, serverUrl, tokenFor } from './support/client';
import { casesToTry, dice } from './support/differential';
import { madeReport } from './support/reports';

/** Requests at the same time. */
const SENDERS = 6;

/** The share of the cases that every test run tries; `CAM_DIFFERENTIAL=full` tries all. */
const SHARE = casesToTry(0.05, 1);

let token: string;
let known: Known;

beforeAll(async () => {
  const { tenantId, token: admin } = await createTenant();
  token = await tokenFor({ tenant: tenantId });
  await api('PATCH /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'UI_REPORTS' }, body: { value: true } }, token);
  const source = await importAccount(admin, await zipOf(ACCOUNT_DUMP_FILES));
  const query = 'user with-access any';
  const { body: guardrail } = await api('POST /v1/intents/monitors', { body: { name: 'Everything', query, severity: 'HIGH' } }, token);
  const identity = `${tenantId}:AWS:${ACCOUNT}:-:USER:cleo`;
  const { body: raised } = await api('POST /v1/intents/alerts', { body: { monitor_name: 'By hand', severity: 'LOW', object_uri: identity } }, token);
  const report = await madeReport(admin, { name: 'All', type: 'REPORT_TYPE_ACCESS', criteria: { query } });
  const saved = await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'All', query } }, token);
  const alertId = raised.alert_info_list[0]?.alert_id;
  known = {
    account_id: ACCOUNT,
    alert_id: alertId,
    cloud_type: 'AWS',
    columns: '',
    end_time: '2026-02-01T00:00:00Z',
    featureflag: 'UI_REPORTS',
    id: alertId,
    identity_uri: identity,
    input: query,
    items: alertId,
    monitor_id: guardrail.monitor.monitor_id,
    name: 'A name',
    object_uri: identity,
    policies: JSON.stringify(policyDocument(allow('s3:GetObject'))),
    query,
    report_id: report.report_id,
    report_ids: report.report_id,
    resource_uri: `${tenantId}:AWS:${ACCOUNT}:-:ROLE:deployer`,
    search_id: saved.body.search_id,
    source: ACCOUNT,
    start_time: '2026-01-01T00:00:00Z',
    time_zone: 'Europe/Berlin',
    type: 'USER',
    uid: source.uid,
    uri: identity,
  };
}, 240_000);

/** Sends a request and reads the answer to its end. Returns what is wrong with it: a status from 500, or an answer that breaks off; null if nothing is. */
async function faultOf({ method, url, body }: BadRequest, isOperatorCall: boolean): Promise<string | null> {
  const authorization = isOperatorCall ? `Operator ${process.env.CAM_TEST_OPERATOR_KEY}` : `Bearer ${token}`;
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  try {
    const response = await fetch(serverUrl + url, { method, headers, body });
    const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream');
    await (isEndless ? response.body?.cancel() : response.arrayBuffer());
    return response.status < 500 ? null : String(response.status);
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

it('no bad value in any field makes the server fail or break off its answer', async () => {
  const { next } = dice(19);
  const cases = allCases().filter(() => next() < SHARE);
  const faults: string[] = [];
  const waiting = cases.values();
  const send = async (): Promise<void> => {
    for (const { field, bad } of waiting) {
      // A deletion with good values would leave the other calls without data.
      const request = requestWith(field, bad, field.key.startsWith('DELETE ') ? {} : known);
      const fault = request && (await faultOf(request, field.endpoint.access === 'operator-key'));
      if (fault) faults.push(`${field.key} ${field.in} ${field.steps.join('.')} = ${bad.name}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  expect(cases.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
}, 3_600_000);

it('a value that nothing can store is refused with its field, in path, query and body', async () => {
  const answers = [
    await api('GET /v1/graph-querymgr/entities', { query: { type: 'USER', search: 'a\0b' } }, token),
    await api('GET /v1/tenants/featureflag/{featureflag}', { path: { featureflag: 'a\0b' } }, token),
    await api('POST /v1/graph-querymgr/saved-searches', { body: { name: 'a\ud800', query: 'user' } }, token),
    await api('GET /v1/changes', { query: { start_date: '2026-02-31' } }, token),
    await api('GET /v1/intents/alerts', { query: { offset: '1e400' as never } }, token),
  ];
  expect(answers.map(({ status, error }) => [status, error.code, (error.details as { fields: { field: string }[] }).fields[0]?.field])).toEqual([
    [422, 'INVALID_INPUT', 'search'],
    [422, 'INVALID_INPUT', 'featureflag'],
    [422, 'INVALID_INPUT', 'name'],
    [422, 'INVALID_INPUT', 'start_date'],
    [422, 'INVALID_INPUT', 'offset'],
  ]);
});
