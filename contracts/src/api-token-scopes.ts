import { rightOfScope, SCOPES, type Scope } from './rights';

/** Prefix of API tokens, by which the server and secret scanners recognise them. */
export const API_TOKEN_PREFIX = 'cam_';

/** Scopes that an API token may have: all except the operator's. */
export const API_TOKEN_SCOPES = SCOPES.filter((scope) => scope !== 'cam:operator') as readonly Exclude<Scope, 'cam:operator'>[];
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/** Kinds of API tokens: `PERSONAL` acts with the present rights of its owner, `SERVICE` belongs to the tenant and stays when its creator leaves. */
export const API_TOKEN_KINDS = ['PERSONAL', 'SERVICE'] as const;
export type ApiTokenKind = (typeof API_TOKEN_KINDS)[number];

/** Default life of a token, days. */
export const DEFAULT_TOKEN_DAYS = 90;
/** Longest life that a tenant can allow, days. */
export const MAX_TOKEN_DAYS = 366;
/** How long the former value of a rotated token stays valid, hours. */
export const ROTATION_HOURS = 24;

/** Returns the scopes that a user with these rights may give to a token. */
export function grantableScopes(rights: readonly string[]): ApiTokenScope[] {
  return API_TOKEN_SCOPES.filter((scope) => rights.includes(rightOfScope(scope)));
}
