import type { RemoteManifest as Manifest } from '@cam/contracts';

/** Reports whether a path without parameters belongs to a route of the remote. */
export function isPageOf(manifest: Manifest, path: string): boolean {
  return manifest.routes.some((route) => overlap(segmentsOf(path), segmentsOf(route.path, route.accountSegment)));
}

/** Returns the parts of a path in lower case, as the router compares them. The account segment is one optional part more. */
export function segmentsOf(path: string, accountSegment = false): string[] {
  return [...path.toLowerCase().split('/').filter(Boolean), ...(accountSegment ? [':account?'] : [])];
}

/** Reports whether some address belongs to both patterns. */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  const [first, ...rest] = one;
  const [second, ...otherRest] = other;
  if (first === '*' || second === '*') return true;
  if (first?.endsWith('?')) return overlap(rest, other) || overlap([first.slice(0, -1), ...rest], other);
  if (second?.endsWith('?')) return overlap(other, one);
  if (first === undefined || second === undefined) return first === second;
  const isSame = first === second || first.startsWith(':') || second.startsWith(':');
  return isSame && overlap(rest, otherRest);
}
