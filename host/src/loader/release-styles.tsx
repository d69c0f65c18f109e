import { useEffect, type ReactNode } from 'react';
import type { RemoteId } from '@cam/contracts';
import { absolute, addressOf, type ReleaseFiles } from './release-files';

/** Addresses of the style sheets of each release that this tab has loaded, by the address of the release. */
const sheets = new Map<string, { id: RemoteId; addresses: string[] }>();

/** Releases that may insert style sheets, because they are loading or loaded. */
const current = new Map<RemoteId, string>();

/** Number of shown pages and parts of each release. */
const uses = new Map<string, number>();

/** Notes the style sheets of a release that begins to load. */
export function beginStyles(id: RemoteId, release: ReleaseFiles): void {
  const addresses = Object.keys(release.integrity).flatMap((file) =>
    file.endsWith('.css') ? [addressOf(release, file), absolute(release.base + file)] : [],
  );
  sheets.set(absolute(release.base), { id, addresses });
  current.set(id, absolute(release.base));
}

/** Ends the release of a remote. Its style sheets leave the page with the last page and part of it. */
export function endStyles(id: RemoteId): void {
  current.delete(id);
  removeUnused(id);
}

/** Counts a shown page or part, which keeps the style sheets of its release. */
export function UsesStyles({ id, base, children }: { id: RemoteId; base: string; children?: ReactNode }): ReactNode {
  useEffect(() => {
    const address = absolute(base);
    uses.set(address, (uses.get(address) ?? 0) + 1);
    return () => {
      uses.set(address, (uses.get(address) ?? 1) - 1);
      removeUnused(id);
    };
  }, [id, base]);
  return children;
}

/** Removes the style sheets of releases of a remote that are neither loaded nor shown. Releases share files, so a file stays while any of them needs it. */
function removeUnused(id: RemoteId): void {
  const own = [...sheets].filter(([, release]) => release.id === id);
  const isNeeded = (base: string): boolean => current.get(id) === base || (uses.get(base) ?? 0) > 0;
  const needed = new Set(own.filter(([base]) => isNeeded(base)).flatMap(([, { addresses }]) => addresses));
  const unused = new Set(own.flatMap(([, { addresses }]) => addresses.filter((address) => !needed.has(address))));
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (unused.has(link.href.split('?')[0] ?? '')) link.remove();
}
