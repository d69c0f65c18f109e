import { availableParallelism } from 'node:os';
import { runCooperatively } from '../../platform/async/cooperative-scheduler';
import { Limiter } from '../../platform/async/limiter';
import { WorkerPool, type WorkerLimits } from '../../platform/async/worker-pool';
import type { Evaluation, EvaluationContext, Holder } from '../engine/evaluation';
import type { SourceFacts } from '../engine/source-facts';
import { EVALUATORS } from '../providers/evaluators';

/**
 * Evaluates one source.
 * @param progress is told the fraction that is done, 0 to 1; an error of it ends the evaluation
 */
export type EvaluateSource = (facts: SourceFacts, context: EvaluationContext, progress: (done: number) => Promise<void>) => Promise<Evaluation>;

/** A source to evaluate in a thread, which has the catalogue already. */
export interface EvaluationTask {
  facts: SourceFacts;
  context: Omit<EvaluationContext, 'catalogue' | 'holders'> & { holders: Holder[] };
}

/** Entities and policies, of the source and of those that it depends on: fewer are evaluated in less time than a thread takes to start. */
const LARGE = 2000;

/** No job runs longer. A whole import of 500,000 resources took 1.4 GB, the database included. */
const LIMITS: WorkerLimits = { time: 1_800_000, memory: 4096 };

/** The next source of an organization is about as large, so its thread is kept, MB. */
const KEPT_HEAP = 1024;

/** Evaluates in this thread, in turns that are short enough for requests between them. */
export const evaluateHere: EvaluateSource = (facts, context, progress) => runCooperatively(EVALUATORS[facts.cloudType](facts, context), progress);

/** Evaluates large sources in threads of their own, so that the server answers requests, and reads and stores other sources, meanwhile. */
export class EvaluationThreads {
  readonly #pool: WorkerPool;
  readonly #turns = new Limiter(Math.max(1, availableParallelism() - 1));

  /**
   * @param worker the built file of evaluation-worker.ts
   * @param large the number of entities and policies from which a thread evaluates
   */
  constructor(
    worker: URL,
    private readonly large = LARGE,
  ) {
    this.#pool = new WorkerPool(worker, LIMITS, { keptHeap: KEPT_HEAP });
  }

  readonly evaluate: EvaluateSource = async (facts, context, progress) => {
    if (sizeOf(facts, context) < this.large) return evaluateHere(facts, context, progress);
    const { catalogue: _known, holders, ...rest } = context;
    // No evaluation reads what logs say, and they are most of the facts of some sources.
    const task: EvaluationTask = { facts: { ...facts, events: [], usage: [] }, context: { ...rest, holders: [...holders] } };
    return this.#turns.run(() => this.#pool.run<Evaluation, number>(task, progress));
  };
}

function sizeOf(facts: SourceFacts, { accounts }: EvaluationContext): number {
  return [facts, ...accounts.values()].reduce((sum, { entities, policies }) => sum + entities.length + policies.length, 0);
}
