import { consoleKeys, keyProblem, KEY_ACTIONS, type KeyActionId, type KeyChanges } from './console-keys';

const COMMANDS = [
  { id: 'alerts.open', label: 'Alerts', keys: 'g a' },
  { id: 'sources.cloud', label: 'Cloud Sources', keys: 'g s' },
  { id: 'sources.new', label: 'Add a source' },
];
const problem = (changes: KeyChanges): string | null =>
  Object.keys(changes)
    .map((id) => keyProblem(id, changes, COMMANDS))
    .find((text) => text !== null) ?? null;

test('the keys of the console do not clash with each other', () => {
  const changes = Object.fromEntries((Object.keys(KEY_ACTIONS) as KeyActionId[]).map((id) => [id, KEY_ACTIONS[id].key]));
  expect(problem(changes)).toBeNull();
});

test.each<[string, KeyChanges, string | null]>([
  ['a free key', { 'row-next': 'n' }, null],
  ['no key', { 'row-next': '', search: '' }, null],
  ['a sign of another layout', { search: 'ß' }, null],
  ['the key of another row action', { 'row-next': 'k' }, '"k" is already the key of "Previous row". Choose another key, or change that one first.'],
  ['two keys that change places', { 'row-next': 'k', 'row-previous': 'j' }, null],
  [
    'a key of alerts for a list, which alerts are',
    { 'row-next': 'd' },
    '"d" is already the key of "Dismiss the alert or the group, or all that are selected".',
  ],
  ['a key of reviews for a list, which are never shown together', { 'row-next': 'r' }, null],
  ['a key of reviews for the whole console', { search: 'r' }, '"r" is already the key of "Revoke the access".'],
  ['the first key of pages', { search: 'g' }, 'no space and not g'],
  ['a space', { search: ' ' }, 'no space and not g'],
  ['a capital letter', { search: 'S' }, 'a small letter, a digit or a sign'],
  ['two characters', { search: 'ab' }, 'A key is one character'],
  ['two keys of a page', { 'alerts.open': 'g x' }, null],
  ['a page without g', { 'alerts.open': 'x' }, 'The keys of a page are g and a letter'],
  ['reserved keys of a page', { 'alerts.open': 'g k' }, 'other than g and k'],
  ['the keys of another page', { 'alerts.open': 'g s' }, '"g s" is already the key of "Cloud Sources".'],
  ['the changed keys of a page that is not shown', { 'reports.open': 'g x', 'alerts.open': 'g x' }, '"g x" is already the key of'],
])('%s', (_, changes, expected) => {
  if (expected === null) expect(problem(changes)).toBeNull();
  else expect(problem(changes)).toContain(expected);
});

test('a changed key wins over the same key that an action has by default', () => {
  expect(consoleKeys({ 'row-next': 'k', 'alerts.open': 'g s' }, COMMANDS)).toMatchObject({
    'row-next': 'k',
    'row-previous': '',
    'item-keep': 'k',
    'alerts.open': 'g s',
    'sources.cloud': '',
    'sources.new': '',
  });
});
