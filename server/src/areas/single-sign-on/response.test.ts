import { verify } from 'node:crypto';
import {
  assertionOf,
  encoded,
  encryptedResponse,
  makeSigningKey,
  responseOf,
  signedResponse,
  signElement,
  type AssertionWords,
} from '../../../test/support/saml-provider';
import { readCertificate } from './certificates';
import { emailOf, protocolOf, verifyResponse, type Assertion, type SamlPeer } from './response';

const key = makeSigningKey();
const stranger = makeSigningKey();
const base = 'https://cam.example/identity/saml/abcdefghijklmnopqrstuv';

const peer: SamlPeer = {
  ownEntityId: `${base}/metadata`,
  acsUrl: `${base}/acs`,
  entityId: 'https://idp.example/metadata',
  signOnUrl: 'https://idp.example/sign-in',
  certificates: [readCertificate(key.certificate)],
  ownKeys: [],
  signsRequests: false,
};

function words(change: Partial<AssertionWords> = {}): AssertionWords {
  return {
    ...{ entityId: peer.entityId, acsUrl: peer.acsUrl, audience: peer.ownEntityId, inResponseTo: '_request-1', nameId: 'ana@example.com' },
    attributes: { groups: ['admins', 'everyone'], mail: 'ana@example.com' },
    ...change,
  };
}

/** Returns the reason of a refusal, or "accepted". */
async function outcomeOf(message: string, of = peer): Promise<string> {
  return verifyResponse(of, message).then(
    () => 'accepted',
    (error: { reason?: string }) => error.reason ?? `no refusal: ${String(error)}`,
  );
}

const answer = (change: Partial<AssertionWords>): Promise<string> => outcomeOf(signedResponse(words(change), key));

