/** Finds the least changes that end an access, and tries them. */
export { breakRoutes } from './routes';
export { ChokePointService } from './choke-points';
export { BreakService } from './service';
