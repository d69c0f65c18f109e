import { MOST_BROWSER_SPANS, type BrowserSpan, type RemoteId } from '@cam/contracts';

/** A visit to an area: the trace that its calls belong to. */
interface Visit {
  traceId: string;
  spanId: string;
  isSampled: boolean;
  name: string;
  area: RemoteId | null;
  start: number;
  /** The end of the last call, Unix ms; null: it made none. */
  end: number | null;
}

/** A call in a trace. */
export interface TracedCall {
  /** The headers that continue the trace on the server; none while tracing is off. */
  headers: Record<string, string>;
  answered(status: number): void;
  end(): void;
}

export const UNTRACED: TracedCall = { headers: {}, answered: () => undefined, end: () => undefined };

/** Null: tracing is off. */
let share: number | null = null;
let visit: Visit | null = null;
/** The area that is open; undefined: none yet. */
let place: RemoteId | null | undefined;
let spans: BrowserSpan[] = [];

/** Sets the share of visits that are traced, 0 to 1; null: no call carries a trace. */
export function setTraceShare(next: number | null): void {
  share = next;
  if (next === null) [visit, spans] = [null, []];
  // A page may open before the session says whether it is traced.
  else if (!visit && place !== undefined) beginVisit(place);
}

/** Begins the trace of a visit to an area; the host calls it when the user opens one. The trace of the visit before ends. */
export function beginVisit(area: RemoteId | null): void {
  place = area;
  endVisit();
  if (share === null) return;
  const isSampled = Math.random() < share;
  visit = { traceId: randomHex(16), spanId: randomHex(8), isSampled, name: `visit ${area ?? 'host'}`, area, start: Date.now(), end: null };
}

/** Begins a call of the current visit. @param key the call in the contract, such as `GET /v1/alerts`, which holds no ids */
export function traceCall(key: string, owner: RemoteId | null): TracedCall {
  const current = visit;
  if (!current) return UNTRACED;
  const { traceId, isSampled } = current;
  const spanId = randomHex(8);
  const headers = { traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}` };
  if (!isSampled) return { ...UNTRACED, headers };
  const start = Date.now();
  let status = 0;
  return {
    headers,
    answered: (next) => (status = next),
    end: () => {
      const end = Date.now();
      current.end = Math.max(current.end ?? 0, end);
      const area = owner ?? undefined;
      keep({ trace_id: traceId, span_id: spanId, parent_id: current.spanId, name: key, area, start_ms: start, duration_ms: end - start, status });
    },
  };
}

/** Returns the spans that ended since the last call. @param last also ends the current visit, because the user leaves the tab */
export function takeSpans({ last = false } = {}): BrowserSpan[] {
  if (last) endVisit();
  const taken = spans;
  spans = [];
  return taken;
}

function endVisit(): void {
  if (visit?.isSampled && visit.end !== null) {
    const { traceId, spanId, name, area, start, end } = visit;
    keep({ trace_id: traceId, span_id: spanId, name, area: area ?? undefined, start_ms: start, duration_ms: end - start });
  }
  visit = null;
}

/** Keeps a span until it is sent. Above the limit the newest are lost: a tab that cannot send must not grow. */
function keep(span: BrowserSpan): void {
  if (spans.length < MOST_BROWSER_SPANS) spans.push(span);
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
