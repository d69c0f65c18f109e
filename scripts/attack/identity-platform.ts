import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SCOPES, type Scope } from '@cam/contracts/server';

/** Audience of the tokens that the attacked server accepts. */
export const AUDIENCE = 'cam-attacked';
const KEY_ID = 'attack';

/** Holder of a token: its tenant, e-mail address and scopes. */
export interface Holder {
  tenant: string;
  email: string;
  scopes: readonly Scope[];
}

/** Scopes of an administrator of a tenant. */
export const ADMINISTRATOR: readonly Scope[] = SCOPES.filter((scope) => scope !== 'cam:operator');
/** Scopes of a user who may read everything and write nothing. */
export const VIEWER: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * An OpenID Connect platform on loopback. The attacked server trusts its key set, so the attack can issue tokens that no honest platform issues: expired,
 * of another issuer, or for another audience.
 */
/** Time that a token is used again, s. */
const KEPT = 3600;

export class IdentityPlatform {
  readonly #kept = new Map<string, { token: string; until: number }>();
  readonly issuer: string;
  readonly #server: Server;
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #forger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  private constructor(server: Server, issuer: string, key: KeyObject, publicKey: KeyObject) {
    this.#server = server;
    this.issuer = issuer;
    this.#key = key;
    this.#publicKey = publicKey;
  }

  static async start(): Promise<IdentityPlatform> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let issuer = '';
    const server = createServer((request, response) => {
      const answer = (body: unknown): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration') {
        const [authorization_endpoint, token_endpoint, jwks_uri] = ['authorize', 'token', 'keys'].map((path) => `${issuer}/${path}`);
        answer({ issuer, authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint: `${issuer}/logout` });
      } else if (request.url === '/keys') {
        answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }] });
      } else {
        response.statusCode = 400;
        answer({ error: 'invalid_grant' });
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new IdentityPlatform(server, issuer, privateKey, publicKey);
  }

  /** Returns the variables with which a server trusts this platform. */
  get environment(): Record<string, string> {
    return { CAM_OIDC_ISSUER: this.issuer, CAM_OIDC_CLIENT_ID: 'attack', CAM_OIDC_AUDIENCE: AUDIENCE };
  }

  /** Issues a token that the server accepts for the hours of an attack, unless `change` spoils its claims. */
  token(holder: Holder, change: Record<string, unknown> = {}): string {
    const input = `${base64({ alg: 'ES256', kid: KEY_ID, typ: 'at+jwt' })}.${base64(this.#claims(holder, change))}`;
    return `${input}.${signature(input, this.#key)}`;
  }

  /** Returns a token for many requests. A server checks a new token each time, but a known one only once, as it does for a browser. */
  keptToken(holder: Holder): string {
    const key = JSON.stringify(holder);
    const kept = this.#kept.get(key);
    if (kept && kept.until > seconds()) return kept.token;
    const token = this.token(holder);
    this.#kept.set(key, { token, until: seconds() + KEPT });
    return token;
  }

  /** Returns tokens that claim to be this holder's and that every server must refuse, by the reason. */
  badTokens(holder: Holder): Record<string, string> {
    const good = this.token(holder);
    const [header = '', body = '', seal = ''] = good.split('.');
    const another = base64(this.#claims({ ...holder, scopes: SCOPES }, { tenant: 'another' }));
    const ownKey = base64({ alg: 'ES256', jwk: this.#forger.publicKey.export({ format: 'jwk' }) });
    const symmetric = `${base64({ alg: 'HS256', kid: KEY_ID })}.${body}`;
    const publicPem = this.#publicKey.export({ format: 'pem', type: 'spki' });
    return {
      'forged signature': `${header}.${body}.${signature(`${header}.${body}`, this.#forger.privateKey)}`,
      'changed claims': `${header}.${another}.${seal}`,
      'no algorithm': `${base64({ alg: 'none' })}.${body}.`,
      'symmetric algorithm': `${symmetric}.${createHmac('sha256', publicPem).update(symmetric).digest('base64url')}`,
      'own key in the header': `${ownKey}.${body}.${signature(`${ownKey}.${body}`, this.#forger.privateKey)}`,
      expired: this.token(holder, { exp: seconds() - 3600 }),
      'no expiry': this.token(holder, { exp: undefined }),
      'not valid yet': this.token(holder, { nbf: seconds() + 3600 }),
      'wrong issuer': this.token(holder, { iss: 'https://platform.invalid' }),
      'wrong audience': this.token(holder, { aud: 'another-api' }),
      'no tenant': this.token(holder, { tenant: undefined }),
      'empty tenant': this.token(holder, { tenant: '' }),
      'several tenants': this.token(holder, { tenant: [holder.tenant, 'another'] }),
      'publisher token': 'camp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'not a token': 'x.y.z',
    };
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((stopped) => this.#server.close(() => stopped()));
  }

  #claims({ tenant, email, scopes }: Holder, change: Record<string, unknown>): Record<string, unknown> {
    const times = { iat: seconds() - 1, exp: seconds() + 6 * 3600 };
    return { iss: this.issuer, aud: AUDIENCE, sub: email, ...times, tenant, email, rights: scopes, user_source: 'IDN_IDP', ...change };
  }
}

function signature(input: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
