import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Tx } from '../../platform/db/database';

/** How long a used challenge is remembered, ms: longer than the page with the challenge is valid. */
const REMEMBERED = 3600_000;

/** What a browser sent for a challenge, as JSON. */
export interface PasskeyAnswer {
  challenge: string;
  response: string;
}

/** Options for the browser, and the challenge in them. */
interface Asked {
  challenge: string;
  options: string;
}

interface Credential {
  id: string;
  publicKey: Buffer;
  counter: number;
}

/** Passkeys (WebAuthn) as second factor, for the console's own origin. */
export class Passkeys {
  readonly #origin: string;
  readonly #rpID: string;

  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#origin = origin;
    this.#rpID = hostname;
  }

  /** @param known the user's passkeys, which the browser does not offer again */
  async askForNew({ userId, email }: { userId: string; email: string }, known: readonly string[]): Promise<Asked> {
    const options = await generateRegistrationOptions({
      rpName: 'CAM',
      rpID: this.#rpID,
      userName: email,
      userID: Buffer.from(userId),
      attestationType: 'none',
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    return { challenge: options.challenge, options: JSON.stringify(options) };
  }

  async ask(known: readonly string[]): Promise<Asked> {
    const options = await generateAuthenticationOptions({
      rpID: this.#rpID,
      allowCredentials: known.map((id) => ({ id })),
      userVerification: 'preferred',
    });
    return { challenge: options.challenge, options: JSON.stringify(options) };
  }

  /** Returns the passkey that an answer contains, or null if the answer is wrong. */
  async verifyNew(answer: PasskeyAnswer): Promise<{ credential_id: string; public_key: Buffer; counter: number } | null> {
    const response = parsed<RegistrationResponseJSON>(answer);
    const result = response && (await verifyRegistrationResponse({ ...this.#expected(answer), response }).catch(() => null));
    if (!result?.verified) return null;
    const { id, publicKey, counter } = result.registrationInfo.credential;
    return { credential_id: id, public_key: Buffer.from(publicKey), counter };
  }

  /** Returns the new signature counter, or null if the answer is wrong. */
  async verify(answer: PasskeyAnswer, { id, publicKey, counter }: Credential): Promise<number | null> {
    const response = parsed<AuthenticationResponseJSON>(answer);
    const credential = { id, publicKey: new Uint8Array(publicKey), counter };
    const result = response && (await verifyAuthenticationResponse({ ...this.#expected(answer), response, credential }).catch(() => null));
    return result?.verified ? result.authenticationInfo.newCounter : null;
  }

  /** Returns the id of the passkey that answered; empty if the answer is unreadable. */
  credentialIdOf(answer: PasskeyAnswer): string {
    const id: unknown = parsed<AuthenticationResponseJSON>(answer)?.id;
    return typeof id === 'string' ? id : '';
  }

  // The password was checked already, so the presence of the user suffices.
  #expected({ challenge }: PasskeyAnswer) {
    return { expectedChallenge: challenge, expectedOrigin: this.#origin, expectedRPID: this.#rpID, requireUserVerification: false };
  }
}

/** Marks a challenge as used. @returns false if it was used before */
export async function useChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const result = await tx
    .insertInto('identity_used_challenge')
    .values({ challenge, expires_at: new Date(Date.now() + REMEMBERED) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function parsed<T>({ response }: PasskeyAnswer): T | null {
  try {
    const value: unknown = JSON.parse(response);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
