import { api } from '../../server/test/support/client';
import { claimsOf, exchange, startSignIn, submit, Visitor, type SignInTry } from '../../server/test/support/visitor';
import type { Attacked } from './attacked';
import { Findings, type Suite } from './suite';

const NAME = 'sign-in';

/** A user of the attacked server's own platform, whose password the attack knows. */
export interface SignInTarget {
  attacked: Attacked;
  email: string;
  password: string;
}

/** Guesses that the platform may check in a minute. */
const CHECKED = 5;
const AT_ONCE = 50;

/** Addresses to which the platform must never send a code. */
const REDIRECTS = (own: string): string[] => [
  ...['https://evil.example/authorize/idn', '//evil.example/authorize/idn', `${own}.evil.example/authorize/idn`, `${own}@evil.example/authorize/idn`],
  ...[`${own}/authorize/idn/../../evil`, `${own}/authorize/idn?x=1`, `${own}/authorize/idn#x`, `${own}/authorize/idn/`, `${own}/login`, `${own}/`],
  ...[`${own}/authorize/idn%0d%0aset-cookie:x=1`, `${own}/authorize%2fidn`, `${own.replace('http', 'HTTP')}/AUTHORIZE/IDN`, 'javascript:alert(1)'],
  ...[`${own.replace(/:\d+$/, ':1')}/authorize/idn`, `${own.replace('http:', 'https:')}/authorize/idn`, 'data:text/html,x', '\\\\evil.example'],
];

type Check = (target: SignInTarget, findings: Findings, size: number) => Promise<number>;

/**
 * Attacks the sign-in of the embedded platform: guesses at once, floods of accounts, codes and refresh tokens that are used twice, and changed parameters.
 * Each check returns its number of requests.
 */
export const signInRaces: Suite<SignInTarget> = {
  name: NAME,
  summary: 'guesses at once, used codes and refresh tokens, changed state, nonce, PKCE and redirects',
  tries: 600,
  run: async (target, { tries }) => {
    const findings = new Findings(NAME);
    let count = 0;
    for (const check of [headersAndCookies, codes, refreshes, pkce, redirects, interactions, guesses, passwordChanges])
      count += await check(target, findings, Math.floor(tries / 8));
    return { tries: count, findings: findings.all };
  },
};

const SIGN_IN = 'POST /identity/sign-in';
const TOKEN = 'POST /identity/token';
const AUTHORIZE = 'GET /identity/auth';

/** Parallel guesses for one account, then a flood of other accounts, must leave the limit in place. */
const guesses: Check = async (_target, findings, size) => {
  const attempt = await startSignIn();
  const guess = (email: string, index: number) => submit(attempt, email, `Wrong-guess-${index}`);
  const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, (_none, index) => guess('raced@attack.example', index)))).map(
    ({ status }) => status,
  );
  const checked = statuses.filter((status) => status === 401).length;
  findings.expect(checked <= CHECKED, `more than ${CHECKED} parallel guesses were checked`, SIGN_IN, { guesses: AT_ONCE }, { checked });
  await Promise.all(Array.from({ length: size }, (_none, index) => guess(`flood-${index}@attack.example`, index)));
  const { status } = await guess('raced@attack.example', AT_ONCE);
  findings.expect(status === 429, 'other accounts made the limit forget an account', SIGN_IN, { others: size }, { status });
  return AT_ONCE + size + 1;
};

/** A code counts once, whoever sends it, also when it is sent several times at once. */
const codes: Check = async ({ email, password }, findings) => {
  const attempt = await startSignIn();
  const page = await submit(attempt, email, password);
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(attempt, page)));
  const accepted = answers.filter(({ status }) => status === 200);
  findings.expect(accepted.length <= 1, 'a code was accepted more than once', TOKEN, { exchanges: 10 }, { accepted: accepted.length });
  const again = await exchange(attempt, page);
  findings.expect(again.status !== 200, 'a used code was accepted', TOKEN, {}, { status: again.status });
  for (const { body } of accepted) {
    const { status } = await refresh(body.refresh_token ?? '');
    findings.expect(status !== 200, 'the refresh token of a replayed code still counts', TOKEN, {}, { status });
  }
  return 13;
};

