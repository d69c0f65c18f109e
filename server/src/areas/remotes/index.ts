/** The door of this folder: everything that other folders may use. */
export { remotesRoutes } from './routes';
export { RemotesService } from './service';
