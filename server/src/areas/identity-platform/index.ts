/** Signs users in: the embedded OpenID provider with its user pool, or an outside identity platform. */
export { identityDirectoryRoutes } from './directory-routes';
export { openEmbeddedPlatform } from './embedded';
export type { RecordPageWrite } from './factor-steps';
export { addIdentitySources } from './identity-sources';
export { discoverOutsidePlatform } from './outside';
export { MOUNT_PATH } from './mount-path';
export { messagePage } from './pages';
export type { MintToken, PlatformEndpoints } from './platform';
export { changeInstallationSecret, installationSecret, resealPlatformKeys } from './platform-keys';
export type { ProvisionedUsers } from './provisioned-users';
export { identityPlatformRoutes } from './routes';
export { secondFactorRoutes } from './second-factor-routes';
export { userSessionRoutes } from './session-routes';
export { readForm, type SignInForm } from './sign-in-form';
export { PASS_COOKIE, type SignOn } from './sign-on';
export { type PoolUser, type UserPool, emailTaken } from './user-pool';