/** Returns the platform's own answer, without the grace that the server gives to two tabs. */
async function refresh(refreshToken: string): Promise<{ status: number; body: Record<string, string> }> {
  const { body: info } = await api('GET /v1/tenants/users/auth');
  const endpoint = new URL('/identity/token', info.authorizeEndpoint);
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: info.clientId });
  const response = await fetch(endpoint, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** A refresh token counts once. A second use ends the whole family. */
const refreshes: Check = async ({ email, password }, findings) => {
  const attempt = await startSignIn();
  const first = await exchange(attempt, await submit(attempt, email, password));
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.body.refresh_token ?? '')));
  const accepted = answers.filter(({ status }) => status === 200);
  findings.expect(accepted.length <= 1, 'a refresh token was accepted more than once', TOKEN, { refreshes: 10 }, { accepted: accepted.length });
  for (const { body } of accepted) {
    const { status } = await refresh(body.refresh_token ?? '');
    findings.expect(status !== 200, 'the family of a replayed refresh token still counts', TOKEN, {}, { status });
  }
  for (const bad of ['', 'x', `${first.body.refresh_token}x`, first.body.access_token, first.body.id_token ?? '']) {
    const { status } = await refresh(bad);
    findings.expect(status >= 400 && status < 500, 'a bad refresh token was not refused', TOKEN, { bad: bad.slice(0, 10) }, { status });
  }
  return 18;
};

