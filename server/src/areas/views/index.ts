/** Stores views of lists under names, private or shared with the tenant. */
export { viewsRoutes } from './routes';
export { ViewsService } from './service';
export { ALERTS_PAGE, type ViewReader } from './store';
