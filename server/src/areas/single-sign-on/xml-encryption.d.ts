declare module 'xml-encryption' {
  type Done = (error: Error | null, result?: string) => void;

  /** Decrypts the first `EncryptedData` of a document. */
  export function decrypt(
    xml: string,
    options: { key: string; disallowDecryptionWithInsecureAlgorithm: boolean; warnInsecureAlgorithm: boolean },
    done: Done,
  ): void;

  /** Encrypts a text into an `EncryptedData`. */
  export function encrypt(
    text: string,
    options: { rsa_pub: string; pem: string; encryptionAlgorithm: string; keyEncryptionAlgorithm: string; warnInsecureAlgorithm?: boolean },
    done: Done,
  ): void;
}
