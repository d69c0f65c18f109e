/** Longest time that consecutive imports may defer the work after them, ms. */
const LONGEST_DEFERRAL = 15 * 60_000;

/**
 * Defers work after imports while other imports of the tenant run, because the end of each import requests it again. Stops deferring after 15
 * minutes, because imports can follow each other for long.
 */
export class ImportDebounce {
  readonly #waitingSince = new Map<string, number>();

  constructor(private readonly sources: { isImporting(tenantId: string): Promise<boolean> }) {}

  /** Returns whether to leave the work to the end of a later import. */
  async shouldDefer(tenantId: string): Promise<boolean> {
    const since = this.#waitingSince.get(tenantId) ?? Date.now();
    const isDeferred = Date.now() - since < LONGEST_DEFERRAL && (await this.sources.isImporting(tenantId));
    if (isDeferred) this.#waitingSince.set(tenantId, since);
    else this.#waitingSince.delete(tenantId);
    return isDeferred;
  }
}
