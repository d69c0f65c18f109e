interface Resumable<Answer = void> {
  resume(tenantId: string): Promise<Answer>;
}

export interface ResumedScoresDependencies {
  sources: {
    /** Returns whether imports are running or accounts wait to be evaluated again; each of them ends with an event. */
    isSettling(tenantId: string): Promise<boolean>;
  };
  counts: {
    /** Returns whether the inventory is being counted, or will be; scores follow each count. */
    isCounting(tenantId: string): Promise<boolean>;
  };
  /** Returns whether scores were queued. The others follow new scores. */
  risk: Resumable<boolean>;
  alertRisks: Resumable;
  chokePoints: Resumable;
  causes: { queue(tenantId: string): Promise<void> };
}

/**
 * Resumes scores, and what follows from them, that are missing or out of date. While the graph of a tenant is about to change, they wait: a count of the
 * new snapshot queues them, and `resume` runs after an end without changes.
 */
export class ResumedScores {
  /** Tenants whose causes of alerts were left at the start of the server. */
  readonly #withoutCauses = new Set<string>();

  constructor(private readonly deps: ResumedScoresDependencies) {}

  /** Resumes what the end of the server may have interrupted. */
  async start(tenantId: string): Promise<void> {
    this.#withoutCauses.add(tenantId);
    await this.resume(tenantId);
  }

  /** Runs as time passes, and when imports and evaluations end without changes. */
  async resume(tenantId: string): Promise<void> {
    const { sources, counts, causes, risk, alertRisks, chokePoints } = this.deps;
    if ((await sources.isSettling(tenantId)) || (await counts.isCounting(tenantId))) return;
    if (this.#withoutCauses.delete(tenantId)) await causes.queue(tenantId);
    if (await risk.resume(tenantId)) return;
    await alertRisks.resume(tenantId);
    await chokePoints.resume(tenantId);
  }
}
