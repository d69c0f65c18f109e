const MEGABYTE = 1024 * 1024;

/** Bytes of one file of a bundle once it is unpacked, of all of them together, and of an upload as it is sent. */
export const LARGEST_FILE = 128 * MEGABYTE;
export const LARGEST_BUNDLE = 2048 * MEGABYTE;
export const LARGEST_UPLOAD = 512 * MEGABYTE;

export function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}

/** What is wrong with the size of an upload, as a sentence; null where nothing is. @param isPacked a zip or gzip, whose files are measured once they are unpacked */
export function uploadSizeError(bytes: number, isPacked: boolean): string | null {
  if (bytes > LARGEST_UPLOAD)
    return `An upload has at most ${megabytes(LARGEST_UPLOAD)} MB. Leave out what is not evaluated, or take fewer days of logs.`;
  if (isPacked || bytes <= LARGEST_FILE) return null;
  return `A JSON file has at most ${megabytes(LARGEST_FILE)} MB. Export it in pages, each as a file of its own, and put them into one zip.`;
}
