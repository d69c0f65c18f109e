/** Single sign-on: people sign in with the SAML provider of their organization, which also says what they may do. */
export { checkRules } from './rule-check';
export { domainOf, isOfOrganization } from './domains';
export { renewedRights, rightsByRules } from './rights-mapping';
export { openSingleSignOn } from './open';
export { samlPageRoutes } from './page-routes';
export { singleSignOnRoutes } from './routes';
