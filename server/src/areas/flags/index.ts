/** The door of this folder: everything that other folders may use. */
export { flagsRoutes } from './routes';
export { FlagsService } from './service';
