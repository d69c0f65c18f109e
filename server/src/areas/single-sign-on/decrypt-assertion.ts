import { decrypt } from 'xml-encryption';

/** The first tag of an encrypted assertion. */
const ENCRYPTED = /<((?:[\w.-]+:)?)EncryptedAssertion[\s>]/;

/**
 * Returns a response with its encrypted assertion in clear, so that it is checked as any other one is.
 * @param privateKeys keys in PEM, which are tried in order
 * @returns null if no key opens it, or its algorithms are refused (RSA 1.5, Triple DES)
 */
export async function decryptAssertion(xml: string, privateKeys: readonly string[]): Promise<string | null> {
  const place = placeOf(xml);
  if (!place) return null;
  for (const key of privateKeys) {
    const assertion = await openWith(xml.slice(place.start, place.end), key);
    if (assertion !== null) return xml.slice(0, place.start) + assertion.replace(/^\s*<\?xml[^>]*\?>/, '') + xml.slice(place.end);
  }
  return null;
}

/**
 * Finds the first encrypted assertion. Anybody may send a response, so it is searched for once from one place to the next: an expression for the whole element
 * would read the rest again for each first tag that has no last one.
 */
function placeOf(xml: string): { start: number; end: number } | null {
  const first = ENCRYPTED.exec(xml);
  if (!first) return null;
  const last = xml.indexOf(`</${first[1]}EncryptedAssertion`, first.index);
  const end = last === -1 ? -1 : xml.indexOf('>', last);
  return end === -1 ? null : { start: first.index, end: end + 1 };
}

function openWith(sealed: string, key: string): Promise<string | null> {
  const options = { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false };
  return new Promise((resolve) => decrypt(sealed, options, (error, text) => resolve(error || typeof text !== 'string' ? null : text)));
}
