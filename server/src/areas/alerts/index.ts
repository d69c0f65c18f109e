/** Raises, lists and closes alerts of guardrails, of suspicious activity and of users. */
export { AlertGraphs } from './alert-graphs';
export { AlertCauses } from './causes';
export { AlertRisks } from './alert-risks';
export { type Finding, type LiveAlert, findingsOf, reconcile } from './findings';
export { listFindings } from './findings-by-risk';
export type { ActivityAlert } from './reconcile-activity';
export { MentionMails } from './mention-mails';
export { alertsRoutes } from './routes';
export { AlertsService, type MonitorAlerts } from './service';
export { triageRoutes } from './triage-routes';
export { TriageService } from './triage-service';
