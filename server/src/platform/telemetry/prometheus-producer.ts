import { ValueType, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Measured, Metrics } from '../metrics/metrics';

const SCOPE = { name: 'cam' };

/** Reads the metrics that Prometheus scrapes, so that a collector gets the same numbers under the same names. */
export class PrometheusProducer implements MetricProducer {
  readonly #start: HrTime = now();

  constructor(
    private readonly metrics: Metrics,
    private readonly resource: Resource,
  ) {}

  async collect(): Promise<CollectionResult> {
    const end = now();
    const measured = await this.metrics.values();
    const metrics = measured.map((metric) => toMetricData(metric, { startTime: this.#start, endTime: end }));
    return { resourceMetrics: { resource: this.resource, scopeMetrics: [{ scope: SCOPE, metrics }] }, errors: [] };
  }
}

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

function toMetricData({ name, help, type, values }: Measured, times: Times): MetricData {
  const descriptor = { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const points = (): DataPoint<number>[] => values.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  if (type === 'histogram')
    return { descriptor, aggregationTemporality, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) };
  if (type === 'counter') return { descriptor, aggregationTemporality, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
  return { descriptor, aggregationTemporality, dataPointType: DataPointType.GAUGE, dataPoints: points() };
}

/** Joins the cumulative buckets, sum and count of each combination of labels to a histogram, whose buckets are not cumulative. */
function histograms(values: Measured['values'], times: Times): DataPoint<Histogram>[] {
  const byLabels = new Map<string, { labels: Measured['values'][number]['labels']; bounds: [number, number][]; sum: number; count: number }>();
  for (const { labels: all, value, part } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const known = byLabels.get(key) ?? { labels, bounds: [], sum: 0, count: 0 };
    byLabels.set(key, known);
    if (part === 'bucket') known.bounds.push([le === '+Inf' ? Infinity : Number(le), value]);
    else known[part === 'sum' ? 'sum' : 'count'] = value;
  }
  return [...byLabels.values()].map(({ labels: attributes, bounds, sum, count }) => {
    const sorted = bounds.sort(([one], [other]) => one - other);
    const counts = sorted.map(([, total], n) => total - (sorted[n - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite);
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function now(): HrTime {
  const ms = Date.now();
  return [Math.floor(ms / 1000), (ms % 1000) * 1e6];
}
