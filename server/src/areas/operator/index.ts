/** The door of this folder: everything that other folders may use. */
export { loadOperatorKey } from './operator-key';
export { rotateSecrets } from './rotate-secrets';
export { operatorRoutes } from './routes';
