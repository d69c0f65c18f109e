/** Hosts of the user's own computer. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Returns why a program may not register an address for its codes; null: it may. */
export function refusalOfAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return `"${address}" is no address.`;
  if (address.includes('#')) return `"${address}" has a fragment, which an address for codes must not have.`;
  if (url.username !== '' || url.password !== '') return `"${address}" has a user name, which an address for codes must not have.`;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))) return null;
  return `"${address}" is neither an address with https nor one of the own computer, such as http://127.0.0.1/callback.`;
}

/** Reports whether codes for an address go to a program on the computer of the user. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

/**
 * Reports whether an address is one that the program registered. They must be equal, except for the port on the own computer, which the system chooses when the
 * program begins to listen.
 * @see https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true;
  if (refusalOfAddress(address) !== null || !isLoopback(address)) return false;
  return registered.some((one) => isLoopback(one) && withoutPort(one) === withoutPort(address));
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}
