/** Generates reports as files, on request or by schedule, and mails them. */
export { reportsRoutes } from './routes';
export { ReportsService } from './service';
