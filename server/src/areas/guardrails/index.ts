/** The door of this folder: everything that other folders may use. */
export { BackTester } from './back-test';
export { GuardrailEvaluator } from './evaluate';
export { guardrailsRoutes } from './routes';
export { GuardrailsService } from './service';
