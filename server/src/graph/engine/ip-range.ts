/** An address as a number, with its length in bits. */
interface Address {
  bits: 32 | 128;
  value: bigint;
}

/** Reports whether an address lies in a CIDR range. A range without a prefix length is one address. Text that is not an address lies in no range. */
export function isInRange(address: string, range: string): boolean {
  const [start = '', length] = range.split('/');
  const given = parseAddress(address);
  const first = parseAddress(start);
  if (!given || !first || given.bits !== first.bits) return false;
  const kept = length === undefined ? first.bits : Number(length);
  if (!Number.isInteger(kept) || kept < 0 || kept > first.bits) return false;
  const shift = BigInt(first.bits - kept);
  return given.value >> shift === first.value >> shift;
}

function parseAddress(text: string): Address | null {
  return text.includes(':') ? parseV6(text) : parseV4(text);
}

function parseV4(text: string): Address | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) };
}

function parseV6(text: string): Address | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(groupsOf);
  if (!head || tail === null) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...(tail ?? [])];
  return { bits: 128, value: groups.reduce((value, group) => (value << 16n) | group, 0n) };
}

function groupsOf(text: string): bigint[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.map((group) => BigInt(`0x${group}`)) : null;
}
