import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: most calls take some milliseconds, exports and reports minutes. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** How a run of a job ended. */
export type JobOutcome = 'done' | 'failed' | 'interrupted';

/** A number of waiting or running jobs of one name. */
export interface JobCount {
  name: string;
  state: string;
  count: number;
}

/** The values of one metric, as Prometheus counts them. */
export interface Measured {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** `part` is that of a histogram: a bucket, whose upper bound is the label `le`, or the sum or count of all. */
  values: readonly { labels: Readonly<Record<string, string | number>>; value: number; part: 'bucket' | 'sum' | 'count' | null }[];
}

/**
 * Measurements of one process, in the names and units of Prometheus.
 * @see https://prometheus.io/docs/practices/naming/
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'cam_http_request_duration_seconds',
    help: 'Time from the request until its answer was sent, by route. Unknown addresses have no route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #jobs = new Histogram({
    name: 'cam_job_duration_seconds',
    help: 'Time of one run of a job of the queue, by job and outcome.',
    labelNames: ['job', 'outcome'] as const,
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  /** @param role the role of this process, which labels every value */
  constructor(role: string) {
    this.#registry.setDefaultLabels({ role });
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Counts an answered request. @param route the pattern of its path, which holds no ids; undefined for an unknown address */
  requestEnded({ method, route, status, ms }: { method: string; route: string | undefined; status: number; ms: number }): void {
    this.#requests.observe({ method, route: route ?? '', status: String(status) }, ms / 1000);
  }

  /** Counts a run of a job. */
  jobEnded(job: string, outcome: JobOutcome, ms: number): void {
    this.#jobs.observe({ job, outcome }, ms / 1000);
  }

  /** Adds the numbers of jobs, which are asked for at each scrape. Every process of an installation tells the same. */
  watchJobs(count: () => Promise<readonly JobCount[]>): void {
    const gauge = new Gauge({
      name: 'cam_jobs',
      help: 'Jobs of the queue that wait or run, by job and state.',
      labelNames: ['job', 'state'] as const,
      registers: [this.#registry],
      async collect() {
        this.reset();
        for (const { name, state, count: n } of await count()) this.set({ job: name, state }, n);
      },
    });
    gauge.reset();
  }

  /** Adds a number that is read at each scrape. */
  watch(name: `cam_${string}`, help: string, read: () => number | Promise<number>): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
    gauge.reset();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all values. */
  async values(): Promise<Measured[]> {
    const metrics = await this.#registry.getMetricsAsJSON();
    return metrics.map(({ name, help, type, values }) => ({
      ...{ name, help, type: String(type) as Measured['type'] },
      values: values.map(({ value, labels, ...more }) => {
        const { metricName = '' } = more as { metricName?: string };
        const part = /_(bucket|sum|count)$/.exec(metricName)?.[1] as 'bucket' | 'sum' | 'count' | undefined;
        return { value, labels: labels as Record<string, string | number>, part: part ?? null };
      }),
    }));
  }

  /** Returns all values in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
