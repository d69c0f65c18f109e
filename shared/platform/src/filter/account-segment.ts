/**
 * The rule of the account-filter segment: where an address must go so that its trailing account id and the filter agree.
 * `basePath` is the route without the segment. Null: the address is right as it is.
 */
export function segmentRedirect(basePath: string, segment: string | undefined, filterId: string | null, search: string): string | null {
  if (filterId && segment !== filterId) return `${basePath}/${encodeURIComponent(filterId)}${search}`;
  if (!filterId && segment !== undefined) return `${basePath}${search}`;
  return null;
}
