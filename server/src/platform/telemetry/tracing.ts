import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
  type Span,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/** The header that carries the trace of a call. @see https://www.w3.org/TR/trace-context/#traceparent-header */
export const TRACEPARENT = 'traceparent';

/** Calls that are traced. The console's files say nothing about the work of the server. */
const TRACED = /^\/(v1|x)\//;

/** Without an OTLP endpoint there is no tracer provider, and the tracer makes spans that record nothing. */
const tracer = () => trace.getTracer('cam');

/** Gives each call of the API a span, which continues the trace of its `traceparent` header. All work of the call happens in it. */
export function traceCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions;
    if (route === undefined || !TRACED.test(route)) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'cam.request_id': request.id };
    const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    if (!isSpanContextValid(span.spanContext())) return done();
    request.span = span;
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async ({ span, principal, refusedFor }, reply) => {
    if (!span) return;
    const status = reply.statusCode;
    span.setAttribute('http.response.status_code', status);
    if (principal && principal.tenantId !== '') span.setAttribute('cam.tenant', principal.tenantId);
    if (refusedFor !== undefined) span.setAttribute('error.type', refusedFor);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}

/**
 * Runs work in a span of its own. An error ends it as failed, without its message, which may hold data of a tenant.
 * @param kind the role of the span: a client of another system, or the consumer of a queue
 */
export async function inSpan<T>(
  name: string,
  { kind, attributes, links }: { kind: 'client' | 'consumer'; attributes?: Attributes; links?: Link[] },
  work: () => Promise<T>,
): Promise<T> {
  const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.CONSUMER, attributes, links };
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.constructor.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Like `inSpan`, for steps that are interesting only as a part of something: outside a trace it makes no span. */
export function inChildSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return trace.getActiveSpan()?.isRecording() ? inSpan(name, { kind: 'client', attributes }, work) : work();
}

/** Returns the `traceparent` of the current work, for another process that goes on with it; undefined: it belongs to no trace. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier[TRACEPARENT];
}

/** Returns the link to a trace that caused later work. */
export function linksTo(traceparent: string | undefined): Link[] {
  if (traceparent === undefined) return [];
  const cause = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { [TRACEPARENT]: traceparent }));
  return cause ? [{ context: cause }] : [];
}

/** Returns the field that joins a log record with its trace. */
export function traceOfLog(): { trace_id?: string } {
  const active = trace.getActiveSpan()?.spanContext();
  return active ? { trace_id: active.traceId } : {};
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: tracing is off, or the call is not traced. */
    span?: Span;
  }
}
