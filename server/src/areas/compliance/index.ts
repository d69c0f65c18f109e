/** Evaluates the compliance rules on the graph, and keeps their exceptions, trends and reports. */
export { complianceRoutes } from './routes';
export { ComplianceService } from './service';
