/** API tokens: calls without a browser, with chosen scopes, an end and a last use. */
export { apiTokenRoutes } from './routes';
export { ApiTokens } from './service';
export { TokenRequests } from './requests';
export { ApiTokenVerifier } from './verifier';
