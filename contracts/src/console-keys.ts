/** Part of the console in which an action has its key. */
export type KeyPlace = 'everywhere' | 'lists' | 'alerts' | 'reviews';

interface KeyAction {
  place: KeyPlace;
  label: string;
  /** The key until the user changes it. */
  key: string;
}

/** Actions of the console that one key without Ctrl runs. Users can change the keys. */
export const KEY_ACTIONS = {
  search: { place: 'everywhere', label: 'Search', key: '/' },
  'show-keys': { place: 'everywhere', label: 'Show the keys', key: '?' },
  'row-next': { place: 'lists', label: 'Next row', key: 'j' },
  'row-previous': { place: 'lists', label: 'Previous row', key: 'k' },
  'row-select': { place: 'lists', label: 'Select the row, or undo that', key: 'x' },
  'row-explain': { place: 'lists', label: 'Explain the row, or open its details', key: 'e' },
  'page-previous': { place: 'lists', label: 'Previous page, or previous alert in an open panel', key: '[' },
  'page-next': { place: 'lists', label: 'Next page, or next alert in an open panel', key: ']' },
  'alert-assign': { place: 'alerts', label: 'Assign the alert or the group, or all that are selected', key: 'a' },
  'alert-dismiss': { place: 'alerts', label: 'Dismiss the alert or the group, or all that are selected', key: 'd' },
  'alert-groups': { place: 'alerts', label: 'Back to the groups', key: 'u' },
  'item-keep': { place: 'reviews', label: 'Keep the access', key: 'k' },
  'item-revoke': { place: 'reviews', label: 'Revoke the access', key: 'r' },
  'item-delegate': { place: 'reviews', label: 'Delegate the item', key: 'd' },
  'item-next': { place: 'reviews', label: 'Next item', key: 'n' },
  'item-undo': { place: 'reviews', label: 'Undo the last decision', key: 'u' },
} as const satisfies Record<string, KeyAction>;
export type KeyActionId = keyof typeof KEY_ACTIONS;

/** Titles of the places, in the order in which the console lists them. */
export const KEY_PLACES: Readonly<Record<KeyPlace, string>> = {
  everywhere: 'Everywhere',
  lists: 'Lists',
  alerts: 'Alerts',
  reviews: 'Items of reviews',
};

/** A command that two keys run: g and a letter. */
export interface KeyedCommand {
  id: string;
  label: string;
  keys?: string;
}

/** Keys that a user changed, by the id of an action or a command; '' for no key. */
export type KeyChanges = Readonly<Record<string, string>>;

/** Two keys that the console keeps for itself, which no command may take. */
export const RESERVED_COMMAND_KEYS: readonly string[] = ['g g', 'g k'];

/** The first key of every command. */
const FIRST_KEY = 'g';

/** The longest key of an action, in UTF-16 units: one character. */
const LONGEST = 2;

/** Returns the action with an id, or null for the id of a command. */
function actionOf(id: string): KeyAction | null {
  return Object.hasOwn(KEY_ACTIONS, id) ? KEY_ACTIONS[id as KeyActionId] : null;
}

/** Returns whether two actions or commands may be called at the same time, so that they need different keys. */
function meet(id: string, other: string): boolean {
  const [a, b] = [actionOf(id)?.place, actionOf(other)?.place];
  // A command has two keys, so it meets commands alone.
  if (a === undefined || b === undefined) return a === b;
  const isListOf = (one: KeyPlace, two: KeyPlace): boolean => one === 'lists' && two === 'alerts';
  return a === b || a === 'everywhere' || b === 'everywhere' || isListOf(a, b) || isListOf(b, a);
}

/**
 * Returns the key of every action and command. A changed key wins over the same key by default, which a later version of the console may bring.
 * @param commands the commands that the console offers
 */
export function consoleKeys(changes: KeyChanges, commands: readonly KeyedCommand[]): Readonly<Record<string, string>> {
  const defaults: readonly (readonly [string, string])[] = [
    ...Object.entries(KEY_ACTIONS).map(([id, { key }]) => [id, key] as const),
    ...commands.map(({ id, keys = '' }) => [id, keys] as const),
  ];
  const isTaken = (id: string, key: string): boolean => Object.entries(changes).some(([other, changed]) => changed === key && meet(id, other));
  return Object.fromEntries(defaults.map(([id, key]) => [id, changes[id] ?? (isTaken(id, key) ? '' : key)]));
}

/**
 * Returns why a changed key cannot be used, and what to do about it; null if it can.
 * @param commands the commands whose keys by default count
 */
export function keyProblem(id: string, changes: KeyChanges, commands: readonly KeyedCommand[]): string | null {
  const key = changes[id] ?? '';
  if (key === '') return null;
  const action = actionOf(id);
  if (action === null && (!/^g [a-z]$/.test(key) || RESERVED_COMMAND_KEYS.includes(key)))
    return 'The keys of a page are g and a letter other than g and k. Choose such a letter.';
  if (action !== null && ([...key].length !== 1 || key.length > LONGEST || /[\sA-Z\p{C}]/u.test(key) || key === FIRST_KEY))
    return 'A key is one character: a small letter, a digit or a sign, but no space and not g, with which the keys of pages begin. Choose another key.';
  const others = { ...changes };
  delete others[id];
  const holder = Object.entries(consoleKeys(others, commands)).find(([other, held]) => other !== id && held === key && meet(id, other));
  const stored = holder?.[0] ?? Object.keys(others).find((other) => others[other] === key && meet(id, other));
  if (stored === undefined) return null;
  const label = actionOf(stored)?.label ?? commands.find((command) => command.id === stored)?.label ?? stored;
  return `"${key}" is already the key of "${label}". Choose another key, or change that one first.`;
}
