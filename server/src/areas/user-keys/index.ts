/** Keys of the console that users changed. */
export { userKeysRoutes } from './routes';