/** Codes are bound to the verifier of their own request, and answers to its state and nonce. */
const pkce: Check = async ({ email, password }, findings) => {
  const verifiers = (attempt: SignInTry): string[] => [
    '',
    'short',
    'a'.repeat(43),
    `${attempt.verifier}x`,
    attempt.verifier.toLowerCase(),
    `${attempt.verifier}\u0000`,
  ];
  let count = 0;
  for (const index of verifiers({ verifier: '' } as SignInTry).keys()) {
    const attempt = await startSignIn();
    const page = await submit(attempt, email, password);
    const { status } = await exchange({ ...attempt, verifier: verifiers(attempt)[index] ?? '' }, page);
    findings.expect(status >= 400 && status < 500, 'a code was accepted with another verifier', TOKEN, { index }, { status });
    count += 3;
  }
  const [mine, theirs] = [await startSignIn(), await startSignIn()];
  const stolen = await exchange(mine, await submit(theirs, email, password));
  findings.expect(stolen.status >= 400 && stolen.status < 500, 'a code of another request was accepted', TOKEN, {}, { status: stolen.status });
  const unsound: Record<string, string | null>[] = [
    { code_challenge: null },
    { code_challenge_method: 'plain' },
    { code_challenge: 'x' },
    { response_type: 'token' },
    { response_type: 'id_token token' },
  ];
  for (const change of unsound) {
    const { page } = await startSignIn(new Visitor(), change);
    const isRefused = page.status >= 400 || /[?&#]error=/.test(page.location ?? '');
    findings.expect(isRefused, 'a request without sound PKCE was not refused', AUTHORIZE, change, { status: page.status, location: page.location });
    count += 1;
  }
  const state = 'state \r\nset-cookie: x=1 <script>';
  const attempt = await startSignIn(new Visitor(), { state, nonce: 'nonce-1' });
  const page = await submit(attempt, email, password);
  const returned = new URL(page.location ?? 'http://none').searchParams.get('state');
  findings.expect(
    returned === state && !page.headers.getSetCookie().some((line) => line.startsWith('x=')),
    'the state was changed',
    AUTHORIZE,
    { state },
    { returned },
  );
  const { nonce } = claimsOf((await exchange(attempt, page)).body.id_token ?? '');
  findings.expect(nonce === 'nonce-1', 'the nonce is not that of the request', TOKEN, { nonce: 'nonce-1' }, { nonce });
  return count + 6;
};

/** Codes go to the registered address only, whatever a request asks for. */
const redirects: Check = async ({ attacked }, findings) => {
  const own = new URL((await startSignIn()).redirectUri).origin;
  for (const redirect_uri of REDIRECTS(own)) {
    const { page } = await startSignIn(new Visitor(), { redirect_uri });
    const leaves = page.location !== null && new URL(page.location, own).origin !== own;
    findings.expect(
      !leaves && page.status !== 200,
      'the platform accepted another redirect address',
      AUTHORIZE,
      { redirect_uri },
      { status: page.status, location: page.location },
    );
  }
  const { status } = await attacked.send({ method: 'GET', path: '/identity/auth?redirect_uri=a&redirect_uri=b&client_id=cam-console&client_id=x' });
  findings.expect(status >= 400 && status < 500, 'repeated parameters were not refused', AUTHORIZE, {}, { status });
  return REDIRECTS(own).length + 2;
};

/** A sign-in page of one browser is worth nothing in another. */
const interactions: Check = async ({ email, password }, findings) => {
  const attempt = await startSignIn();
  const stranger: SignInTry = { ...attempt, visitor: new Visitor() };
  const page = await submit(stranger, email, password);
  const hasCode = /[?&]code=/.test(page.location ?? '');
  findings.expect(!hasCode, "a sign-in in another browser's page was accepted", SIGN_IN, {}, { status: page.status, location: page.location });
  return 2;
};

/** Guesses of the old password are limited as guesses of a sign-in are. */
const passwordChanges: Check = async ({ email, password }, findings) => {
  const attempt = await startSignIn();
  const { access_token: token } = (await exchange(attempt, await submit(attempt, email, password))).body;
  const change = (index: number) =>
    api('PATCH /v1/tenants/users', { body: { user: { email }, old_password: `Wrong-guess-${index}`, new_password: 'Brand-new-secret-77' } }, token);
  const statuses = (await Promise.all(Array.from({ length: 30 }, (_none, index) => change(index)))).map(({ status }) => status);
  const checked = statuses.filter((status) => status === 422).length;
  findings.expect(
    checked <= CHECKED,
    'more parallel guesses of the old password were checked',
    'PATCH /v1/tenants/users',
    { guesses: 30 },
    { checked },
  );
  findings.expect(
    statuses.every((status) => status >= 400 && status < 500),
    'a guess of the old password was not refused',
    'PATCH /v1/tenants/users',
    {},
    statuses,
  );
  return 32;
};

/** The pages and cookies of the platform carry what keeps other sites and scripts away from them. */
const headersAndCookies: Check = async ({ attacked }, findings) => {
  const { body: info } = await api('GET /v1/tenants/users/auth');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: info.clientId, scope: info.scope, resource: info.audience ?? '', state: 's' },
    ...{ redirect_uri: `${new URL(info.authorizeEndpoint).origin}/authorize/idn`, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
  });
  const path = `${new URL(info.authorizeEndpoint).pathname}?${query}`;
  const answer = await attacked.send({ method: 'GET', path });
  for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
    const isKept = /;\s*httponly/i.test(cookie) && /;\s*samesite=(?:lax|strict)/i.test(cookie) && /;\s*path=\/identity/i.test(cookie);
    findings.expect(isKept, 'a cookie lacks HttpOnly, SameSite or its path', AUTHORIZE, {}, { cookie });
  }
  const page = await attacked.send({ method: 'GET', path: '/identity/sign-in/none' });
  for (const [name, wanted] of Object.entries(PAGE_HEADERS))
    findings.expect(wanted.test(String(page.headers[name] ?? '')), `a page lacks ${name}`, SIGN_IN, {}, { value: page.headers[name] });
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    findings.expect(page.headers[name] === undefined, `a page carries ${name}`, SIGN_IN, {}, { value: page.headers[name] });
  return 3;
};

const PAGE_HEADERS: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'referrer-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'x-content-type-options': /^nosniff$/,
};
