import { absolute, type ReleaseFiles } from './release-files';

declare global {
  interface Window {
    /** Number of refetches by address. The chunk loader of a remote reads it. */
    __camTries?: Record<string, number>;
  }
}

/** Base addresses of releases whose load is running or has failed. */
const unsettled = new Set<string>();

/** Marks the begin of a load. A previous load that failed or hangs is discarded, so that the new one does not wait for it. */
export function beginLoad(release: ReleaseFiles): void {
  if (unsettled.has(release.base)) refetchRelease(release);
  unsettled.add(release.base);
}

/** Marks the successful end of a load. */
export function endLoad({ base }: ReleaseFiles): void {
  unsettled.delete(base);
}

/**
 * Changes the address under which the files of a release are requested, and removes pending tags. Otherwise browsers, webpack and the federation
 * runtime would wait for the request that hangs instead of sending a new one.
 */
export function refetchRelease({ base, files }: ReleaseFiles): void {
  const tries = (window.__camTries ??= {});
  for (const address of new Set([absolute(base), absolute(files)])) {
    tries[address] = (tries[address] ?? 0) + 1;
    for (const script of document.querySelectorAll('script')) if (script.src.startsWith(address)) script.remove();
    for (const link of document.querySelectorAll('link')) if (link.href.startsWith(address) && !link.sheet) link.remove();
  }
}

/** Returns the current request address of a file. */
export function currentAddress(url: string): string {
  const [href = ''] = absolute(url).split('?');
  const [, tries] = Object.entries(window.__camTries ?? {}).find(([address]) => href.startsWith(address)) ?? [];
  return tries ? `${href}?try=${tries}` : href;
}
