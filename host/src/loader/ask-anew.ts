declare global {
  interface Window {
    /** How often each release was asked for anew, by its address: the chunk loader of a remote reads it. */
    __camTries?: Record<string, number>;
  }
}

/** Addresses from which a load is under way, or has failed. */
const unsettled = new Set<string>();

function absolute(base: string): string {
  return new URL(base, window.location.origin).href;
}

/** A load begins. One that failed or hangs before it leaves nothing behind that the new one would wait for. */
export function beginLoad(base: string): void {
  if (unsettled.has(base)) askAnew(base);
  unsettled.add(base);
}

/** The load has come to a good end. */
export function endLoad(base: string): void {
  unsettled.delete(base);
}

/**
 * From now on the files of a release are asked for by another address, and tags that wait for them are gone: browsers, webpack and the federation
 * runtime would all wait for a request that hangs instead of making another.
 */
export function askAnew(base: string): void {
  const address = absolute(base);
  const tries = (window.__camTries ??= {});
  tries[address] = (tries[address] ?? 0) + 1;
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(address)) script.remove();
  for (const link of document.querySelectorAll('link')) if (link.href.startsWith(address) && !link.sheet) link.remove();
}

/** The address under which a file is asked for this time. */
export function addressNow(url: string): string {
  const { href } = new URL(url, window.location.origin);
  const [, tries] = Object.entries(window.__camTries ?? {}).find(([address]) => href.startsWith(address)) ?? [];
  return tries ? `${href}?try=${tries}` : href;
}
