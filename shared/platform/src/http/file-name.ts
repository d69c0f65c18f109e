/** Returns the file name of a Content-Disposition header, preferring the encoded name (RFC 6266); null when it has none. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // The encoding is invalid, so the plain name is used.
    }
  }
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  return quoted || bare || null;
}
