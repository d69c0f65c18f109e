import { setTimeout as delay } from 'node:timers/promises';
import { diag, DiagLogLevel, context, isSpanContextValid, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, ParentBasedSampler, TracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { BrowserSpan } from '@cam/contracts/server';
import type { Collector } from '../config-values';
import type { Metrics } from '../metrics/metrics';
import { toReadableSpan } from './browser-spans';
import { PrometheusProducer } from './prometheus-producer';

/** The longest time that the stop of the server waits for the collector, ms. */
const STOP_LIMIT = 5000;

/** Interval at which metrics are sent, ms. */
const METRICS_INTERVAL = 60_000;

interface OtlpOptions {
  target: Collector;
  version: string;
  role: string;
  metrics: Metrics;
  log: Logger;
}

/** Sends traces and metrics to a collector over OTLP/HTTP. Whatever cannot be sent is dropped: telemetry never delays the work. */
export class OtlpTelemetry {
  readonly #provider: TracerProvider;
  readonly #meters: MeterProvider;
  readonly #browserSpans: BatchSpanProcessor;
  readonly #consoleResource;

  constructor({ target: { endpoint, headers, share }, version, role, metrics, log }: OtlpOptions) {
    const warn = (message: string): void => log.warn({ message }, 'telemetry');
    const silent = (): void => undefined;
    diag.setLogger(
      { error: warn, warn, info: silent, debug: silent, verbose: silent },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    const about = { 'service.namespace': 'cam', 'service.version': version };
    const resource = resourceFromAttributes({ ...about, 'service.name': 'cam-server', 'service.instance.id': String(process.pid), 'cam.role': role });
    this.#consoleResource = resourceFromAttributes({ ...about, 'service.name': 'cam-console' });
    const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
    this.#browserSpans = new BatchSpanProcessor({ exporter });
    this.#provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    trace.setGlobalTracerProvider(this.#provider);
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
      exportIntervalMillis: METRICS_INTERVAL,
      metricProducers: [new PrometheusProducer(metrics, resource)],
    });
    this.#meters = new MeterProvider({ resource, readers: [reader] });
  }

  /** Sends spans that a browser recorded, as those of the service `cam-console`. */
  sendBrowserSpans(spans: readonly BrowserSpan[], tenantId: string): void {
    for (const span of spans.map((one) => toReadableSpan(one, { tenantId, resource: this.#consoleResource })))
      if (isSpanContextValid(span.spanContext())) this.#browserSpans.onEnd(span);
  }

  /** Sends what is left, and ends. It never fails, and gives up soon where the collector does not answer. */
  async stop(): Promise<void> {
    const sent = Promise.allSettled([this.#provider.shutdown(), this.#browserSpans.shutdown(), this.#meters.shutdown()]);
    await Promise.race([sent, delay(STOP_LIMIT, undefined, { ref: false })]);
  }
}
