/** So long a run of imports may put off what follows from them, ms. */
const PATIENCE = 15 * 60_000;

/**
 * Puts off what is to be done after imports while some are under way, as the end of each of them asks for it again; but not for ever, as they may follow
 * each other for long.
 */
export class ImportPatience {
  readonly #waitingSince = new Map<string, number>();

  constructor(private readonly sources: { isImporting(tenantId: string): Promise<boolean> }) {}

  /** Whether to leave it to the end of the last import. */
  async putsOff(tenantId: string): Promise<boolean> {
    const since = this.#waitingSince.get(tenantId) ?? Date.now();
    const putsOff = Date.now() - since < PATIENCE && (await this.sources.isImporting(tenantId));
    if (putsOff) this.#waitingSince.set(tenantId, since);
    else this.#waitingSince.delete(tenantId);
    return putsOff;
  }
}
