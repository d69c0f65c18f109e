import { MODES, modeOf, type PaletteEntry, type PaletteSection } from './palette-entry';
import { KEYWORD, ranked, scoreOf } from './rank';
import { readUses, amountOfUse } from './uses';

/** The most lines of one heading, while there is a text. */
const MAX_LINES = 7;
/** The most entries under "Recent". */
const MAX_RECENT = 5;

/** The order of the headings where a page or an action is meant, after that of the best line, and where the text is rather a name or a question. */
const PAGES_FIRST = ['Recent', 'Pages', 'Actions', 'Names', 'Searches', 'Question', 'Query language'] as const satisfies readonly PaletteSection[];
const NAMES_FIRST = ['Names', 'Question', 'Searches', 'Pages', 'Actions', 'Query language'] as const satisfies readonly PaletteSection[];

interface Sources {
  known: readonly PaletteEntry[];
  /** Saved and recent searches. */
  searches: readonly PaletteEntry[];
  /** Lines that the server found for the text. */
  found: readonly PaletteEntry[];
}

/** Reports whether a text names one of the entries, and not only some of its letters. */
export function isStrong(known: readonly PaletteEntry[], words: string): boolean {
  return words !== '' && known.some((entry) => scoreOf(entry, words) >= KEYWORD);
}

/** Returns the lines for a text, in the order of the screen. An empty text lists what the user used last, then everything. */
export function listed({ known, searches, found }: Sources, text: string): PaletteEntry[] {
  const { mode, words } = modeOf(text);
  const uses = readUses();
  const now = Date.now();
  const useOf = (id: string): number => amountOfUse(uses, id, now);
  if (mode === '!') return [alertsEntry(words)];
  if (mode === null && words === '') {
    const recent = known
      .filter(({ id }) => useOf(id) > 0)
      .sort((a, b) => useOf(b.id) - useOf(a.id))
      .slice(0, MAX_RECENT);
    const others = known.filter((entry) => !recent.includes(entry) && entry.isListed !== false);
    return grouped(
      [...recent.map((entry): PaletteEntry => ({ ...entry, section: 'Recent' })), ...others, ...searches.slice(0, MAX_RECENT)],
      PAGES_FIRST,
    );
  }
  const wanted: readonly PaletteSection[] | null = mode && MODES[mode].sections;
  const own = [...known, ...searches].filter(({ section }) => wanted === null || wanted.includes(section));
  if (words === '') return grouped(own, PAGES_FIRST);
  const best = ranked(own, words, useOf);
  if (mode === null && !isStrong(known, words)) return grouped([...best, ...found], NAMES_FIRST, MAX_LINES);
  // The heading of the best line goes first, so that a page which only a keyword finds does not hide an action that the text names.
  const order = [...new Set([...best.slice(0, 1).map(({ section }) => section), ...PAGES_FIRST])];
  return grouped([...best, ...found], order, MAX_LINES);
}

function alertsEntry(words: string): PaletteEntry {
  const to = words === '' ? '/alerts' : `/alerts?${new URLSearchParams({ search: words }).toString()}`;
  return { id: 'alerts', section: 'Searches', icon: 'alert', text: words === '' ? 'Open all alerts' : `Find alerts with "${words}"`, to };
}

/** Sorts lines by heading, and keeps their order within one. */
function grouped(entries: readonly PaletteEntry[], order: readonly PaletteSection[], most = Infinity): PaletteEntry[] {
  return order.flatMap((section) => entries.filter((entry) => entry.section === section).slice(0, most));
}
