/** The door of this folder: everything that other folders may use. */
export { DEMO_TENANT, ensureDemoTenant } from './demo-tenant';
export { NotificationSettings } from './notification-settings';
export { tenantsRoutes } from './routes';
export { TenantsService } from './service';
export { SignIn } from './sign-in';
