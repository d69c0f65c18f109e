import { SignJWT, importJWK } from 'jose';
import { SCOPES } from '@cam/contracts/server';
import { OWN_CLAIMS } from '../../platform/config';
import type { Context } from '../../platform/context';
import { localKeys, type TrustedIssuer } from '../../platform/http/token-verifier';
import type { MintToken, PlatformEndpoints } from './platform';
import type { SecretBox } from '../../platform/security/secret-box';
import { sweepExpired } from './adapter';
import { MOUNT_PATH } from './mount-path';
import { loadPlatformKeys } from './platform-keys';
import { accessClaims, API_AUDIENCE, API_AUDIENCE_URI, CLIENT_ID, createProvider } from './provider';
import { UserPool } from './user-pool';

/** Interval of the deletion of expired codes, tokens and sessions, ms. */
const SWEEP = 15 * 60_000;

/** Opens the identity platform inside the server: the provider, the user pool, and what the API needs to trust it. */
export async function openEmbeddedPlatform(ctx: Context, secrets: SecretBox) {
  const keys = await loadPlatformKeys(ctx.db, secrets);
  const pool = new UserPool(ctx.db);
  const provider = createProvider(ctx, pool, keys);
  const issuer = `${ctx.publicUrl}${MOUNT_PATH}`;
  const [signingKey] = keys.jwks.keys;
  if (!signingKey) throw new Error('the embedded identity platform has no signing key');
  const key = await importJWK(signingKey, 'ES256');

  const mint: MintToken = (subject, life) =>
    new SignJWT(accessClaims(subject))
      .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(API_AUDIENCE)
      .setSubject(subject.email)
      .setIssuedAt()
      .setExpirationTime(`${life}s`)
      .sign(key);

  const sweep = setInterval(() => void sweepExpired(ctx.db).catch((err) => ctx.log.warn({ err }, 'sweep failed')), SWEEP);
  sweep.unref();

  const trusted: TrustedIssuer = { issuer, audience: API_AUDIENCE, keys: localKeys({ keys: keys.jwks.keys.map(publicPart) }), claims: OWN_CLAIMS };
  const endpoints: PlatformEndpoints = {
    apiUrl: issuer,
    authorizeEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    logoutEndpoint: `${issuer}/session/end`,
    clientId: CLIENT_ID,
    clientSecret: null,
    scope: ['openid', 'offline_access', 'email', 'profile', ...SCOPES.filter((scope) => scope !== 'cam:operator')].join(' '),
    resource: API_AUDIENCE_URI,
  };
  return { provider, pool, mint, trusted, endpoints, stop: () => clearInterval(sweep) };
}

function publicPart({ d: _private, ...rest }: Record<string, unknown>): object {
  return rest;
}
