/** Roles of a tenant: rights in some accounts or all, for people and groups. */
export { RoleGrants } from './grants';
export { roleRoutes } from './routes';
export { RolesService } from './service';
