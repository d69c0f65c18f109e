export { packagesRoutes } from './routes';
