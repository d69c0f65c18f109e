/** The door of this folder: everything that other folders may use. */
export { AlertGraphs } from './alert-graphs';
export { type Finding, type LiveAlert, findingsOf, settle } from './findings';
export type { ActivityAlert } from './reconcile-activity';
export { alertsRoutes } from './routes';
export { AlertsService, type MonitorAlerts } from './service';
