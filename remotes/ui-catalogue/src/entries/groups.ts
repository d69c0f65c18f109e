import { ACTIONS } from './actions';
import { CHARTS } from './charts';
import { DATA } from './data';
import { ENTITIES } from './entities';
import { FEEDBACK } from './feedback';
import { FORMS } from './forms';
import { LAYOUT } from './layout';
import type { Entry } from './entry';

export interface Group {
  title: string;
  entries: readonly Entry[];
}

/** The components of `@cam/ui`. A test compares them with what the package exports. */
export const GROUPS: readonly Group[] = [
  { title: 'Actions', entries: ACTIONS },
  { title: 'Forms', entries: FORMS },
  { title: 'Feedback', entries: FEEDBACK },
  { title: 'Pages and dialogs', entries: LAYOUT },
  { title: 'Lists and data', entries: DATA },
  { title: 'Entities and risk', entries: ENTITIES },
  { title: 'Charts', entries: CHARTS },
];

/** Returns the groups with the components whose name or description holds all words of a text. */
export function groupsWith(text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ name, about }: Entry): boolean => words.every((word) => `${name} ${about}`.toLowerCase().includes(word));
  return GROUPS.map(({ title, entries }) => ({ title, entries: entries.filter(holds) })).filter(({ entries }) => entries.length > 0);
}

/** Returns the component with this name, whatever its case. */
export function entryNamed(name: string): Entry | undefined {
  return GROUPS.flatMap(({ entries }) => entries).find((entry) => entry.name.toLowerCase() === name.toLowerCase());
}
