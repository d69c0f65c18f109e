import { COMPANY, dump } from './support/aws-account';
import { ended, send } from './support/bundle';
import { api } from './support/client';
import { startCollector } from './support/otlp-collector';
import { startServer } from './support/server-process.cjs';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const span = (more: object) => ({ trace_id: TRACE, span_id: PARENT, name: 'visit alerts', start_ms: Date.now(), duration_ms: 12.5, ...more });

it('sends the traces of calls, jobs and browsers, and the metrics, to the collector of the operator, and no data of a tenant', async () => {
  const collector = await startCollector();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  });
  let log = '';
  try {
    const operator = { body: { user: 'admin@demo.example' }, headers: { authorization: `Operator ${server.operatorKey}` } };
    const token = (await api('POST /v1/operator/token', operator, undefined, server.url)).body.access_token;
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    const { body } = await api('GET /v1/tenants', { headers }, token, server.url);
    expect(body.tenant.trace_share).toBe(1);
    // A browser that leaves its visit out decides for the server, too.
    await api('GET /v1/tenants/featureflags', { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } }, token, server.url);

    const sent = await send(token, dump(COMPANY), { base: server.url });
    expect((await ended(token, sent.body.account.uid, server.url)).current_phase_enum).toBe('PHASE_DONE');

    const report = (spans: object[]) => api('POST /v1/remotes/spans', { body: { spans: spans as never }, headers }, token, server.url);
    expect((await report([span({}), span({ span_id: 'aaaaaaaaaaaaaaaa', parent_id: PARENT, name: 'GET /v1/alerts', status: 503 })])).status).toBe(
      204,
    );
    for (const bad of [{ trace_id: 'A'.repeat(32) }, { span_id: 'x' }, { duration_ms: -1 }, { user: 'eve' }])
      expect((await report([span(bad)])).status).toBe(422);
    // Zeros are no id of a trace.
    expect((await report([span({ trace_id: '0'.repeat(32), name: 'visit nowhere' })])).status).toBe(204);
    expect((await report([])).status).toBe(422);
    expect((await api('POST /v1/remotes/spans', { body: { spans: [span({})] } }, undefined, server.url)).status).toBe(401);
    log = server.log();
  } finally {
    // The stop sends what is left.
    await server.stop();
    await collector.stop();
  }
  const named = (name: string) => collector.spans.filter((one) => one.name === name);
  const [call] = named('GET /v1/tenants');
  expect(call).toMatchObject({ service: 'cam-server', traceId: TRACE, parentSpanId: PARENT });
  expect(call?.attributes).toMatchObject({ 'http.route': '/v1/tenants', 'http.response.status_code': 200 });
  expect(named('database transaction').filter(({ parentSpanId }) => parentSpanId === call?.spanId)).not.toEqual([]);
  expect(named('GET /v1/tenants/featureflags')).toEqual([]);

  const [upload] = collector.spans.filter(({ name }) => name.startsWith('PUT /v1/policy-reader/bundles'));
  expect(named('job sources.import').flatMap(({ links }) => links)).toEqual([upload?.traceId]);

  expect(named('visit alerts')[0]).toMatchObject({ service: 'cam-console', traceId: TRACE, spanId: PARENT });
  expect(named('visit nowhere')).toEqual([]);
  expect(named('GET /v1/alerts')[0]).toMatchObject({
    service: 'cam-console',
    parentSpanId: PARENT,
    attributes: { 'http.response.status_code': 503 },
  });

  const [requests] = collector.metrics.get('cam_http_request_duration_seconds') ?? [];
  expect(Number(requests?.count)).toBeGreaterThan(0);
  expect(requests?.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(requests?.count));
  expect(new Set(collector.headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer of-the-collector']));
  const records = log.split('\n').filter((line) => line.includes('"trace_id":'));
  expect(records.some((line) => line.includes(TRACE) && line.includes('request refused'))).toBe(true);
  expect(records.some((line) => line.includes('job done'))).toBe(true);
  expect(log).not.toContain('of-the-collector');
  for (const secret of ['admin@demo.example', 'Bearer', 'payroll']) expect(collector.text()).not.toContain(secret);
}, 240_000);
