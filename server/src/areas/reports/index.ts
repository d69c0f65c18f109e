/** The door of this folder: everything that other folders may use. */
export { reportsRoutes } from './routes';
export { ReportsService } from './service';
