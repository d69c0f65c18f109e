import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import { dataHeaders, securityHeaders } from '../../platform/http/security-headers';
import { SignOnRefusal } from '../../platform/security/sign-on-refusal';
import { managePasswordPage, PASSKEY_SCRIPT } from './factor-pages';
import type { FactorSteps, StepResult } from './factor-steps';
import type { KnownDevices } from './known-devices';
import { MOUNT_PATH } from './mount-path';
import { emailPage, leavePage, LOGO, messagePage, PAGES_CSS, PASSWORD_SCRIPT, SEND_FORM_SCRIPT, signInPage } from './pages';
import { rememberClient } from './requests';
import { SessionQueue } from './session-queue';
import { readForm, type SignInForm } from './sign-in-form';
import { waitMessage } from './sign-in-limiter';
import type { SignInStep } from './sign-in-step';
import { PASS_COOKIE, type SignOn } from './sign-on';
import type { UserPool } from './user-pool';

const EXPIRED = 'This first password has expired. Ask your operator for a new one.';
/** Bytes of a form: a step and the answer of a passkey are its largest fields. */
const LARGEST_FORM = 50_000;
/** The pass of a sign-in that began at the provider of an organization, among the cookies. */
const PASS = new RegExp(`(?:^|;\\s*)${PASS_COOKIE}=([\\w-]+)`);
/** Stands for the body of a request without one. */
const NO_FORM: SignInForm = { fields: {}, password: Buffer.alloc(0) };
const SIGN_ON_REQUIRED = 'Your organization requires single sign-on. Continue with your e-mail alone.';
const WRONG = 'The e-mail or password is incorrect.';

export interface PlatformPages {
  provider: Provider;
  pool: UserPool;
  steps: FactorSteps;
  devices: KnownDevices;
  openStep: (sealed: string | undefined) => SignInStep | null;
}

/** The settings of the pages from outside the platform. */
export interface PageSettings {
  https: boolean;
  /** Address of the help that the sign-in page links to. */
  helpUrl: string;
  signOn: SignOn;
}

/** Mounts the pages of the embedded platform and the OpenID provider. */
export function identityPlatformRoutes(
  app: FastifyInstance,
  { provider, pool, steps, devices, openStep }: PlatformPages,
  { https, helpUrl, signOn }: PageSettings,
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
      again: (email: string, error: string) => string | Promise<string>,
    ) => {
      const user = await pool.authenticate(email, password, request.ip);
      if (user === 'wrong' || user === 'expired') {
        request.log.info({ reason: user, address: request.ip }, 'sign-in refused');
        await reply.code(401).send(await again(email, user === 'wrong' ? WRONG : EXPIRED));
        return null;
      }
      if ('retryAfter' in user) {
        request.log.info({ reason: 'throttled', address: request.ip }, 'sign-in refused');
        reply.code(429).header('retry-after', Math.ceil(user.retryAfter / 1000));
        await reply.send(await again(email, waitMessage(user.retryAfter)));
        return null;
      }
      return user;
    };

    /** Sends the page that a sign-in begins with. */
    const begin = async (uid: string, { email, error = null, byPassword }: { email: string; error?: string | null; byPassword: boolean }) => {
      const hasSignOn = await signOn.isUsed();
      return hasSignOn && !byPassword ? emailPage({ uid, email, error, helpUrl }) : signInPage({ uid, email, error, helpUrl, hasSignOn });
    };

    /** Continues after the e-mail: with the provider of the organization, or with the password. */
    const afterEmail = async (uid: string, email: string): Promise<{ status: number; html: string }> => {
      try {
        const leaving = await signOn.begin(email, uid);
        return { status: 200, html: leaving ? leavePage(leaving) : await begin(uid, { email, byPassword: true }) };
      } catch (error) {
        if (!(error instanceof SignOnRefusal)) throw error;
        return { status: 403, html: await begin(uid, { email, error: error.sentence, byPassword: false }) };
      }
    };

    pages.get(`${MOUNT_PATH}/sign-in/:uid`, async (request, reply) => {
      const uid = await signInOf(provider, request, reply);
      if (uid === null) return reply.code(400).send(expiredPage());
      const pass = PASS.exec(request.headers.cookie ?? '')?.[1];
      if (pass !== undefined) reply.header('set-cookie', `${PASS_COOKIE}=; Path=${MOUNT_PATH}/sign-in; Max-Age=0; HttpOnly; SameSite=Lax`);
      const signedIn = pass === undefined ? null : await signOn.take(pass, null);
      if (signedIn) return proceed(request, reply, signedIn);
      return reply.send(await begin(uid, { email: '', byPassword: (request.query as { with?: string }).with === 'password' }));
    });

    pages.get(`${MOUNT_PATH}/sign-in/:uid/single-sign-on`, async (request, reply) => {
      const uid = await signInOf(provider, request, reply);
      return proceed(request, reply, uid === null ? null : await signOn.take((request.query as { pass?: string }).pass ?? '', uid));
    });

    postForm('/sign-in/:uid', async (request, reply, form) => {
      const uid = await signInOf(provider, request, reply);
      if (uid === null) return reply.code(400).send(expiredPage());
      const { email = '' } = form.fields;
      if (form.password.length === 0 && (await signOn.isUsed())) {
        const { status, html } = await afterEmail(uid, email);
        return reply.code(status).send(html);
      }
      const begunAt = Date.now();
      const user = await authenticate(request, reply, form, (typed, error) => begin(uid, { email: typed, error, byPassword: true }));
      if (!user) return reply;
      if (await signOn.isRequiredOf(user)) {
        request.log.info({ reason: 'single sign-on required', address: request.ip }, 'sign-in refused');
        return reply.code(403).send(await begin(uid, { email, error: SIGN_ON_REQUIRED, byPassword: false }));
      }
      return proceed(request, reply, await steps.afterPassword(user, uid, begunAt));
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
