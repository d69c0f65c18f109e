/** Finds the least changes that end an access, and tries them. */
export { breakRoutes } from './routes';
export { BreakService } from './service';
