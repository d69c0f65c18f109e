/** The part that the host uses before the rest of the console has loaded: the stored sign-in of this tab. It keeps the entry small. */
export { isUsable } from './session/access-token';
export { authValue } from './session/auth-values';
export { storage } from './state/storage';
export { queryString } from './http/request-url';
