import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';

/** A key with its certificate. */
export interface SigningKey {
  key: string;
  certificate: string;
}

/** Makes a key and a certificate of its own, for a year. */
export function makeSigningKey({ algorithm = 'rsa:2048' }: { algorithm?: 'rsa:2048' | 'rsa:1024' | 'ec' } = {}): SigningKey {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=Example provider'];
    const kind = algorithm === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : ['-newkey', algorithm];
    const made = ['req', '-x509', ...kind, '-nodes', ...subject, '-days', '365', '-keyout', key, '-out', certificate];
    execFileSync('openssl', made, { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The statements of an assertion. Each field has a usual value, which a test replaces to attack. */
export interface AssertionWords {
  entityId: string;
  acsUrl: string;
  audience: string;
  /** The request that it answers; null: none. */
  inResponseTo: string | null;
  nameId: string;
  nameIdFormat?: string;
  attributes?: Record<string, string | string[]>;
  id?: string;
  issuer?: string;
  recipient?: string;
  destination?: string;
  /** Offset of the time at which it was made, ms. */
  madeAt?: number;
  /** Time that it lasts, ms. */
  life?: number;
  status?: string;
}

let count = 0;

/** Returns an assertion without a signature. */
export function assertionOf(words: AssertionWords): string {
  const { madeAt = 0, life = 300_000 } = words;
  const made = Date.now() + madeAt;
  const time = (offset: number): string => new Date(made + offset).toISOString();
  const answered = words.inResponseTo === null ? '' : ` InResponseTo="${words.inResponseTo}"`;
  count += 1;
  const attributes = Object.entries(words.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" ID="${words.id ?? `_a${process.pid}x${made}x${count}`}" IssueInstant="${time(0)}">`,
    `<saml:Issuer>${words.issuer ?? words.entityId}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${words.nameIdFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'}">${words.nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${words.recipient ?? words.acsUrl}" NotOnOrAfter="${time(life)}"${answered}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${time(-1000)}" NotOnOrAfter="${time(life)}"><saml:AudienceRestriction><saml:Audience>${words.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${time(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    `</saml:Assertion>`,
  ].join('');
}

/** Signs an element of a document by its name. @param algorithm end of the algorithm's name, such as rsa-sha256 */
export function signElement(
  xml: string,
  name: 'Assertion' | 'Response',
  { key, certificate }: SigningKey,
  hash: 'sha256' | 'sha1' = 'sha256',
): string {
  const more = hash === 'sha256' ? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' : 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  const digest = hash === 'sha256' ? 'http://www.w3.org/2001/04/xmlenc#sha256' : 'http://www.w3.org/2000/09/xmldsig#sha1';
  const signer = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: more,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${name}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: digest,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[local-name(.)='${name}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** Returns a response around an assertion, signed or not. */
export function responseOf(assertion: string, words: AssertionWords): string {
  const answered = words.inResponseTo === null ? '' : ` InResponseTo="${words.inResponseTo}"`;
  count += 1;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" ID="_r${process.pid}x${Date.now()}x${count}" IssueInstant="${new Date().toISOString()}" Destination="${words.destination ?? words.acsUrl}"${answered}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${words.issuer ?? words.entityId}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${words.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>`,
    assertion,
    `</samlp:Response>`,
  ].join('');
}

/** Returns a message as browsers send it. */
export const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

/** Returns a response with a signed assertion, as browsers send it. */
export function signedResponse(words: AssertionWords, key: SigningKey): string {
  return encoded(responseOf(signElement(assertionOf(words), 'Assertion', key), words));
}

/** Returns a response with a signed assertion that is encrypted for a certificate, as browsers send it. */
export async function encryptedResponse(
  words: AssertionWords,
  key: SigningKey,
  certificate: string,
  { content = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc', transport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', hash = 'sha256' } = {},
): Promise<string> {
  const options = {
    rsa_pub: certificate,
    pem: certificate,
    encryptionAlgorithm: content,
    keyEncryptionAlgorithm: transport,
    warnInsecureAlgorithm: false,
  };
  const assertion = signElement(assertionOf(words), 'Assertion', key, hash as 'sha256');
  const data = await new Promise<string>((resolve, reject) =>
    encrypt(assertion, options, (error, text) => (error ? reject(error) : resolve(text ?? ''))),
  );
  const sealed = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
  return encoded(responseOf(sealed, words));
}

/** Returns the metadata of a provider. */
export function providerMetadata({ entityId, signOnUrl, certificates }: { entityId: string; signOnUrl: string; certificates: string[] }): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${pem.replace(/-----[^-]+-----/g, '').trim()}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** Returns the request that an address of a provider has. */
export function requestIn(url: string): { id: string; acsUrl: string; issuer: string } {
  const xml = inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  return {
    id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    acsUrl: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? '',
    issuer: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? '',
  };
}

/** A provider on this machine. Its sign-in page signs in one person, without a question. */
export class SamlProvider {
  readonly signing = makeSigningKey();
  #server: Server | null = null;
  origin = '';

  /** @param person who signs in: the e-mail and the attributes */
  constructor(public person: Pick<AssertionWords, 'nameId' | 'attributes'>) {}

  get entityId(): string {
    return `${this.origin}/metadata`;
  }

  get signOnUrl(): string {
    return `${this.origin}/sign-in`;
  }

  metadata(certificates = [this.signing.certificate]): string {
    return providerMetadata({ entityId: this.entityId, signOnUrl: this.signOnUrl, certificates });
  }

  /** Returns the usual answer to a request. */
  wordsFor(url: string, change: Partial<AssertionWords> = {}): AssertionWords {
    const { id, acsUrl, issuer } = requestIn(url);
    return { entityId: this.entityId, acsUrl, audience: issuer, inResponseTo: id, ...this.person, ...change };
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', this.origin);
      if (url.pathname === '/metadata') return void response.setHeader('content-type', 'application/xml').end(this.metadata());
      if (url.pathname !== '/sign-in') return void response.writeHead(404).end();
      const words = this.wordsFor(url.href);
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Example provider</title><body><form method="post" action="${words.acsUrl}"><input type="hidden" name="SAMLResponse" value="${signedResponse(words, this.signing)}"><button>Sign in at the example provider</button></form></body>`,
      );
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
  }
}
