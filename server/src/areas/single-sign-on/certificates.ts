import { X509Certificate } from 'node:crypto';
import { CERTIFICATE_WARNING_DAYS } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';

/** A certificate of a provider, as it is stored. */
export interface StoredCertificate {
  pem: string;
  fingerprint: string;
  subject: string;
  /** ISO 8601. */
  validFrom: string;
  /** ISO 8601. */
  validUntil: string;
}

const DAY = 86_400_000;

/** Shortest RSA key that is accepted, bits. */
const SHORTEST_RSA = 2048;

/**
 * Reads a certificate in PEM or plain base64, as metadata has it.
 * @throws ApiError 422 if it is none, or its key is too weak
 */
export function readCertificate(text: string): StoredCertificate {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
  const certificate = parse(body);
  if (!certificate) throw unprocessable('CERTIFICATE', 'This is not a certificate. Paste the signing certificate of the provider in PEM or base64.');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type !== 'rsa') throw unprocessable('CERTIFICATE', 'The key of this certificate is not RSA. Let the provider sign with RSA and SHA-256.');
  if ((details?.modulusLength ?? 0) < SHORTEST_RSA)
    throw unprocessable(
      'CERTIFICATE',
      `The RSA key of this certificate is shorter than ${SHORTEST_RSA} bits. Choose another certificate in the provider.`,
    );
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: certificate.subject.replaceAll('\n', ', '),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validUntil: new Date(certificate.validTo).toISOString(),
  };
}

/** Returns the certificates that count at a time. */
export function validAt(certificates: readonly StoredCertificate[], now: number): StoredCertificate[] {
  return certificates.filter(({ validFrom, validUntil }) => Date.parse(validFrom) <= now && now < Date.parse(validUntil));
}

/**
 * Returns the certificate with which the sign-ins end, if that is soon or over; null otherwise.
 * @param now ms since 1970
 */
export function endingAt(certificates: readonly StoredCertificate[], now: number): StoredCertificate | null {
  const [last] = certificates.toSorted((a, b) => Date.parse(b.validUntil) - Date.parse(a.validUntil));
  return last && Date.parse(last.validUntil) - now < CERTIFICATE_WARNING_DAYS * DAY ? last : null;
}

function parse(body: string): X509Certificate | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return null;
  try {
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch {
    return null;
  }
}
