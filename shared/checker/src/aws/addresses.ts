/** Reports whether an address lies in a CIDR range. A range without a length is one address. Text that is no address lies in no range. */
export function isInRange(address: string, range: string): boolean {
  const [start = '', length] = range.split('/');
  const [given, first] = [bitsOf(address), bitsOf(start)];
  if (given === null || first === null || given.length !== first.length) return false;
  const kept = length === undefined ? first.length : Number(length);
  if (!Number.isInteger(kept) || kept < 0 || kept > first.length) return false;
  return given.slice(0, kept) === first.slice(0, kept);
}

/** Returns an address as 32 or 128 binary digits. */
function bitsOf(text: string): string | null {
  return text.includes(':') ? bitsOfSix(text) : bitsOfFour(text);
}

function bitsOfFour(text: string): string | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.map((part) => Number(part).toString(2).padStart(8, '0')).join('');
}

function bitsOfSix(text: string): string | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail] = halves;
  if (halves.length > 2) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
