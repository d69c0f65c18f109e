/** Manages guardrails, evaluates them after each snapshot, and tests them on recent days. */
export { BackTester } from './back-test';
export { GuardrailEvaluator } from './evaluate';
export { guardrailsRoutes } from './routes';
export { GuardrailsService } from './service';
export { listWatched, readNotify, readRemediations, type WatchedGuardrail } from './store';
