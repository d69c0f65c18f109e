import type { Context } from '../context';
import type { OrganizationsService } from './organizations';
import type { Pulls } from './pulls';

/** How often it is looked which pulls are due, ms. */
const LOOK = 60_000;

/** Has connected sources pulled when their time has come. Several processes may look: a source is queued once. */
export class PullSchedule {
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(
    private readonly ctx: Context,
    private readonly deps: { tenantIds: () => Promise<string[]>; pulls: Pulls; organizations: OrganizationsService },
  ) {
    this.#timer = setInterval(() => void this.#look(), LOOK);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const tenantId of await this.deps.tenantIds()) {
        await this.deps.organizations.refreshDue(tenantId);
        await this.deps.pulls.queueDue(tenantId);
      }
    } catch (err) {
      this.ctx.log.error({ err }, 'pulls that are due could not be queued');
    } finally {
      this.#isLooking = false;
    }
  }
}
