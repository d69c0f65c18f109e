/** What the host uses before the rest of the console has come: who is signed in, as this tab has it stored. Small, so that the entry stays small. */
export { isAlive } from './session/access-token';
export { authValue } from './session/auth-values';
export { storage } from './state/storage';
export { queryString } from './http/request-url';
