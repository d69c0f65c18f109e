/** Publishes remotes and decides which release each user gets. */
export { remotesRoutes } from './routes';
export { RemotesService } from './service';
