/** Raises, lists and closes alerts of guardrails, of suspicious activity and of users. */
export { AlertGraphs } from './alert-graphs';
export { type Finding, type LiveAlert, findingsOf, reconcile } from './findings';
export type { ActivityAlert } from './reconcile-activity';
export { alertsRoutes } from './routes';
export { AlertsService, type MonitorAlerts } from './service';
