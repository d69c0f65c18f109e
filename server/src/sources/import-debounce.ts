import { Pace } from '../platform/async/pace';

/**
 * Runs work that follows imports. While other imports of the tenant run or accounts wait to be evaluated again, it is left to the end of a later one, which
 * requests it again. Imports can follow each other for long, so short work also runs in between, at a pace that costs them little, and long work every half hour.
 */
export class ImportDebounce {
  readonly #pace = new Pace();

  constructor(private readonly sources: { isSettling(tenantId: string): Promise<boolean> }) {}

  /**
   * Runs the work, or leaves it to the end of a later import or evaluation.
   * @returns false if it was left
   */
  async run(tenantId: string, work: () => Promise<void>): Promise<boolean> {
    if ((await this.sources.isSettling(tenantId)) && !this.#pace.isDue(tenantId)) return false;
    await this.#pace.run(tenantId, work);
    return true;
  }
}
