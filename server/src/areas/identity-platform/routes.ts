import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { dataHeaders, securityHeaders } from '../../platform/http/security-headers';
import { managePasswordPage, PASSKEY_SCRIPT } from './factor-pages';
import type { FactorSteps, StepResult } from './factor-steps';
import type { KnownDevices } from './known-devices';
import { MOUNT_PATH } from './mount-path';
import { LOGO, messagePage, PAGES_CSS, PASSWORD_SCRIPT, SEND_FORM_SCRIPT, signInPage } from './pages';
import { rememberClient } from './requests';
import { SessionQueue } from './session-queue';
import { readForm, type SignInForm } from './sign-in-form';
import { waitMessage } from './sign-in-limiter';
import type { SignInStep } from './sign-in-step';
import type { UserPool } from './user-pool';

const EXPIRED = 'This first password has expired. Ask your operator for a new one.';
/** Bytes of a form: a step and the answer of a passkey are its largest fields. */
const LARGEST_FORM = 50_000;
/** Stands for the body of a request without one. */
const NO_FORM: SignInForm = { fields: {}, password: Buffer.alloc(0) };
const WRONG = 'The e-mail or password is incorrect.';

export interface PlatformPages {
  provider: Provider;
  pool: UserPool;
  steps: FactorSteps;
  devices: KnownDevices;
  openStep: (sealed: string | undefined) => SignInStep | null;
}

/**
 * Mounts the pages of the embedded platform and the OpenID provider.
 * @param helpUrl address of the help that the sign-in page links to
 */
export function identityPlatformRoutes(
  app: FastifyInstance,
  { provider, pool, steps, devices, openStep }: PlatformPages,
  https: boolean,
  helpUrl: string,
): void {
  const files = {
    'pages.css': ['text/css', PAGES_CSS],
    'send-form.js': ['text/javascript', SEND_FORM_SCRIPT],
    'password.js': ['text/javascript', PASSWORD_SCRIPT],
    'passkey.js': ['text/javascript', PASSKEY_SCRIPT],
  };
  for (const [name, [type, text]] of Object.entries({ ...files, 'icon.svg': ['image/svg+xml', LOGO] })) {
    app.get(`${MOUNT_PATH}/${name}`, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text),
    );
  }

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: LARGEST_FORM }, (_request: FastifyRequest, payload: Readable) =>
      readForm(payload, LARGEST_FORM),
    );

    /** Serves a form, and overwrites its password afterwards. */
    const postForm = (path: string, handle: (request: FastifyRequest, reply: FastifyReply, form: SignInForm) => Promise<unknown>): void => {
      pages.post(`${MOUNT_PATH}${path}`, async (request, reply) => {
        const form = (request.body ?? NO_FORM) as SignInForm;
        try {
          return await handle(request, reply, form);
        } finally {
          form.password.fill(0);
        }
      });
    };

    /** Runs the action of a form. The rules of a new password need its text. */
    const act = (request: FastifyRequest, step: SignInStep, { fields, password }: SignInForm): Promise<StepResult | null> => {
      const { action } = request.params as { action: string };
      const given = action === 'choose-password' ? { ...fields, password: password.toString() } : fields;
      return steps.run(action, step, given, request.ip);
    };

    pages.addHook('onRequest', async (_request, reply) => void reply.type('text/html; charset=utf-8'));

    /** Sends the page that follows a step, or completes the sign-in. */
    const proceed = async (request: FastifyRequest, reply: FastifyReply, result: StepResult | null) => {
      if (result === null) return reply.code(400).send(expiredPage());
      if ('html' in result) {
        if (result.status >= 400)
          request.log.info({ reason: result.status === 429 ? 'throttled' : 'second factor', address: request.ip }, 'sign-in refused');
        if (result.retryAfter !== undefined) reply.header('retry-after', Math.ceil(result.retryAfter / 1000));
        return reply.code(result.status).send(result.html);
      }
      const login = { accountId: result.userId, ts: result.signedInAt };
      request.log.info({ user: result.userId, address: request.ip }, 'signed in');
      const user = await pool.findById(result.userId);
      if (user) await devices.signedIn(user, { address: request.ip, userAgent: request.headers['user-agent'] });
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }), 303);
    };

    /** Checks the password of a form. Returns null after it sent the form again. */
    const authenticate = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { fields: { email = '' }, password }: SignInForm,
      again: (email: string, error: string) => string,
    ) => {
      const user = await pool.authenticate(email, password, request.ip);
      if (user === 'wrong' || user === 'expired') {
        request.log.info({ reason: user, address: request.ip }, 'sign-in refused');
        await reply.code(401).send(again(email, user === 'wrong' ? WRONG : EXPIRED));
        return null;
      }
      if ('retryAfter' in user) {
        request.log.info({ reason: 'throttled', address: request.ip }, 'sign-in refused');
        reply.code(429).header('retry-after', Math.ceil(user.retryAfter / 1000));
        await reply.send(again(email, waitMessage(user.retryAfter)));
        return null;
      }
      return user;
    };

    pages.get(`${MOUNT_PATH}/sign-in/:uid`, async (request, reply) => {
      const uid = await signInOf(provider, request, reply);
      return uid === null ? reply.code(400).send(expiredPage()) : reply.send(signInPage(uid, '', null, helpUrl));
    });

    postForm('/sign-in/:uid', async (request, reply, form) => {
      const uid = await signInOf(provider, request, reply);
      if (uid === null) return reply.code(400).send(expiredPage());
      const begunAt = Date.now();
      const user = await authenticate(request, reply, form, (email, error) => signInPage(uid, email, error, helpUrl));
      return user ? proceed(request, reply, await steps.afterPassword(user, uid, begunAt)) : reply;
    });

    postForm('/sign-in/:uid/:action', async (request, reply, form) => {
      const uid = await signInOf(provider, request, reply);
      const step = openStep(form.fields.step);
      if (uid === null || step?.uid !== uid) return reply.code(400).send(expiredPage());
      return proceed(request, reply, await act(request, step, form));
    });

    pages.get(`${MOUNT_PATH}/second-factor`, async (_request, reply) => reply.send(managePasswordPage('', null)));

    postForm('/second-factor', async (request, reply, form) => {
      const begunAt = Date.now();
      const user = await authenticate(request, reply, form, managePasswordPage);
      return user ? proceed(request, reply, await steps.afterPassword(user, null, begunAt)) : reply;
    });

    postForm('/second-factor/:action', async (request, reply, form) => {
      const step = openStep(form.fields.step);
      if (!step || step.uid !== null) return reply.code(400).send(expiredPage());
      return proceed(request, reply, await act(request, step, form));
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

/** Returns the sign-in that the browser's cookie and the path identify; null if there is none. */
async function signInOf(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  const { uid } = request.params as { uid: string };
  await leaveEndedSession(provider, uid);
  const details = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  });
  return details?.uid === uid ? uid : null;
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
