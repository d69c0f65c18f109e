import type { Context } from '../context';
import { removeExpired } from './sessions';

/** How often sessions that were left behind are looked for, ms. */
const EVERY = 60_000;

/** Removes the sessions of tabs that crashed or were forgotten, whether or not anybody searches again. */
export class SessionSweep {
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly ctx: Pick<Context, 'db' | 'log'>,
    private readonly tenants: { ids(): Promise<string[]> },
  ) {
    this.#timer = setInterval(() => {
      this.run().catch((err: unknown) => ctx.log.warn({ err }, 'expired searches could not be removed'));
    }, EVERY).unref();
  }

  /** One round through all tenants. */
  async run(): Promise<void> {
    for (const tenantId of await this.tenants.ids()) await this.ctx.db.tenant(tenantId, (tx) => removeExpired(tx, tenantId));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
