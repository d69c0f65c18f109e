/** Sign-in of assistants with OAuth 2.1: an assistant that knows only the address of the tools gets access from a user, without a token that somebody copies. */
export { assistantMetadataUrl } from './metadata';
export { openAssistantSignIn } from './open';
export { oauthRoutes } from './oauth-routes';
export { assistantSignInRoutes } from './routes';
