import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { dataHeaders, securityHeaders } from '../../platform/http/security-headers';
import { MOUNT_PATH } from './mount-path';
import { LOGO, messagePage, PAGES_CSS, SEND_FORM_SCRIPT, signInPage } from './pages';
import { rememberClient } from './requests';
import { SessionQueue } from './session-queue';
import { waitMessage } from './sign-in-limiter';
import type { PoolUser, UserPool } from './user-pool';

const WRONG = 'The e-mail or password is incorrect.';

/** Mounts the sign-in page of the embedded platform and the OpenID provider. */
export function identityPlatformRoutes(app: FastifyInstance, provider: Provider, pool: UserPool, https: boolean): void {
  app.get(`${MOUNT_PATH}/pages.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(PAGES_CSS),
  );
  app.get(`${MOUNT_PATH}/icon.svg`, (_request, reply) => reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(LOGO));
  app.get(`${MOUNT_PATH}/send-form.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(SEND_FORM_SCRIPT),
  );

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 10_000 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    pages.get(`${MOUNT_PATH}/sign-in/:uid`, async (request, reply) => {
      reply.type('text/html; charset=utf-8');
      try {
        const uid = await signInOf(provider, request, reply);
        return await reply.send(signInPage(uid, '', null));
      } catch {
        return reply.code(400).send(expiredPage());
      }
    });

    pages.post(`${MOUNT_PATH}/sign-in/:uid`, async (request, reply) => {
      const { email = '', password = '' } = request.body as { email?: string; password?: string };
      reply.type('text/html; charset=utf-8');
      let uid: string;
      try {
        uid = await signInOf(provider, request, reply);
      } catch {
        return reply.code(400).send(expiredPage());
      }
      const user = await pool.authenticate(email, password, request.ip);
      if (user === 'wrong') {
        request.log.info({ reason: 'wrong' }, 'sign-in refused');
        return reply.code(401).send(signInPage(uid, email, WRONG));
      }
      if ('retryAfter' in user) {
        request.log.info({ reason: 'throttled' }, 'sign-in refused');
        reply.code(429).header('retry-after', Math.ceil(user.retryAfter / 1000));
        return reply.send(signInPage(uid, email, waitMessage(user.retryAfter)));
      }
      const returnTo = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: user.userId, ts: signInTime(user) } },
        { mergeWithLastSubmission: false },
      );
      return reply.redirect(returnTo, 303);
    });
  });

  const callback = provider.callback();
  const turns = new SessionQueue();
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${MOUNT_PATH}/*`,
    // The provider reads the body itself, so it takes over the request before Fastify reads it.
    onRequest: async (request, reply) => {
      reply.hijack();
      rememberClient(request);
      // Pages of ours replace this policy. Anything else that the provider sends runs no script.
      for (const [name, value] of Object.entries({ ...securityHeaders(https), ...dataHeaders(https) })) reply.raw.setHeader(name, value);
      const raw = request.raw as typeof request.raw & { originalUrl?: string };
      raw.originalUrl = raw.url;
      raw.url = (raw.url ?? '').slice(MOUNT_PATH.length) || '/';
      await turns.take(request.raw, () => callback(request.raw, reply.raw));
    },
    handler: () => undefined,
  });
}

/** Returns the time of a sign-in, s since 1970. It is later than the last change that ended the user's sessions, also within the same second. */
function signInTime({ sessionsFrom }: PoolUser): number {
  return Math.max(Math.floor(Date.now() / 1000), sessionsFrom + 1);
}

/** Returns the sign-in that the browser's cookie and the path identify. @throws if there is none */
async function signInOf(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  await leaveEndedSession(provider, (request.params as { uid: string }).uid);
  const { uid } = await provider.interactionDetails(request.raw, reply.raw);
  return uid;
}

/**
 * Detaches a sign-in from a session that was signed out since it began, which the provider would refuse. This happens in every tab that learns of a
 * sign-out and opens the sign-in page before the provider completes the sign-out.
 */
async function leaveEndedSession(provider: Provider, uid: string): Promise<void> {
  const interaction = await provider.Interaction.find(uid);
  const begunIn = interaction?.session?.uid;
  if (!interaction || begunIn === undefined || (await provider.Session.findByUid(begunIn))) return;
  interaction.session = undefined;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

function expiredPage(): string {
  return messagePage({
    title: 'Sign-in expired',
    text: 'This sign-in page was open for too long. Please start again.',
    link: { href: '/login', label: 'Sign in again' },
  });
}