describe('an encrypted assertion', () => {
  const [present, next, foreign] = [makeSigningKey(), makeSigningKey(), makeSigningKey()];
  const own: SamlPeer = {
    ...peer,
    ownKeys: [
      { privateKey: present.key, isSigning: true },
      { privateKey: next.key, isSigning: false },
    ],
  };
  const GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
  const CBC = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';
  const unopened = /no key of CAM opens it/;

  it('is read as one in clear, for the present key and the next one, with AES in both modes', async () => {
    const message = await encryptedResponse(words({ id: '_e1' }), key, present.certificate);
    expect(await verifyResponse(own, message)).toMatchObject({ id: '_e1', nameId: 'ana@example.com', inResponseTo: '_request-1' });
    for (const content of [GCM, CBC])
      expect(await outcomeOf(await encryptedResponse(words(), key, next.certificate, { content }), own)).toBe('accepted');
  });

  it('is refused for another key, without a key, and with RSA 1.5 or Triple DES', async () => {
    expect(await outcomeOf(await encryptedResponse(words(), key, foreign.certificate), own)).toMatch(unopened);
    expect(await outcomeOf(await encryptedResponse(words(), key, present.certificate), peer)).toMatch(unopened);
    const weak = [{ transport: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }, { content: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }];
    for (const one of weak) expect(await outcomeOf(await encryptedResponse(words(), key, present.certificate, one), own)).toMatch(unopened);
  });

  it('is checked as one in clear: who signed it, with what, for whom and when', async () => {
    const sealed = async (change: Partial<AssertionWords>, by = key, hash = 'sha256') =>
      outcomeOf(await encryptedResponse(words(change), by, present.certificate, { hash }), own);
    // Anybody can encrypt for the public key, so the signature inside decides.
    expect(await sealed({}, stranger)).toMatch(/not signed with a certificate/);
    expect(await sealed({}, key, 'sha1')).toMatch(/SHA-1/);
    expect(await sealed({ audience: 'https://other.example' })).toMatch(/another audience/);
    expect(await sealed({ recipient: 'https://other.example' })).toMatch(/bearer confirmation/);
    expect(await sealed({ madeAt: -3_600_000 })).toMatch(/expired|valid now/);
  });

  it('stands alone: beside another assertion, twice or changed, it is refused', async () => {
    const message = Buffer.from(await encryptedResponse(words(), key, present.certificate), 'base64').toString();
    const sealed = /<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>/.exec(message)?.[0] ?? '';
    const forged = signElement(assertionOf(words({ nameId: 'eve@example.com' })), 'Assertion', stranger);
    for (const other of [sealed, forged])
      expect(await outcomeOf(encoded(message.replace(sealed, () => sealed + other)), own)).toMatch(/exactly one assertion/);
    const cipher = [...message.matchAll(/CipherValue>([^<]+)</g)].map(([, text = '']) => text).filter((text) => text.trim() !== '');
    expect(cipher).toHaveLength(2);
    for (const text of cipher) {
      const changed = (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
      expect(await outcomeOf(encoded(message.replace(text, changed)), own)).not.toBe('accepted');
    }
  });

  it('is found at once, although a comment has the beginnings of many', async () => {
    const message = Buffer.from(await encryptedResponse(words(), key, present.certificate), 'base64').toString();
    const begun = `<!--${'<other:EncryptedAssertion '.repeat(25_000)}-->`;
    expect(await outcomeOf(encoded(message.replace('<saml:EncryptedAssertion', (tag) => begun + tag)), own)).not.toBe('accepted');
  });
});

it('a request is signed with the signing key of CAM, if the connection wants that', async () => {
  const [present, next] = [makeSigningKey(), makeSigningKey()];
  const keys = [
    { privateKey: next.key, isSigning: false },
    { privateKey: present.key, isSigning: true },
  ];
  const urlOf = async (signsRequests: boolean) =>
    new URL(await protocolOf({ ...peer, ownKeys: keys, signsRequests }, Date.now()).getAuthorizeUrlAsync('', undefined, {}));
  const plain = await urlOf(false);
  expect(plain.searchParams.has('Signature')).toBe(false);
  const { search, searchParams } = await urlOf(true);
  expect(searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  // The signature covers the encoded parameters as they stand in the address (SAML bindings, 3.4.4.1).
  const signed = search.slice(1, search.indexOf('&Signature='));
  const signature = Buffer.from(searchParams.get('Signature') ?? '', 'base64');
  const isBy = (certificate: string) => verify('sha256', Buffer.from(signed), certificate, signature);
  expect([isBy(present.certificate), isBy(next.certificate)]).toEqual([true, false]);
});

describe('a signed assertion', () => {
  it('gives the person, the attributes and the request', async () => {
    const assertion = await verifyResponse(peer, signedResponse(words({ id: '_a1' }), key));
    expect(assertion).toMatchObject({ id: '_a1', nameId: 'ana@example.com', inResponseTo: '_request-1' });
    expect([...assertion.attributes]).toEqual([
      ['groups', ['admins', 'everyone']],
      ['mail', ['ana@example.com']],
    ]);
    expect(assertion.endsAt).toBeGreaterThan(Date.now());
  });

  it('is accepted in a signed response too, and with the second of two certificates', async () => {
    const both = signElement(responseOf(signElement(assertionOf(words()), 'Assertion', key), words()), 'Response', key);
    expect(await outcomeOf(encoded(both))).toBe('accepted');
    const rolling = { ...peer, certificates: [readCertificate(stranger.certificate), ...peer.certificates] };
    expect(await outcomeOf(signedResponse(words(), key), rolling)).toBe('accepted');
    expect(await outcomeOf(signedResponse(words(), stranger), rolling)).toBe('accepted');
  });

  it('tolerates clocks that differ by less than a minute', async () => {
    expect(await answer({ madeAt: 30_000 })).toBe('accepted');
    expect(await answer({ madeAt: -330_000 })).toBe('accepted');
  });

  it('is accepted without a request, which the caller decides about', async () => {
    expect((await verifyResponse(peer, signedResponse(words({ inResponseTo: null }), key))).inResponseTo).toBeNull();
  });
});

describe('a response is refused', () => {
  const unsigned = /not signed with a certificate/;

  it('without a signature, or with one of the response alone', async () => {
    expect(await outcomeOf(encoded(responseOf(assertionOf(words()), words())))).toMatch(unsigned);
    expect(await outcomeOf(encoded(signElement(responseOf(assertionOf(words()), words()), 'Response', key)))).toMatch(unsigned);
  });

  it('if another key signed it, whose certificate it brings', async () => {
    expect(await outcomeOf(signedResponse(words(), stranger))).toMatch(unsigned);
  });

  it('if anything in the assertion was changed after the signature', async () => {
    const signed = signElement(assertionOf(words()), 'Assertion', key);
    for (const [from, to] of [
      ['>ana@example.com</saml:NameID>', '>eve@example.com</saml:NameID>'],
      ['<saml:AttributeValue>everyone', '<saml:AttributeValue>owners'],
    ] as const) {
      expect(signed).toContain(from);
      expect(await outcomeOf(encoded(responseOf(signed.replace(from, to), words())))).toMatch(unsigned);
    }
  });

  it('with a signature by SHA-1', async () => {
    const signed = signElement(assertionOf(words()), 'Assertion', key, 'sha1');
    expect(await outcomeOf(encoded(responseOf(signed, words())))).toMatch(/SHA-1/);
  });

  it('if a signed assertion is wrapped into a forged one, or stands beside it', async () => {
    const signed = signElement(assertionOf(words({ id: '_signed' })), 'Assertion', key);
    const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
    const forged = assertionOf(words({ id: '_forged', nameId: 'eve@example.com' }));
    const sameId = assertionOf(words({ id: '_signed', nameId: 'eve@example.com' }));
    const inside = (outer: string, inner: string): string => outer.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
    const attacks = [
      // Both beside each other, in both orders.
      responseOf(forged + signed, words()),
      responseOf(signed + forged, words()),
      // The signed one inside the forged one, with its signature at both places.
      responseOf(inside(forged, signed), words()),
      responseOf(inside(forged, signature + signed), words()),
      responseOf(inside(sameId, signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)), words()),
      // The signed one in an extension of the response.
      responseOf(forged, words()).replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`),
      responseOf(inside(forged, signature), words()).replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`),
    ];
    for (const attack of attacks) {
      const result = await verifyResponse(peer, encoded(attack)).then(
        ({ nameId }) => nameId,
        () => 'refused',
      );
      expect(result).toBe('refused');
    }
  });

  it('with entities or a document type', async () => {
    const message = Buffer.from(signedResponse(words(), key), 'base64').toString();
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    expect(await outcomeOf(encoded(bomb + message))).toMatch(/document type or an entity/);
    expect(await outcomeOf(encoded(`<!DOCTYPE x SYSTEM "file:///etc/passwd">${message}`))).toMatch(/document type or an entity/);
  });

  it('for another audience, recipient or destination, or from another provider', async () => {
    expect(await answer({ audience: 'https://other.example' })).toMatch(/another audience/);
    expect(await answer({ recipient: 'https://other.example/acs' })).toMatch(/no bearer confirmation/);
    expect(await answer({ destination: 'https://other.example/acs' })).toMatch(/another destination/);
    expect(await answer({ issuer: 'https://other.example' })).toMatch(/another provider/);
  });

  it('before and after its time', async () => {
    expect(await answer({ madeAt: -3_600_000 })).toMatch(/has expired/);
    expect(await answer({ madeAt: 3_600_000 })).toMatch(/not valid yet/);
  });

  it('if the response and the assertion answer different requests', async () => {
    const signed = signElement(assertionOf(words({ inResponseTo: '_other' })), 'Assertion', key);
    expect(await outcomeOf(encoded(responseOf(signed, words())))).toMatch(/different requests/);
  });

  it('if the provider refused, or the message is something else', async () => {
    const refused = responseOf('', words({ status: 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied' }));
    expect(await outcomeOf(encoded(refused))).toMatch(/status RequestDenied/);
    for (const other of ['', 'x', '<a/>', '<samlp:Response', 'A'.repeat(400_000), '<a>'.repeat(20_000) + '</a>'.repeat(20_000)])
      expect(await outcomeOf(encoded(other))).toMatch(/^the (message|response) is/);
  });

  it('if the certificate has expired', async () => {
    const afterItsEnd = Date.now() + 366 * 86_400_000;
    await expect(verifyResponse(peer, signedResponse(words(), key), afterItsEnd)).rejects.toThrow(/no certificate is valid/);
  });
});

describe('the e-mail of an assertion', () => {
  const assertion = async (change: Partial<AssertionWords>): Promise<Assertion> => verifyResponse(peer, signedResponse(words(change), key));

  it('is whole if a comment stands in it', async () => {
    const signed = signElement(assertionOf(words({ nameId: 'ana@example.com.evil.example' })), 'Assertion', key);
    const split = signed.replace('ana@example.com.evil', 'ana@example.com<!-- -->.evil');
    const found = await verifyResponse(peer, encoded(responseOf(split, words())));
    expect(emailOf(found, '')).toBe('ana@example.com.evil.example');
  });

  it('comes from the NameID in any format that names a person, or from an attribute', async () => {
    expect(emailOf(await assertion({ nameId: 'Ana@Example.com' }), '')).toBe('ana@example.com');
    const persistent = await assertion({ nameId: 'f3a9', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' });
    expect(emailOf(persistent, 'Mail')).toBe('ana@example.com');
    expect(() => emailOf(persistent, '')).toThrow(/not an e-mail/);
    const transient = await assertion({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' });
    expect(() => emailOf(transient, '')).toThrow(/transient/);
    expect(() => emailOf(transient, 'groups')).toThrow(/several values/);
    expect(() => emailOf(transient, 'missing')).toThrow(/no e-mail/);
  });
});

it('readCertificate refuses keys that CAM cannot verify, and texts that are none', () => {
  expect(readCertificate(key.certificate).fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(() => readCertificate(makeSigningKey({ algorithm: 'ec' }).certificate)).toThrow(/not RSA/);
  expect(() => readCertificate(makeSigningKey({ algorithm: 'rsa:1024' }).certificate)).toThrow(/shorter than 2048 bits/);
  for (const text of ['', 'x', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    expect(() => readCertificate(text)).toThrow(/not a certificate/);
});
