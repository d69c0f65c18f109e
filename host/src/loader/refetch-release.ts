import { absolute, type ReleaseFiles } from './release-files';

declare global {
  interface Window {
    /** How often the files at an address were asked for anew: the chunk loader of a remote reads it. */
    __camTries?: Record<string, number>;
  }
}

/** Releases of which a load is under way, or has failed, by their address. */
const unsettled = new Set<string>();

/** A load begins. One that failed or hangs before it leaves nothing behind that the new one would wait for. */
export function beginLoad(release: ReleaseFiles): void {
  if (unsettled.has(release.base)) refetchRelease(release);
  unsettled.add(release.base);
}

/** The load has come to a good end. */
export function endLoad({ base }: ReleaseFiles): void {
  unsettled.delete(base);
}

/**
 * From now on the files of a release are asked for by another address, and tags that wait for them are gone: browsers, webpack and the federation
 * runtime would all wait for a request that hangs instead of making another.
 */
export function refetchRelease({ base, files }: ReleaseFiles): void {
  const tries = (window.__camTries ??= {});
  for (const address of new Set([absolute(base), absolute(files)])) {
    tries[address] = (tries[address] ?? 0) + 1;
    for (const script of document.querySelectorAll('script')) if (script.src.startsWith(address)) script.remove();
    for (const link of document.querySelectorAll('link')) if (link.href.startsWith(address) && !link.sheet) link.remove();
  }
}

/** The address under which a file is asked for this time. */
export function currentAddress(url: string): string {
  const [href = ''] = absolute(url).split('?');
  const [, tries] = Object.entries(window.__camTries ?? {}).find(([address]) => href.startsWith(address)) ?? [];
  return tries ? `${href}?try=${tries}` : href;
}
