/** Stores the feature flags of tenants. */
export { flagsRoutes } from './routes';
export { FlagsService, type AreaFlagInfo } from './service';
