import type { IconName } from '@cam/ui';

/** Headings of the palette. */
export type PaletteSection = 'Recent' | 'Pages' | 'Actions' | 'Names' | 'Searches' | 'Question' | 'Query language';

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  section: PaletteSection;
  text: string;
  /** Shown beside the text. */
  detail?: string;
  /** Other words that find the line. */
  keywords?: string;
  /** Keys that do the same without the palette. */
  keys?: string;
  icon?: IconName;
  /** The type of an entity, for its icon. */
  type?: string;
  /** The address that Enter opens. */
  to?: string;
  /** The text that Enter puts into the box, for another step. */
  fill?: string;
  /** False for one of very many lines, which only a text finds. */
  isListed?: boolean;
  /** Called on Enter, where the line opens no address. */
  run?: () => void;
}

/** Kinds of entries, by the first character of the text. */
export const MODES = {
  '>': { label: 'Actions', sections: ['Actions'] },
  '@': { label: 'Identities', sections: ['Names'] },
  '#': { label: 'Resources', sections: ['Names'] },
  '!': { label: 'Alerts', sections: ['Searches'] },
  '?': { label: 'Question', sections: ['Question'] },
  '/': { label: 'Query language', sections: ['Query language'] },
} as const satisfies Record<string, { label: string; sections: readonly PaletteSection[] }>;
export type Mode = keyof typeof MODES;

/** Splits a text into its mode and the words after it. */
export function modeOf(text: string): { mode: Mode | null; words: string } {
  const first = text.charAt(0);
  return Object.hasOwn(MODES, first) ? { mode: first as Mode, words: text.slice(1).trim() } : { mode: null, words: text.trim() };
}
