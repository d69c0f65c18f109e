import { createHash, randomBytes } from 'node:crypto';
import type { TokenSet } from '@cam/contracts';
import { api, type ApiResult } from './client';

/** The page or redirect that a visit ends with. */
export interface Page {
  status: number;
  url: string;
  location: string | null;
  html: string;
  headers: Headers;
}

/** A browser without scripts. It keeps cookies by path and follows redirects up to the console's pages. */
export class Visitor {
  /**
   * @param base address of the server
   * @param userAgent name of the browser, as it sends it
   */
  constructor(
    readonly base = process.env.CAM_TEST_URL ?? '',
    private readonly userAgent = 'node',
  ) {}

  readonly #cookies = new Map<string, { name: string; path: string; value: string }>();

  async open(url: string, form?: Record<string, string>): Promise<Page> {
    const { pathname } = new URL(url);
    const sent = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path));
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : undefined,
      headers: { 'user-agent': this.userAgent, cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value) this.#cookies.set(`${name} ${path}`, { name, path, value });
      else this.#cookies.delete(`${name} ${path}`);
    }
    const location = response.headers.get('location');
    const target = location ? new URL(location, url).href : null;
    if (target && new URL(target).pathname.startsWith('/identity/')) return this.open(target);
    return { status: response.status, url, location: target, html: await response.text(), headers: response.headers };
  }

  hasSession(): boolean {
    return [...this.#cookies.values()].some(({ name }) => name === 'cam_idp_session');
  }
}

export interface SignInTry {
  visitor: Visitor;
  verifier: string;
  redirectUri: string;
  /** The sign-in form or, for a visitor with a session, the console's address with the code. */
  page: Page;
}

/** Opens the sign-in page as the console does. */
export async function startSignIn(visitor = new Visitor(), change: Record<string, string | null> = {}): Promise<SignInTry> {
  const { body: info } = await api('GET /v1/tenants/users/auth', {}, undefined, visitor.base);
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${visitor.base}/authorize/idn`;
  const parameters = {
    response_type: 'code',
    client_id: info.clientId,
    scope: info.scope,
    resource: info.audience ?? '',
    redirect_uri: redirectUri,
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  };
  const query = new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => Boolean(pair[1])));
  return { visitor, verifier, redirectUri, page: await visitor.open(`${info.authorizeEndpoint}?${query}`) };
}

/** Submits the sign-in form. */
export function submit({ visitor, page }: SignInTry, email: string, password: string): Promise<Page> {
  const action = /<form[^>]*action="([^"]+)"/.exec(page.html)?.[1] ?? '';
  return visitor.open(new URL(action, page.url).href, { email, password });
}

/** Exchanges the redirect's code for tokens at the server. */
export function exchange(signIn: SignInTry, page: Page): Promise<ApiResult<TokenSet>> {
  const code = new URL(page.location ?? '').searchParams.get('code') ?? '';
  const body = { grant_type: 'authorization_code' as const, code, code_verifier: signIn.verifier, redirect_uri: signIn.redirectUri };
  return api('POST /v1/tenants/users/auth/token', { body }, undefined, signIn.visitor.base);
}

/** Signs in a user with the right password, and returns the tokens. */
export async function signIn(email: string, password: string, visitor = new Visitor()): Promise<TokenSet> {
  const attempt = await startSignIn(visitor);
  const answer = await exchange(attempt, await submit(attempt, email, password));
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status} ${answer.error.message}`);
  return answer.body;
}

/** Returns a token's claims without verifying it. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}
