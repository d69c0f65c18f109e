/** The door of this folder: everything that other folders may use. */
export { downloadsRoutes } from './routes';
export { type DownloadExports, Downloads, type WriteExport } from './service';
