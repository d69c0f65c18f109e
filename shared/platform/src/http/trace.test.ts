import { MOST_BROWSER_SPANS } from '@cam/contracts';
import { beginVisit, setTraceShare, takeSpans, traceCall } from './trace';

beforeEach(() => {
  setTraceShare(null);
  takeSpans();
});

it('adds no header while tracing is off', () => {
  beginVisit('alerts');
  expect(traceCall('GET /v1/alerts', 'alerts').headers).toEqual({});
  expect(takeSpans({ last: true })).toEqual([]);
});

it('gives all calls of a visit one trace, and each call a span whose parent is the visit', () => {
  setTraceShare(1);
  beginVisit('alerts');
  const one = traceCall('GET /v1/alerts', 'alerts');
  const other = traceCall('GET /v1/tenants', null);
  one.answered(200);
  one.end();
  other.end();
  const [first, second, visit] = takeSpans({ last: true });
  expect(one.headers.traceparent).toBe(`00-${first?.trace_id}-${first?.span_id}-01`);
  expect(first).toMatchObject({ name: 'GET /v1/alerts', area: 'alerts', status: 200, parent_id: visit?.span_id });
  // No answer came.
  expect(second).toMatchObject({ name: 'GET /v1/tenants', status: 0, parent_id: visit?.span_id, trace_id: visit?.trace_id });
  expect(visit).toMatchObject({ name: 'visit alerts', area: 'alerts' });
  expect(visit).not.toHaveProperty('parent_id');
  expect(takeSpans({ last: true })).toEqual([]);
});

it('begins a new trace with the next visit', () => {
  setTraceShare(1);
  beginVisit('alerts');
  traceCall('GET /v1/alerts', 'alerts').end();
  beginVisit('reports');
  traceCall('GET /v1/reports', 'reports').end();
  const traces = new Set(takeSpans({ last: true }).map(({ trace_id: id }) => id));
  expect(traces.size).toBe(2);
});

it('traces a page that opened before the session said so', () => {
  beginVisit('alerts');
  setTraceShare(1);
  traceCall('GET /v1/alerts', 'alerts').end();
  expect(takeSpans({ last: true }).map(({ name }) => name)).toEqual(['GET /v1/alerts', 'visit alerts']);
});

it('tells the server not to trace the calls of a visit that is left out, and keeps no span of it', () => {
  setTraceShare(0);
  beginVisit('alerts');
  const call = traceCall('GET /v1/alerts', 'alerts');
  call.end();
  expect(call.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(takeSpans({ last: true })).toEqual([]);
});

it('keeps no more spans than one report takes while nothing can be sent', () => {
  setTraceShare(1);
  beginVisit('alerts');
  for (let n = 0; n < 2 * MOST_BROWSER_SPANS; n += 1) traceCall('GET /v1/alerts', 'alerts').end();
  expect(takeSpans()).toHaveLength(MOST_BROWSER_SPANS);
});
