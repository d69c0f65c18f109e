/** Passes the calls of remotes to the servers of their teams, with the user's identity. */
export { backEndRoutes } from './routes';
export { BackEndsService } from './service';
