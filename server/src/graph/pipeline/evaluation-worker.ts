import { serveTasks, type TaskOutcome } from '../../platform/async/worker-tasks';
import { loadCatalogue } from '../engine/catalogue/load-catalogue';
import type { Evaluation } from '../engine/evaluation';
import { EVALUATORS } from '../providers/evaluators';
import type { EvaluationTask } from './evaluation-threads';

/** Minimum time between two messages about the progress, ms. */
const PROGRESS_STEP = 200;

const catalogue = loadCatalogue(new URL('./aws-catalogue.json', import.meta.url));

/** Evaluates sources, away from the thread that answers requests. */
serveTasks<EvaluationTask, Evaluation, number>(async ({ facts, context }, send): Promise<TaskOutcome<Evaluation>> => {
  const work = EVALUATORS[facts.cloudType](facts, { ...context, catalogue });
  let told = Date.now();
  for (;;) {
    const step = work.next();
    if (step.done) return { value: step.value };
    if (Date.now() - told < PROGRESS_STEP) continue;
    await send(step.value);
    told = Date.now();
  }
});
