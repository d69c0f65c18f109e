const MEGABYTE = 1024 * 1024;

/** Maximum size of one unpacked file of a bundle, in bytes. */
export const LARGEST_FILE = 128 * MEGABYTE;
/** Maximum size of all unpacked files of a bundle, in bytes. */
export const LARGEST_BUNDLE = 2048 * MEGABYTE;
/** Maximum size of an upload as it is sent, in bytes. */
export const LARGEST_UPLOAD = 512 * MEGABYTE;

/** Converts bytes to whole megabytes. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}

/**
 * Returns a sentence that says why an upload is too large; null when it is not.
 * @param isPacked true for a zip or gzip, whose files are measured after unpacking
 */
export function uploadSizeError(bytes: number, isPacked: boolean): string | null {
  if (bytes > LARGEST_UPLOAD)
    return `An upload may have at most ${megabytes(LARGEST_UPLOAD)} MB. Leave out files that CAM does not read, or export fewer days of logs.`;
  if (isPacked || bytes <= LARGEST_FILE) return null;
  return `A JSON file may have at most ${megabytes(LARGEST_FILE)} MB. Export it in several files and add them to one zip.`;
}
