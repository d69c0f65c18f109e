import type { Logger } from 'pino';
import type { BrowserSpan } from '@cam/contracts/server';
import type { Collector } from '../config-values';
import type { Metrics } from '../metrics/metrics';

/** Traces and metrics over OTLP. */
export interface Telemetry {
  /** The share of visits to pages that browsers trace; null: tracing is off. */
  readonly share: number | null;
  sendBrowserSpans(spans: readonly BrowserSpan[], tenantId: string): void;
  stop(): Promise<void>;
}

export const NO_TELEMETRY: Telemetry = { share: null, sendBrowserSpans: () => undefined, stop: async () => undefined };

/** Starts to send traces and metrics. Without a target nothing of OpenTelemetry but its interface is loaded. */
export async function startTelemetry(
  target: Collector | null,
  options: { version: string; role: string; metrics: Metrics; log: Logger },
): Promise<Telemetry> {
  if (!target) return NO_TELEMETRY;
  const { OtlpTelemetry } = await import('./otlp');
  const otlp = new OtlpTelemetry({ ...options, target });
  return { share: target.share, sendBrowserSpans: (spans, tenantId) => otlp.sendBrowserSpans(spans, tenantId), stop: () => otlp.stop() };
}
