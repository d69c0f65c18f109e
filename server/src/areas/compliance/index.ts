/** The door of this folder: everything that other folders may use. */
export { complianceRoutes } from './routes';
export { ComplianceService } from './service';
