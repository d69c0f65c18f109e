import { SAML, ValidateInResponseTo, type Profile } from '@node-saml/node-saml';
import { childOf, type XmlElement } from '../../platform/aws/xml';
import { SignOnRefusal } from '../../platform/security/sign-on-refusal';
import { validAt, type StoredCertificate } from './certificates';
import { decryptAssertion } from './decrypt-assertion';
import type { OpenedKey } from './own-keys';
import { badMessage } from './refusal';
import type { PersonFacts } from './rights-mapping';
import { childrenOf, readElements } from './xml-elements';

/** The parts of a connection that its protocol needs. */
export interface SamlPeer {
  /** Entity ID of CAM for this tenant. */
  ownEntityId: string;
  acsUrl: string;
  entityId: string;
  signOnUrl: string;
  certificates: readonly StoredCertificate[];
  /** Keys of CAM. */
  ownKeys: readonly OpenedKey[];
  /** Requests are signed with the signing one. */
  signsRequests: boolean;
}

/** A verified assertion. */
export interface Assertion {
  id: string;
  /** The request that it answers; null if the sign-in began at the provider. */
  inResponseTo: string | null;
  nameId: string;
  nameIdFormat: string;
  attributes: PersonFacts;
  /** From this time on, it would be refused by itself, ms since 1970. */
  endsAt: number;
}

