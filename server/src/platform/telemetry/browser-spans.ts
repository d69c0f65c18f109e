import { SpanKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { BrowserSpan } from '@cam/contracts/server';

const SCOPE = { name: 'cam-console' };

/** Returns a span as exporters read it, from one that a browser recorded. Browsers' clocks are taken as they are. */
export function toReadableSpan(span: BrowserSpan, { tenantId, resource }: { tenantId: string; resource: Resource }): ReadableSpan {
  const { trace_id: traceId, span_id: spanId, parent_id: parentId, name, area, start_ms: start, duration_ms: duration, status } = span;
  const contextOf = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
  const isFailed = status !== undefined && (status === 0 || status >= 500);
  return {
    ...{ name, resource, instrumentationScope: SCOPE, links: [], events: [], ended: true },
    kind: parentId === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT,
    spanContext: () => contextOf(spanId),
    ...(parentId === undefined ? {} : { parentSpanContext: contextOf(parentId) }),
    startTime: toHrTime(start),
    endTime: toHrTime(start + duration),
    duration: toHrTime(duration),
    status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: {
      'cam.tenant': tenantId,
      ...(area === undefined ? {} : { 'cam.area': area }),
      ...(status === undefined || status === 0 ? {} : { 'http.response.status_code': status }),
    },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Returns seconds and nanoseconds of a time in ms. */
function toHrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
