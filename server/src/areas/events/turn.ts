import type { Db } from '../../platform/db/database';
import { saveProgress, type Progress, type WebhookRow } from './webhook-store';

/** Time that a webhook may take in one run of the job, ms, so that the others of the tenant get their turn. */
const TURN = 30_000;

/** The turn of one process to send to a webhook. It ends when its time is over, or when the webhook was changed meanwhile. */
export class Turn {
  readonly #end = Date.now() + TURN;
  #isOwned = true;

  constructor(
    private readonly db: Db,
    public webhook: WebhookRow,
    private readonly signal: AbortSignal,
  ) {}

  get isGoingOn(): boolean {
    return this.#isOwned && !this.signal.aborted && Date.now() < this.#end;
  }

  async save(progress: Progress): Promise<void> {
    this.#isOwned = await this.db.tenant(this.webhook.tenant_id, (tx) => saveProgress(tx, this.webhook, progress));
    this.webhook = { ...this.webhook, ...progress };
  }

  /** Lets another process go on. */
  async end(): Promise<void> {
    if (this.#isOwned) await this.save({ leased_until: null });
  }
}