/** Difference between the clocks of the provider and CAM that is tolerated, ms. */
export const CLOCK_TOLERANCE = 60_000;
/** Characters of a response in base64. */
export const LARGEST_RESPONSE = 300_000;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
/** Markup declarations: document types and entities. Comments and CDATA are none. */
const DECLARATION = /<!(?!--|\[CDATA\[)/;
/** Algorithms with SHA-1, whose collisions can be made. */
const SHA1 = /Algorithm\s*=\s*["'][^"']*[#-]sha1["']/i;

/** Returns the protocol of a peer. The signature, the time window and the audience are the library's work; the rest is checked here. */
export function protocolOf(peer: SamlPeer, now: number): SAML {
  const certificates = validAt(peer.certificates, now);
  if (certificates.length === 0)
    throw new SignOnRefusal(
      'The certificate of your organization’s sign-in page has expired. Ask your administrator to add the new one in Settings, Single sign-on.',
      'no certificate is valid at this time',
    );
  const signing = peer.signsRequests ? peer.ownKeys.find(({ isSigning }) => isSigning) : undefined;
  return new SAML({
    ...(signing ? { privateKey: signing.privateKey, signatureAlgorithm: 'sha256' as const } : {}),
    issuer: peer.ownEntityId,
    callbackUrl: peer.acsUrl,
    entryPoint: peer.signOnUrl,
    audience: peer.ownEntityId,
    idpCert: certificates.map(({ pem }) => pem),
    wantAssertionsSigned: true,
    // Providers that also sign the response gain nothing, and many sign the assertion alone.
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_TOLERANCE,
    // Requests are sealed into their ids, and checked against the signed assertion.
    validateInResponseTo: ValidateInResponseTo.never,
  });
}

/**
 * Verifies a response of the provider, and returns its assertion.
 * @param encoded `SAMLResponse` of the HTTP-POST binding
 * @throws SignOnRefusal
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf section 4.1.4.3
 */
export async function verifyResponse(peer: SamlPeer, encoded: string, now = Date.now()): Promise<Assertion> {
  const xml = await inClear(peer, decode(encoded));
  const response = readResponse(xml);
  checkEnvelope(peer, response);
  const profile = await verifySignature(protocolOf(peer, now), xml);
  const assertion = readElements(profile.getAssertionXml?.() ?? '');
  return readAssertion(peer, response, assertion, now);
}

/** Returns a response whose assertion is not encrypted. An encrypted one is decrypted before anything of it is checked. */
async function inClear({ ownKeys }: SamlPeer, xml: string): Promise<string> {
  const response = readResponse(xml);
  const encrypted = childrenOf(response, 'EncryptedAssertion').length;
  if (encrypted === 0) return xml;
  if (encrypted > 1 || childrenOf(response, 'Assertion').length > 0) throw badMessage('the response does not have exactly one assertion');
  const clear = await decryptAssertion(
    xml,
    ownKeys.map(({ privateKey }) => privateKey),
  );
  if (clear === null || DECLARATION.test(clear))
    throw badMessage(
      'the assertion is encrypted, and no key of CAM opens it. Let the provider encrypt for the certificate in CAM’s metadata, with RSA-OAEP and AES, or not at all',
    );
  return clear;
}

/** Returns the request that a response says it answers, before anything is verified; null if it names none. */
export function requestNamedBy(encoded: string): string | null {
  try {
    return readResponse(decode(encoded)).attributes.InResponseTo ?? null;
  } catch {
    return null;
  }
}

function decode(encoded: string): string {
  if (encoded.length > LARGEST_RESPONSE) throw badMessage('the response is too large');
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  if (DECLARATION.test(xml)) throw badMessage('the response has a document type or an entity');
  return xml;
}

function readResponse(xml: string): XmlElement {
  try {
    const root = readElements(xml);
    if (root.name === 'Response') return root;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw badMessage('the message is not a SAML response');
}

/** Checks what stands around the assertion. It may be unsigned, so it can only refuse. */
function checkEnvelope({ acsUrl, entityId }: SamlPeer, response: XmlElement): void {
  const status = childOf(childOf(response, 'Status'), 'StatusCode');
  if (status?.attributes.Value !== SUCCESS) {
    const code = childOf(status, 'StatusCode')?.attributes.Value ?? status?.attributes.Value ?? '';
    throw new SignOnRefusal(
      'Your organization’s sign-in page refused the sign-in. Ask your administrator whether you may use CAM.',
      `the provider answered with the status ${/[A-Za-z]+$/.exec(code)?.[0] ?? 'unknown'}`,
    );
  }
  const { Destination: destination } = response.attributes;
  if (destination !== undefined && destination !== acsUrl) throw badMessage('the response has another destination than CAM');
  const issuer = childOf(response, 'Issuer')?.text.trim();
  if (issuer !== undefined && issuer !== entityId) throw badMessage('the response comes from another provider');
  if (childrenOf(response, 'EncryptedAssertion').length > 0 || childrenOf(response, 'Assertion').length !== 1)
    throw badMessage('the response does not have exactly one assertion');
}

async function verifySignature(saml: SAML, xml: string): Promise<Profile> {
  if (SHA1.test(xml)) throw badMessage('the assertion is signed with SHA-1. Choose SHA-256 in the provider');
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') }).catch((error: unknown) => {
    throw badMessage(reasonOf(error));
  });
  if (!profile) throw badMessage('the response has no assertion');
  return profile;
}

/** Returns what the library refused. Its messages are for developers, and may quote the message. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/audience/i.test(message)) return 'the assertion is for another audience than CAM';
  if (/not yet valid/i.test(message)) return 'the assertion is not valid yet. Compare the clocks of the provider and CAM';
  if (/expired|too old/i.test(message)) return 'the assertion has expired. Compare the clocks of the provider and CAM';
  if (/subject confirmation/i.test(message)) return 'the assertion has no subject confirmation that is valid now';
  return 'the assertion is not signed with a certificate of this connection. If the provider signs the response alone, let it sign the assertion';
}

function readAssertion(peer: SamlPeer, response: XmlElement, assertion: XmlElement, now: number): Assertion {
  const id = assertion.attributes.ID ?? '';
  if (assertion.name !== 'Assertion' || id === '') throw badMessage('the assertion has no id');
  if (childOf(assertion, 'Issuer')?.text.trim() !== peer.entityId) throw badMessage('the assertion comes from another provider');
  const subject = childOf(assertion, 'Subject');
  const confirmed = childrenOf(subject, 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.Method === BEARER)
    .flatMap((one) => childrenOf(one, 'SubjectConfirmationData'))
    .map(({ attributes }) => attributes)
    .find(
      ({ Recipient, NotBefore, NotOnOrAfter }) =>
        Recipient === peer.acsUrl &&
        timeOf(NotOnOrAfter) + CLOCK_TOLERANCE > now &&
        (NotBefore === undefined || timeOf(NotBefore) - CLOCK_TOLERANCE <= now),
    );
  if (!confirmed) throw badMessage('the assertion has no bearer confirmation for the address of CAM that is valid now');
  const asked = confirmed.InResponseTo ?? null;
  if ((response.attributes.InResponseTo ?? null) !== asked) throw badMessage('the response and its assertion answer different requests');
  const conditions = childOf(assertion, 'Conditions');
  if (!conditions?.attributes.NotOnOrAfter) throw badMessage('the assertion has no end');
  const [statement] = childrenOf(assertion, 'AuthnStatement');
  if (!statement) throw badMessage('the assertion does not say that the person signed in');
  const { SessionNotOnOrAfter: sessionEnd } = statement.attributes;
  if (sessionEnd !== undefined && timeOf(sessionEnd) + CLOCK_TOLERANCE <= now) throw badMessage('the session at the provider has ended');
  const nameId = childOf(subject, 'NameID');
  const endsAt = Math.max(timeOf(conditions.attributes.NotOnOrAfter), timeOf(confirmed.NotOnOrAfter)) + CLOCK_TOLERANCE;
  return {
    id,
    inResponseTo: asked,
    nameId: nameId?.text.trim() ?? '',
    nameIdFormat: nameId?.attributes.Format ?? UNSPECIFIED,
    attributes: readAttributes(assertion),
    endsAt,
  };
}

/** Returns the values of attributes by name. An attribute that comes twice has the values of both. */
function readAttributes(assertion: XmlElement): PersonFacts {
  const found = new Map<string, string[]>();
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((statement) => childrenOf(statement, 'Attribute'));
  for (const attribute of attributes) {
    const name = attribute.attributes.Name ?? '';
    const values = childrenOf(attribute, 'AttributeValue').map(({ text }) => text.trim());
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}

const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[a-z0-9.-]+$/;

/**
 * Returns the e-mail that an assertion names the person by.
 * @param attribute the attribute that has it; empty: the NameID
 * @throws SignOnRefusal if there is none
 */
export function emailOf({ nameId, nameIdFormat, attributes }: Assertion, attribute: string): string {
  if (attribute === '' && nameIdFormat === TRANSIENT)
    throw badMessage('the NameID is transient, so it names nobody. Choose the e-mail address as NameID, or an attribute for the e-mail');
  const named = [...attributes].find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1] ?? [];
  const [value = '', another] = attribute === '' ? [nameId] : named;
  const email = value.toLowerCase();
  if (another !== undefined) throw badMessage(`the attribute "${attribute}" has several values, so it is not clear which e-mail is the person's`);
  if (!EMAIL.test(email))
    throw badMessage(
      attribute === ''
        ? 'the NameID is not an e-mail. Choose the e-mail address as NameID in the provider, or name the attribute that has it'
        : `the attribute "${attribute}" has no e-mail`,
    );
  return email;
}

function timeOf(text: string | undefined): number {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? -Infinity : time;
}
