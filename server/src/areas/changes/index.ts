/** Lists the changes of the graph from snapshot to snapshot. */
export { changesRoutes } from './routes';
