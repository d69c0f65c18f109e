/** Finds suspicious activity in the logs after each snapshot and raises alerts of it. */
export { IpCountries } from './ip-countries';
export { MethodSwitches } from './method-switches';
export { activityRoutes } from './routes';
export { ActivityWatch } from './service';
export { UserLocations } from './user-locations';
