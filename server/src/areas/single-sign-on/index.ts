/** Single sign-on: people sign in with the SAML provider of their organization, which also says what they may do. */
export { openSingleSignOn } from './open';
export { samlPageRoutes } from './page-routes';
export { singleSignOnRoutes } from './routes';
