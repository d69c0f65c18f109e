/**
 * Permission scopes as the identity platform grants them (`cam:general:write`) and the rights they become on a user
 * (`CAM_GENERAL_WRITE`). `cam:operator` belongs to whoever runs the installation: it publishes remotes and mints tokens
 * for the command line, and no tenant administrator has it by default.
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

export type Scope = (typeof SCOPES)[number];

type UpperSnake<S extends string> = S extends `${infer A}:${infer B}` ? `${Uppercase<A>}_${UpperSnake<B>}` : Uppercase<S>;

export type Right = UpperSnake<Scope>;

/** `cam:general:write` -> `CAM_GENERAL_WRITE`. */
export function rightOfScope(scope: Scope): Right {
  return scope.replaceAll(':', '_').toUpperCase() as Right;
}

export const RIGHTS: readonly Right[] = SCOPES.map(rightOfScope);

export const READ_RIGHTS = ['CAM_GENERAL_READ', 'CAM_ACCOUNT_READ', 'CAM_GUARDRAIL_READ', 'CAM_ALERTS_READ'] as const satisfies readonly Right[];

export const TENANT_ADMIN_RIGHTS: readonly Right[] = RIGHTS.filter((right) => right !== 'CAM_OPERATOR');

/** Areas that the console asks about before it offers a change. */
export type WriteArea = 'GENERAL' | 'ACCOUNT' | 'GUARDRAIL' | 'ALERTS';

/** Any one of the listed rights lets a user change the area. */
export const WRITE_RIGHTS: Record<WriteArea, readonly Right[]> = {
  GENERAL: ['CAM_GENERAL_WRITE'],
  ACCOUNT: ['CAM_ACCOUNT_WRITE', 'CAM_GENERAL_WRITE'],
  GUARDRAIL: ['CAM_GUARDRAIL_WRITE'],
  ALERTS: ['CAM_ALERTS_WRITE'],
};

export function mayWrite(rights: readonly string[], area: WriteArea): boolean {
  return WRITE_RIGHTS[area].some((right) => rights.includes(right));
}
