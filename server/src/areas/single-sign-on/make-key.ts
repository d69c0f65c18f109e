// The certificate library needs it before it is loaded.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { readCertificate } from './certificates';

/** A new key with its certificate, both in PEM. */
export interface MadeKey {
  privateKey: string;
  certificate: string;
  fingerprint: string;
}

/** Years that a certificate of CAM is valid. Providers pin the key; its end only reminds people to rotate it. */
const YEARS = 5;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

/** Makes a key with a certificate that it signs itself: metadata and providers carry public keys in certificates. */
export async function makeKeyWithCertificate(): Promise<MadeKey> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const made = await X509CertificateGenerator.createSelfSigned(
    { serialNumber: `01${randomBytes(15).toString('hex')}`, name: 'CN=CAM', notBefore, notAfter, signingAlgorithm: ALGORITHM, keys },
    webcrypto as Crypto,
  );
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const { pem, fingerprint } = readCertificate(made.toString('pem'));
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}(?=.)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return { privateKey, certificate: pem, fingerprint };
}
