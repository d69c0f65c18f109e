/** Serves the calls of the installation's operator: tenants, tokens and the rotation of secrets. */
export { loadOperatorKey } from './operator-key';
export { watchRefusals } from './refusal-alarms';
export { rotateSecrets } from './rotate-secrets';
export { operatorRoutes } from './routes';
