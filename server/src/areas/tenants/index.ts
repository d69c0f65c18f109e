/** Manages tenants, their users' profiles, their notification settings, and the sign-in of the console. */
export { DEMO_TENANT, ensureDemoTenant } from './demo-tenant';
export { NotificationSettings } from './notification-settings';
export { tenantsRoutes } from './routes';
export { TenantsService } from './service';
export { SignIn } from './sign-in';
