import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { RIGHTS, SCOPES, USER_SOURCES, isAreaName, rightOfScope, type Right, type Scope, type UserSource } from '@cam/contracts/server';
import type { ClaimNames } from '../config-values';
import { unauthorized } from './errors';
import type { Principal, VerifyToken } from './principal';

export interface TrustedIssuer {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  claims: ClaimNames;
}

/** The claim with the session of a token. Only the embedded platform's tokens are compared with the list of revoked sessions. */
export const SESSION_CLAIM = 'cam_session';

/** Tolerance between the clocks of two machines, seconds. */
const CLOCK_TOLERANCE = 60;

/** Makes a verifier that works offline: it checks signature, issuer, audience and expiry, then reads tenant and rights from the claims. */
export function createTokenVerifier(trusted: TrustedIssuer): VerifyToken {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, trusted.keys, {
        issuer: trusted.issuer,
        audience: trusted.audience,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp'],
      });
      return principalOf(payload, trusted.claims);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthorized('TOKEN_EXPIRED', 'Your session has expired. Please sign in again.');
      if (error instanceof errors.JOSEError) throw unauthorized('TOKEN_INVALID', 'Your session is not valid. Please sign in again.');
      throw error;
    }
  };
}

export function localKeys(jwks: { keys: object[] }): JWTVerifyGetKey {
  return createLocalJWKSet(jwks as never);
}

export function remoteKeys(jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: 5000, cooldownDuration: 10_000 });
}

function principalOf(payload: JWTPayload, claims: ClaimNames): Principal {
  const {
    [claims.tenant]: tenant,
    [claims.email]: email,
    [claims.rights]: rights,
    [claims.userSource]: userSource,
    [claims.groups]: groups,
  } = payload;
  if (typeof tenant !== 'string' || tenant === '' || typeof email !== 'string') {
    throw unauthorized('TOKEN_INVALID', 'Your account is not assigned to a tenant. Ask your administrator.');
  }
  const named = Array.isArray(rights) ? rights : String(rights ?? payload.scope ?? '').split(' ');
  return {
    tenantId: tenant,
    email: email.toLowerCase(),
    rights: named.flatMap(toRight),
    userSource: toUserSource(userSource),
    ...(Array.isArray(groups) ? { groups: groups.filter((group): group is string => typeof group === 'string') } : {}),
    expiresAt: (payload.exp ?? 0) * 1000,
    sessionId: typeof payload[SESSION_CLAIM] === 'string' ? payload[SESSION_CLAIM] : null,
    issuedAt: (payload.iat ?? 0) * 1000,
  };
}

/**
 * Platforms name grants as scopes (`cam:general:read`) or as rights (`CAM_GENERAL_READ`), and the rights of areas by their names. Other names grant
 * nothing. Those of areas never open a call of CAM, because only its own rights do.
 */
function toRight(name: unknown): Right[] {
  if ((SCOPES as readonly unknown[]).includes(name) || (typeof name === 'string' && isAreaName(name))) return [rightOfScope(name as Scope)];
  return (RIGHTS as readonly unknown[]).includes(name) ? [name as Right] : [];
}

function toUserSource(value: unknown): UserSource {
  return (USER_SOURCES as readonly unknown[]).includes(value) ? (value as UserSource) : 'IDN_IDP';
}
