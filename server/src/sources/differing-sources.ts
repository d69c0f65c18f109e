import { Pace } from '../platform/async/pace';
import type { Context } from '../platform/context';
import { countDiffering } from './fact-check-store';

/** Counts may take this share of the time, because metrics are read every few seconds and an installation can have many tenants. */
const SHARE = 1 / 100;

const ALL = 'all tenants';

/** Counts the sources of all tenants whose stored facts differ from their last import. */
export class DifferingSources {
  readonly #pace = new Pace(Date, SHARE);
  #counted: Promise<number> | null = null;

  constructor(
    private readonly ctx: Pick<Context, 'db'>,
    private readonly tenantIds: () => Promise<string[]>,
  ) {}

  /** Returns the present count, or the last one if a new count would cost too much. */
  count(): Promise<number> {
    if (this.#counted && !this.#pace.isDue(ALL)) return this.#counted;
    const counting = this.#pace.run(ALL, () => this.#count());
    this.#counted = counting;
    counting.catch(() => {
      this.#counted = null;
    });
    return counting;
  }

  async #count(): Promise<number> {
    let sum = 0;
    for (const tenantId of await this.tenantIds()) sum += await this.ctx.db.tenant(tenantId, (tx) => countDiffering(tx, tenantId));
    return sum;
  }
}
