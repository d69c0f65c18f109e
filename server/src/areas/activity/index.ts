/** The door of this folder: everything that other folders may use. */
export { IpCountries } from './ip-countries';
export { MethodSwitches } from './method-switches';
export { activityRoutes } from './routes';
export { ActivityWatch } from './service';
export { UserLocations } from './user-locations';
