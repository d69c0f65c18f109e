/** The door of this folder: everything that other folders may use. */
export { auditRoutes } from './routes';
export { AuditLog } from './service';
