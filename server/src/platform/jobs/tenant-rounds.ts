import type { Logger } from 'pino';

export interface RoundsOptions {
  /** Interval between rounds, ms. */
  every: number;
  tenantIds: () => Promise<string[]>;
  /** Does the work for one tenant. Several processes may do it at once. */
  visit: (tenantId: string) => Promise<void>;
  log: Pick<Logger, 'error'>;
  /** The log message of a failed visit. */
  failed: string;
}

/** Visits all tenants at an interval, one after the other. Rounds never overlap, and a failed tenant does not stop the others. */
export class TenantRounds {
  readonly #timer: NodeJS.Timeout;
  #isUnderWay = false;

  constructor(private readonly options: RoundsOptions) {
    this.#timer = setInterval(() => void this.run(), options.every).unref();
  }

  /** Runs one round; none while another runs. It never fails: errors go to the log. */
  async run(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    const { tenantIds, visit, log, failed } = this.options;
    try {
      for (const tenantId of await tenantIds()) await visit(tenantId).catch((err: unknown) => log.error({ err, tenantId }, failed));
    } catch (err) {
      log.error({ err }, failed);
    } finally {
      this.#isUnderWay = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
