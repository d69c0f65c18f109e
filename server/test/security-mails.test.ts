import { api, createTenant, type TestTenant } from './support/client';
import { startMailServer } from './support/receivers';
import { addApp, codeOf, errorIn, manage, send } from './support/second-step';
import { startServer } from './support/server-process.cjs';
import { PATIENT, until } from './support/until';
import { exchange, signIn, startSignIn, submit, Visitor } from './support/visitor';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const NEW_PASSWORD = 'Quiet-harbour-7';

let mail: Awaited<ReturnType<typeof startMailServer>>;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer({ CAM_DEMO: 'none', CAM_SMTP_URL: mail.url, CAM_MAIL_FROM: 'cam@company.example' }, { data: 'console' });
});
afterAll(async () => {
  await server?.stop();
  await mail?.stop();
});

const operatorHeaders = () => ({ authorization: `Operator ${server.operatorKey}` });
const subjectsFor = (email: string) => mail.mails.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);

/** Waits for the mails of a user, in any order. */
async function expectMails({ adminEmail }: Pick<TestTenant, 'adminEmail'>, ...subjects: string[]): Promise<void> {
  await until('the mails arrive', () => subjectsFor(adminEmail).length >= subjects.length, PATIENT);
  expect(subjectsFor(adminEmail).sort()).toEqual(subjects.map((subject) => `[CAM] ${subject}`).sort());
}

it('a user is told of a changed password and of a sign-in from another device, not of the first one', async () => {
  const tenant = await createTenant(server);
  const sent = { adminEmail: tenant.adminEmail };
  await signIn(tenant.adminEmail, tenant.adminPassword, new Visitor(server.url));
  await signIn(tenant.adminEmail, tenant.adminPassword, new Visitor(server.url));
  await signIn(tenant.adminEmail, tenant.adminPassword, new Visitor(server.url, FIREFOX));
  await expectMails(sent, 'Sign-in from a new device or place');
  const [{ text } = { text: '' }] = mail.mails.filter(({ recipients }) => recipients.includes(tenant.adminEmail));
  expect(text).toMatch(/From: Firefox on Linux, (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)\n/);
  await signIn(tenant.adminEmail, tenant.adminPassword, new Visitor(server.url, FIREFOX));
  const body = { user: { email: tenant.adminEmail }, old_password: tenant.adminPassword, new_password: NEW_PASSWORD };
  expect((await api('PATCH /v1/tenants/users', { body }, tenant.token, server.url)).status).toBe(200);
  await expectMails(sent, 'Sign-in from a new device or place', 'Your password was changed');
});

it('a user is told of each change of the second factor, and of a used code', async () => {
  const tenant = await createTenant(server);
  const { secret, codes } = await addApp(tenant, server.url);
  const code = codeOf(secret);
  for (const expected of [303, 401]) {
    const attempt = await startSignIn(new Visitor(server.url));
    const page = await send(attempt, await submit(attempt, tenant.adminEmail, tenant.adminPassword), 'code', { code });
    expect(page.status).toBe(expected);
  }
  const { visitor, page } = await manage(tenant, tenant.adminPassword, new Visitor(server.url));
  const list = await send({ visitor }, page, 'code', { code: codes[0] ?? '' });
  await send({ visitor }, await send({ visitor }, await send({ visitor }, list, 'new-codes'), 'continue'), 'remove');
  await expectMails(tenant, 'A second step was added', 'A used code was entered', 'New recovery codes were created', 'A second step was removed');
});

it('a first password is random, opens only the choice of another one, and can be made again', async () => {
  const { tenantId } = await createTenant(server);
  const email = `reader@${tenantId}.example`;
  const body = { email, tenant: tenantId, scopes: ['cam:general:read' as const] };
  const { body: added } = await api('POST /v1/operator/users', { body, headers: operatorHeaders() }, undefined, server.url);
  const again = () => api('POST /v1/operator/users/{email}/first-password', { path: { email }, headers: operatorHeaders() }, undefined, server.url);
  const first = added.first_password ?? '';
  const { body: renewed } = await again();
  const second = renewed.first_password ?? '';
  expect(first.length).toBeGreaterThan(20);
  expect(second).not.toBe(first);
  expect(Date.parse(renewed.first_password_until ?? '') - Date.now()).toBeLessThanOrEqual(72 * 3600_000);

  const attempt = await startSignIn(new Visitor(server.url));
  expect((await submit(attempt, email, first)).status).toBe(401);
  const choice = await submit(attempt, email, second);
  expect([choice.location, /<h1>(.*?)</.exec(choice.html)?.[1]]).toEqual([null, 'Choose a password']);
  const step = /name="step" value="([^"]+)"/.exec(choice.html)?.[1] ?? '';
  const skipped = await attempt.visitor.open(
    `${new URL(/action="([^"]+)"/.exec(choice.html)?.[1]?.replace('choose-password', 'new-app') ?? '', server.url)}`,
    { step },
  );
  expect(skipped.html).toContain('Choose a password');
  expect(errorIn(await send(attempt, choice, 'choose-password', { password: 'Password1!' }))).toBe('Password should not be a common password');
  expect(errorIn(await send(attempt, choice, 'choose-password', { password: second }))).toBe('Choose a password that your operator does not know.');
  const done = await send(attempt, choice, 'choose-password', { password: NEW_PASSWORD });
  expect((await exchange(attempt, done)).status).toBe(200);
  expect((await signIn(email, NEW_PASSWORD, new Visitor(server.url))).access_token).toBeTruthy();
  expect((await submit(await startSignIn(new Visitor(server.url)), email, second)).status).toBe(401);
});
