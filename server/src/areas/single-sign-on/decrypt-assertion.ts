import { decrypt } from 'xml-encryption';

/** An encrypted assertion, from its first tag to its last. */
const ENCRYPTED = /<((?:[\w.-]+:)?)EncryptedAssertion[\s>][\s\S]*?<\/\1EncryptedAssertion\s*>/;

/**
 * Returns a response with its encrypted assertion in clear, so that it is checked as any other one is.
 * @param privateKeys keys in PEM, which are tried in order
 * @returns null if no key opens it, or its algorithms are refused (RSA 1.5, Triple DES)
 */
export async function decryptAssertion(xml: string, privateKeys: readonly string[]): Promise<string | null> {
  const [sealed] = ENCRYPTED.exec(xml) ?? [];
  if (sealed === undefined) return null;
  for (const key of privateKeys) {
    const assertion = await openWith(sealed, key);
    // A function, because a text would have its dollar signs replaced.
    if (assertion !== null) return xml.replace(ENCRYPTED, () => assertion.replace(/^\s*<\?xml[^>]*\?>/, ''));
  }
  return null;
}

function openWith(sealed: string, key: string): Promise<string | null> {
  const options = { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false };
  return new Promise((resolve) => decrypt(sealed, options, (error, text) => resolve(error || typeof text !== 'string' ? null : text)));
}
