/**
 * Returns the address whose trailing account id agrees with the account filter; null when the address already agrees.
 * @param basePath the route without the segment
 */
export function segmentRedirect(basePath: string, segment: string | undefined, filterId: string | null, search: string): string | null {
  if (filterId && segment !== filterId) return `${basePath}/${encodeURIComponent(filterId)}${search}`;
  if (!filterId && segment !== undefined) return `${basePath}${search}`;
  return null;
}
