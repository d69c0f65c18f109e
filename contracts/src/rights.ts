import { isAreaName, type AreaRight } from './area-names';

/**
 * Permission scopes of the identity platform (`cam:general:write`). Each becomes a right of the user (`CAM_GENERAL_WRITE`). `cam:operator` is for
 * operators of the installation: it publishes remotes and issues tokens for the command line. Tenant administrators do not have it by default.
 */
export const SCOPES = [
  'cam:general:read',
  'cam:general:write',
  'cam:account:read',
  'cam:account:write',
  'cam:guardrail:read',
  'cam:guardrail:write',
  'cam:alerts:read',
  'cam:alerts:write',
  'cam:operator',
] as const;

/** A scope of CAM. */
export type OwnScope = (typeof SCOPES)[number];

/** A scope: one of CAM, or a right that an area declares. */
export type Scope = OwnScope | AreaRight;

type UpperSnake<S extends string> = S extends `${infer A}:${infer B}` ? `${Uppercase<A>}_${UpperSnake<B>}` : Uppercase<S>;

/** A right of CAM. */
export type OwnRight = UpperSnake<OwnScope>;

/** A right of a user: one of CAM, or one that an area declares. */
export type Right = OwnRight | AreaRight;

function ownRight(scope: OwnScope): OwnRight {
  return scope.replaceAll(':', '_').toUpperCase() as OwnRight;
}

/** Converts a scope to its right: `cam:general:write` becomes `CAM_GENERAL_WRITE`. The rights of areas, which have a point, are their own scopes. */
export function rightOfScope(scope: Scope): Right {
  return scope.includes('.') ? (scope as Right) : ownRight(scope as OwnScope);
}

/** All rights of CAM. */
export const RIGHTS: readonly OwnRight[] = SCOPES.map(ownRight);

/** Returns the scopes of a user's rights: those of CAM in their order, then the rights that areas declare. */
export function scopesOfRights(rights: readonly string[]): Scope[] {
  return [...SCOPES.filter((scope) => rights.includes(rightOfScope(scope))), ...(rights.filter(isAreaName) as Scope[])];
}

/** Rights of a read-only user. */
export const READ_RIGHTS = ['CAM_GENERAL_READ', 'CAM_ACCOUNT_READ', 'CAM_GUARDRAIL_READ', 'CAM_ALERTS_READ'] as const satisfies readonly Right[];

/** Rights of a tenant administrator: all except the operator's. */
export const TENANT_ADMIN_RIGHTS: readonly Right[] = RIGHTS.filter((right) => right !== 'CAM_OPERATOR');

/** Areas whose write access the console checks before it offers a change. */
export type WriteArea = 'GENERAL' | 'ACCOUNT' | 'GUARDRAIL' | 'ALERTS';

/** Rights that allow changes in an area; any one of them suffices. */
export const WRITE_RIGHTS: Record<WriteArea, readonly Right[]> = {
  GENERAL: ['CAM_GENERAL_WRITE'],
  ACCOUNT: ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'],
  GUARDRAIL: ['CAM_GUARDRAIL_WRITE'],
  ALERTS: ['CAM_ALERTS_WRITE'],
};

/** Reports whether a user with these rights may change an area. */
export function mayWrite(rights: readonly string[], area: WriteArea): boolean {
  return WRITE_RIGHTS[area].some((right) => rights.includes(right));
}
