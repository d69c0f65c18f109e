/** API tokens: calls without a browser, with chosen scopes, an end and a last use. */
export { apiTokenRoutes } from './routes';
export { AssistantTokens, type TokenPlace } from './assistant-tokens';
export type { OwnerOf } from './owner';
export { ApiTokens } from './service';
export { digestOf, newRefreshToken } from './token-text';
export { TokenRequests } from './requests';
export { ApiTokenVerifier } from './verifier';
