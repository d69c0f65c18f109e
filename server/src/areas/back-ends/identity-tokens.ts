import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import type { BackEndTokens, RemoteId, RotatedBackEndKey } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import type { Principal } from '../../platform/http/principal';
import type { SecretBox } from '../../platform/security/secret-box';
import { changeInstallationSecret, installationSecret } from '../identity-platform';
import { ALGORITHM, keysIn, publishedAt, rotated, signerAt, TOKEN_LIFE, type StoredKey } from './signing-keys';

/** Name of the stored keys. */
const SECRET = 'back-end-key';

/** Address of the public keys. */
export const KEYS_PATH = '/x/.well-known/jwks.json';

/** Returns the text in which keys are stored. */
const storedText = (keys: readonly StoredKey[]): string => JSON.stringify({ keys });

/** Tokens with which the server of a team verifies who calls. Each is good for one team, and useless at CAM itself. */
export class IdentityTokens {
  #keys: Promise<StoredKey[]> | null = null;

  constructor(
    private readonly ctx: Pick<Context, 'db' | 'publicUrl' | 'events'>,
    private readonly secrets: SecretBox,
  ) {
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind === 'revision' && tenantId === EVERY_TENANT) this.#keys = null;
    });
  }

  /** Returns a token for the server of a remote, in the form of RFC 7519. */
  async sign({ tenantId, email, rights }: Principal, id: RemoteId): Promise<string> {
    const { jwk } = signerAt(await this.#loadedKeys(), Date.now());
    return new SignJWT({ tenant: tenantId, email, rights: [...rights] })
      .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid, typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setAudience(id)
      .setSubject(email)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_LIFE} s`)
      .sign(jwk);
  }

  /** Returns the public keys (RFC 7517). */
  async keySet(): Promise<{ keys: JWK[] }> {
    const keys = publishedAt(await this.#loadedKeys(), Date.now());
    return { keys: keys.map(({ jwk: { d: _private, ...published } }) => published) };
  }

  /**
   * Replaces the key that signs.
   * @param compromised a stranger may have the former key, so its tokens end at once. Otherwise the new key signs as soon as all servers have read it, and
   * no call fails
   */
  async rotate(compromised: boolean): Promise<RotatedBackEndKey> {
    await this.#loadedKeys();
    const jwk = await newKey();
    const now = Date.now();
    const change = (stored: string): string => storedText(rotated(keysIn(stored), jwk, { now, compromised }));
    const keys = keysIn(await changeInstallationSecret(this.ctx.db, this.secrets, SECRET, change));
    this.#keys = Promise.resolve(keys);
    this.ctx.events.publish({ tenantId: EVERY_TENANT, kind: 'revision' });
    return { kid: jwk.kid, signs_from: new Date(keys.at(-1)?.from ?? now).toISOString(), published: publishedAt(keys, now).length };
  }

  /** Returns the values that the server of a remote checks. */
  expected(id: RemoteId): BackEndTokens {
    return { issuer: this.#issuer, audience: id, keys_url: `${this.ctx.publicUrl}${KEYS_PATH}` };
  }

  get #issuer(): string {
    return `${this.ctx.publicUrl}/x`;
  }

  #loadedKeys(): Promise<StoredKey[]> {
    if (!this.#keys) {
      const make = async (): Promise<string> => storedText([{ from: 0, jwk: await newKey() }]);
      const loading = installationSecret(this.ctx.db, this.secrets, SECRET, make).then(keysIn);
      this.#keys = loading;
      loading.catch(() => (this.#keys = null));
    }
    return this.#keys;
  }
}

/** Creates a key. */
async function newKey(): Promise<StoredKey['jwk']> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' };
}
