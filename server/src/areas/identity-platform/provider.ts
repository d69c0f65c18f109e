import Provider, { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { SCOPES, scopesOfRights } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { securityHeaders } from '../../platform/http/security-headers';
import { SESSION_CLAIM } from '../../platform/http/token-verifier';
import { DatabaseAdapter } from './adapter';
import type { PlatformKeys } from './platform-keys';
import { MOUNT_PATH } from './mount-path';
import { messagePage } from './pages';
import { sessionCookie } from './session-queue';
import { clientOf } from './requests';
import type { UserPool } from './user-pool';
import type { UserSessions } from './user-sessions';

export const CLIENT_ID = 'cam-console';
export const API_AUDIENCE = 'cam-api';
export { MOUNT_PATH };

/** Seconds. An access token must outlive the console's refresh at 1800 s. */
const ACCESS_TOKEN_LIFE = 3600;
const SESSION_LIFE = 12 * 3600;

interface Users {
  pool: UserPool;
  sessions: UserSessions;
}

/** Creates the embedded OpenID provider: authorization code with PKCE, JWT access tokens for the API, rotating refresh tokens. */
export function createProvider(ctx: Context, users: Users, keys: PlatformKeys): Provider {
  const { publicUrl } = ctx;
  const { pool, sessions } = users;
  const configuration: Configuration = {
    adapter: class extends DatabaseAdapter {
      constructor(model: string) {
        super(ctx.db, model, () => new errors.InvalidGrant('already used'));
      }
    },
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'CAM',
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/authorize/idn`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
      },
    ],
    jwks: keys.jwks as never,
    cookies: {
      keys: keys.cookieKeys,
      names: { session: sessionCookie(publicUrl.startsWith('https:')), interaction: 'cam_idp_interaction', resume: 'cam_idp_resume' },
    },
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    scopes: ['openid', 'offline_access', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name', 'tenant', 'user_source'] },
    responseTypes: ['code'],
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFE,
      AuthorizationCode: 60,
      IdToken: ACCESS_TOKEN_LIFE,
      RefreshToken: SESSION_LIFE,
      Session: SESSION_LIFE,
      Grant: SESSION_LIFE,
      Interaction: 600,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_AUDIENCE_URI,
        useGrantedResource: () => true,
        getResourceServerInfo: async (koa) => {
          // Before the sign-in no user is known; the grant then limits the scopes.
          const userId = koa.oidc.account?.accountId ?? koa.oidc.session?.accountId;
          const user = userId === undefined ? null : await pool.findById(userId);
          return {
            scope: (user ? scopesOfRights(user.rights) : SCOPES).join(' '),
            audience: API_AUDIENCE,
            accessTokenFormat: 'jwt',
            accessTokenTTL: ACCESS_TOKEN_LIFE,
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (koa, form) => sendPage(koa, signOutPage(koa, form)),
        postLogoutSuccessSource: (koa) => {
          sendPage(
            koa,
            messagePage({ title: 'Signed out', text: 'You are signed out.', link: { href: `${publicUrl}/login`, label: 'Sign in again' } }),
          );
        },
      },
    },
    extraTokenClaims: async (koa, token) => {
      const { accountId: userId = '', sessionUid: sessionId = '' } = token as { accountId?: string; sessionUid?: string };
      const { RefreshToken: refresh, AuthorizationCode: code } = koa.oidc.entities;
      const session = { sessionId, userId, signedInAt: (refresh ?? code)?.authTime ?? 0 };
      const user = await pool.findById(userId);
      if (!user || !(await sessions.enter(session, null))) throw new errors.InvalidGrant('the session was ended');
      return accessClaims(user, sessionId);
    },
    findAccount: async (_koa, id) => {
      const user = await pool.findById(id);
      if (!user) return undefined;
      return {
        accountId: id,
        claims: async () => ({
          sub: id,
          email: user.email,
          given_name: user.firstName,
          family_name: user.lastName,
          tenant: user.tenantId,
          user_source: 'COGNITO',
        }),
      };
    },
    loadExistingGrant: (koa) => grantToConsole(koa, users),
    interactions: { url: (_koa, interaction) => `${MOUNT_PATH}/sign-in/${interaction.uid}` },
    renderError: (koa, out) => {
      const text = out.error_description ?? 'The sign-in could not be completed.';
      sendPage(koa, messagePage({ title: 'Sign-in failed', text, link: { href: `${publicUrl}/login`, label: 'Try again' } }));
    },
  };
  const provider = new Provider(`${publicUrl}${MOUNT_PATH}`, configuration);
  provider.proxy = true;
  provider.use(async (koa, next) => {
    await next();
    await endSignedOut(koa as KoaContextWithOIDC, users);
    replaceForeignPage(koa as KoaContextWithOIDC, publicUrl);
  });
  provider.on('server_error', (_koa, error) => ctx.log.error({ err: error }, 'identity platform error'));
  return provider;
}

/** Resource indicators are URIs; tokens have the short name as their audience. */
export const API_AUDIENCE_URI = 'urn:cam:api';

/** Returns the claims of a user's access token, from which the API reads its principal. */
export function accessClaims(user: { tenantId: string; email: string; rights: readonly string[] }, sessionId: string): Record<string, unknown> {
  return { tenant: user.tenantId, email: user.email, rights: scopesOfRights(user.rights), user_source: 'COGNITO', [SESSION_CLAIM]: sessionId };
}

/**
 * Grants the console the scopes of the user's rights without a consent page, because it is the platform's own client. Grants nothing for a session that
 * was ended meanwhile; the user then signs in again.
 */
async function grantToConsole(koa: KoaContextWithOIDC, { pool, sessions }: Users) {
  const { client, session, provider } = koa.oidc;
  if (!client || !session?.accountId) return undefined;
  const user = await pool.findById(session.accountId);
  const entered = { sessionId: session.uid, userId: session.accountId, signedInAt: session.loginTs ?? 0 };
  if (!user || !(await sessions.enter(entered, clientOf(koa.req)))) {
    await session.destroy();
    return undefined;
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid offline_access email profile');
  grant.addResourceScope(API_AUDIENCE_URI, scopesOfRights(user.rights).join(' '));
  await grant.save();
  return grant;
}

/**
 * Returns the provider's sign-out confirmation. With an id token as hint, the console has asked already and the form submits itself. The button is for
 * users who open the link directly.
 */
function signOutPage(koa: KoaContextWithOIDC, form: string): string {
  const isRequestedByClient = koa.oidc.entities.IdTokenHint !== undefined;
  const button = '<button class="primary" autofocus type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  return messagePage({ title: 'Sign out', text: 'Do you want to sign out?', extra: form + button, sendForm: isRequestedByClient });
}

/** Sends a page of the provider with the security headers of all other pages. */
function sendPage(koa: KoaContextWithOIDC, page: string): void {
  for (const [name, value] of Object.entries(securityHeaders(koa.protocol === 'https'))) koa.set(name, value);
  koa.type = 'html';
  koa.body = page;
  koa.state.isOwnPage = true;
}

/**
 * Replaces a page of the provider's library, which would run an inline script that the content security policy refuses. It has two: one ends a session
 * that does not exist, and one ends the session of another user before a sign-in.
 */
function replaceForeignPage(koa: KoaContextWithOIDC, publicUrl: string): void {
  const { oidc } = koa;
  if (!koa.response.is('html') || koa.state.isOwnPage) return;
  const { secret, postLogoutRedirectUri, state } = (oidc?.session?.state ?? {}) as Record<string, string | undefined>;
  if (oidc?.route === 'end_session') {
    const target = new URL(postLogoutRedirectUri ?? oidc.urlFor('end_session_success'));
    if (postLogoutRedirectUri && state) target.searchParams.set('state', state);
    koa.status = 303;
    koa.redirect(target.href);
  } else if (oidc?.route === 'resume' && secret) {
    const form = `<form method="post" action="${oidc.urlFor('end_session_confirm')}"><input type="hidden" name="xsrf" value="${secret}"></form>`;
    const text = 'Another user was signed in in this browser. That session ends now.';
    sendPage(koa, messagePage({ title: 'Signing in', text, extra: form, sendForm: true }));
  } else {
    const link = { href: `${publicUrl}/login`, label: 'Try again' };
    sendPage(koa, messagePage({ title: 'Sign-in failed', text: 'The sign-in could not be completed.', link }));
  }
}

/** Ends everything that belongs to a session which its user just signed out of. */
async function endSignedOut({ oidc }: KoaContextWithOIDC, { pool, sessions }: Users): Promise<void> {
  const session = oidc?.route === 'end_session_confirm' ? oidc.session : undefined;
  if (!session?.accountId || !('destroyed' in session)) return;
  const user = await pool.findById(session.accountId);
  await sessions.signedOut(user?.tenantId ?? '', session.uid);
}
