/** Writes whole lists as files in the background, and keeps them for a day. */
export { downloadsRoutes } from './routes';
export { type DownloadExports, Downloads, type WriteExport } from './service';
