import { randomUUID } from 'node:crypto';
import { SignJWT, importJWK } from 'jose';
import { SCOPES } from '@cam/contracts/server';
import { OWN_CLAIMS } from '../../platform/config-values';
import type { Context } from '../../platform/context';
import type { VerifyToken } from '../../platform/http/principal';
import { localKeys, type TrustedIssuer } from '../../platform/http/token-verifier';
import type { MintToken, PlatformEndpoints } from './platform';
import type { Mail, Outcome } from '../notifications';
import type { SecretBox } from '../../platform/security/secret-box';
import { sweepExpired } from './adapter';
import { KnownDevices } from './known-devices';
import { MOUNT_PATH } from './mount-path';
import { loadPasswordHasher, loadPlatformKeys } from './platform-keys';
import { accessClaims, API_AUDIENCE, API_AUDIENCE_URI, CLIENT_ID, createProvider } from './provider';
import { Revocations, TOKEN_PREFIX } from './revocations';
import { Passkeys } from './passkeys';
import { ProvisionedUsers } from './provisioned-users';
import type { PlatformPages } from './routes';
import { SecurityMails } from './security-mails';
import { SecondFactors } from './second-factors';
import { FactorSteps, type RecordPageWrite } from './factor-steps';
import { SharedSignInLimiter } from './shared-sign-in-limiter';
import { SignInLimiter } from './sign-in-limiter';
import { openStep } from './sign-in-step';
import { UserPool } from './user-pool';
import { UserSessions } from './user-sessions';

/** Interval of the deletion of expired codes, tokens and sessions, ms. */
const SWEEP = 15 * 60_000;

/**
 * Opens the identity platform inside the server: the provider, the user pool, and what the API needs to trust it.
 * @param sendMail null if no mail server is configured
 * @param record for the audit log
 */
export async function openEmbeddedPlatform(
  ctx: Context,
  secrets: SecretBox,
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null,
  record: RecordPageWrite,
) {
  const keys = await loadPlatformKeys(ctx.db, secrets);
  const revocations = new Revocations(ctx);
  await revocations.open();
  const sessions = new UserSessions(ctx, revocations);
  const mails = new SecurityMails(ctx, sendMail);
  const shared = ctx.db.kind === 'postgres' ? new SharedSignInLimiter(ctx.db) : null;
  const pool = new UserPool(ctx.db, await loadPasswordHasher(ctx.db, secrets), sessions, revocations, shared ?? new SignInLimiter(), mails);
  const factors = new SecondFactors(ctx.db, secrets, new Passkeys(ctx.publicUrl));
  const devices = new KnownDevices(ctx.db, mails);
  const provider = createProvider(ctx, { pool, sessions }, keys);
  const issuer = `${ctx.publicUrl}${MOUNT_PATH}`;
  const [signingKey] = keys.jwks.keys;
  if (!signingKey) throw new Error('the embedded identity platform has no signing key');
  const key = await importJWK(signingKey, 'ES256');

  const mint: MintToken = (subject, life) =>
    new SignJWT(accessClaims(subject, `${TOKEN_PREFIX}${randomUUID()}`))
      .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid, typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience(API_AUDIENCE)
      .setSubject(subject.email)
      // With a fraction, so that a token right after a revocation is not taken for an earlier one.
      .setIssuedAt(Date.now() / 1000)
      .setExpirationTime(`${life}s`)
      .sign(key);

  const sweepAll = async (): Promise<void> => {
    await sweepExpired(ctx.db);
    await sessions.sweep();
    await revocations.sweep();
    await factors.sweep();
    await devices.sweep();
    await shared?.sweep();
  };
  const sweep = setInterval(() => void sweepAll().catch((err) => ctx.log.warn({ err }, 'sweep failed')), SWEEP);
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
  const stop = (): void => {
    clearInterval(sweep);
    revocations.stop();
  };
  const pages: PlatformPages = {
    provider,
    pool,
    devices,
    steps: new FactorSteps(pool, factors, secrets, mails, ctx.config.passwordRules, record),
    openStep: (sealed) => openStep(secrets, sealed),
  };
  const guard = (verify: VerifyToken): VerifyToken => revocations.guard(verify);
  const users = new ProvisionedUsers(ctx.db, sessions, revocations);
  return { pages, pool, users, sessions, factors, guard, mint, trusted, endpoints, stop };
}

function publicPart({ d: _private, ...rest }: Record<string, unknown>): object {
  return rest;
}
