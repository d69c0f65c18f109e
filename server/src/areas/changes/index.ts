/** The door of this folder: everything that other folders may use. */
export { changesRoutes } from './routes';
