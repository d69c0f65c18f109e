/** Addresses of files that took too long. */
const late = new Set<string>();

/** Notes that a file at this address took too long, and was given up. */
export function noteLate(address: string): void {
  late.add(address);
}

/** Reports whether a file at this address took too long, and was given up. */
export function wasLate(address: string): boolean {
  return late.has(address);
}
