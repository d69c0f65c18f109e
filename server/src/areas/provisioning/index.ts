/** Provisioning: the provider of an organization adds, changes and removes users and groups with SCIM 2.0. */
export { groupsOfUsers, ScimGroups } from './groups';
export { ownsRights } from './managed';
export { provisioningRoutes } from './routes';
export { SCIM_PATH, scimRoutes } from './scim-routes';
export { ProvisioningTokens } from './tokens';
export { ScimUsers } from './users';
