import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Page } from './visitor';

const PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

/** The options that a page hands to the browser. */
export interface PasskeyOptions {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  pubKeyCredParams?: { alg: number }[];
}

/** Returns the options of the page's form. @param mode of the form: to add a passkey, or to use one */
export function optionsIn({ html }: Page, mode: 'create' | 'get'): PasskeyOptions {
  const [, text = ''] = new RegExp(`data-passkey="${mode}" data-options="([^"]+)"`).exec(html) ?? [];
  return JSON.parse(text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))) as PasskeyOptions;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** A passkey as a browser with an authenticator answers for it: ECDSA with P-256 and SHA-256, and a signature counter. */
export class SoftwarePasskey {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  /** @param origin of the page that the browser shows */
  constructor(private readonly origin: string) {}

  /** Returns the answer to a page that adds a passkey. */
  create({ challenge, rp }: PasskeyOptions): string {
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([
      this.#head(rp?.id ?? '', PRESENT | HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.#id,
      coseOf(this.#keys.publicKey),
    ]);
    // A CBOR map of three: fmt "none", attStmt {}, authData.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return this.#answer({ clientDataJSON: this.#clientData('webauthn.create', challenge), attestationObject: attestation });
  }

  /** Returns the answer to a page that asks for a passkey. @param key another one than the passkey's, to try a forged answer */
  get({ challenge, rpId }: PasskeyOptions, key: KeyObject = this.#keys.privateKey): string {
    const authenticatorData = this.#head(rpId ?? '', PRESENT);
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), key);
    return this.#answer({ clientDataJSON, authenticatorData, signature });
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(fields: Record<string, Buffer>): string {
    const id = this.#id.toString('base64url');
    const response = Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, bytes.toString('base64url')]));
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}

/** Returns a P-256 key in the form of COSE: a CBOR map with type, algorithm, curve and coordinates. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)]);
}
