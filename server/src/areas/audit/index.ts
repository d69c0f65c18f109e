/** Records the writes of users and lists them as the audit log. */
export type { PageWrite } from './page-writes';
export { auditRoutes } from './routes';
export { AuditLog } from './service';
