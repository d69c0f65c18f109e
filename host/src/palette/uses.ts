/** The memory of this browser for the palette. It never leaves the browser, and holds commands and pages only, never names of entities. */
const STORED = 'cam.palette';
/** A use counts half after this time, ms. */
const HALF_LIFE = 14 * 86_400_000;
const MAX_KEPT = 60;

interface Use {
  count: number;
  /** Time of the last use, to which `count` belongs. */
  at: number;
}

type Uses = Readonly<Record<string, Use>>;

/** Returns the uses that this browser remembers. */
export function readUses(): Uses {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Record<string, Use>;
    return Object.fromEntries(Object.entries(stored).filter(([, use]) => Number.isFinite(use?.count) && Number.isFinite(use?.at)));
  } catch {
    return {};
  }
}

/** Returns how much an entry is used: a use today counts 1, one of a fortnight ago a half. */
export function amountOfUse(uses: Uses, id: string, now: number): number {
  const use = uses[id];
  return use ? use.count * 0.5 ** (Math.max(0, now - use.at) / HALF_LIFE) : 0;
}

/** Remembers one more use of an entry. The least used ones are forgotten. */
export function rememberUse(id: string, now: number): void {
  const uses = readUses();
  const next: Record<string, Use> = { ...uses, [id]: { count: amountOfUse(uses, id, now) + 1, at: now } };
  const kept = Object.entries(next)
    .sort(([a], [b]) => amountOfUse(next, b, now) - amountOfUse(next, a, now))
    .slice(0, MAX_KEPT);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without room in the browser, the palette works without a memory.
  }
}
