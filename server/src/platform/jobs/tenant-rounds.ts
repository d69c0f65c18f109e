import type { Logger } from 'pino';

export interface RoundsOptions {
  /** How often a round begins, ms. */
  every: number;
  tenantIds: () => Promise<string[]>;
  /** What is done for one tenant. Several processes may do it at once. */
  visit: (tenantId: string) => Promise<void>;
  log: Pick<Logger, 'error'>;
  /** What the log says where a visit failed. */
  failed: string;
}

/** Goes through all tenants again and again, one after the other. A round is never begun before the last one is over, and where one tenant fails the others go on. */
export class TenantRounds {
  readonly #timer: NodeJS.Timeout;
  #isUnderWay = false;

  constructor(private readonly options: RoundsOptions) {
    this.#timer = setInterval(() => void this.run(), options.every).unref();
  }

  /** One round; none where one is under way. Never fails: what did is in the log. */
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
