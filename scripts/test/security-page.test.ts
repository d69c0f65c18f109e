import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The requirements of level 2 of the OWASP ASVS 4.0.3, by section. */
const LEVEL_2: Readonly<Record<string, string>> = {
  '1.1': '1 2 3 4 5 6 7',
  '1.2': '1 2 3 4',
  '1.4': '1 4 5',
  '1.5': '1 2 3 4',
  '1.6': '1 2 3 4',
  '1.7': '1 2',
  '1.8': '1 2',
  '1.9': '1 2',
  '1.10': '1',
  '1.11': '1 2',
  '1.12': '2',
  '1.14': '1 2 3 4 5 6',
  '2.1': '1 2 3 4 5 6 7 8 9 10 11 12',
  '2.2': '1 2 3',
  '2.3': '1 2 3',
  '2.4': '1 2 3 4 5',
  '2.5': '1 2 3 4 5 6 7',
  '2.6': '1 2 3',
  '2.7': '1 2 3 4 5 6',
  '2.8': '1 2 3 4 5 6 7',
  '2.9': '1 2 3',
  '2.10': '1 2 3 4',
  '3.1': '1',
  '3.2': '1 2 3 4',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5',
  '3.5': '1 2 3',
  '3.7': '1',
  '4.1': '1 2 3 5',
  '4.2': '1 2',
  '4.3': '1 2 3',
  '5.1': '1 2 3 4 5',
  '5.2': '1 2 3 4 5 6 7 8',
  '5.3': '1 2 3 4 5 6 7 8 9 10',
  '5.4': '1 2 3',
  '5.5': '1 2 3 4',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6',
  '6.3': '1 2',
  '6.4': '1 2',
  '7.1': '1 2 3 4',
  '7.2': '1 2',
  '7.3': '1 3 4',
  '7.4': '1 2 3',
  '8.1': '1 2 3 4',
  '8.2': '1 2 3',
  '8.3': '1 2 3 4 5 6 7 8',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.2': '1 2',
  '10.3': '1 2 3',
  '11.1': '1 2 3 4 5 6 7 8',
  '12.1': '1 2 3',
  '12.2': '1',
  '12.3': '1 2 3 4 5 6',
  '12.4': '1 2',
  '12.5': '1 2',
  '12.6': '1',
  '13.1': '1 3 4 5',
  '13.2': '1 2 3 5 6',
  '13.3': '1 2',
  '13.4': '1 2',
  '14.1': '1 2 3 4',
  '14.2': '1 2 3 4 5 6',
  '14.3': '2 3',
  '14.4': '1 2 3 4 5 6 7',
  '14.5': '1 2 3 4',
};
const NUMBERS = Object.entries(LEVEL_2).flatMap(([section, last]) => last.split(' ').map((number) => `${section}.${number}`));

const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => {
    const [, number = '', topic = '', state = '', how = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return { number, topic, state, how, tests: [...shownBy.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '') };
  });

it('the security page has every requirement of ASVS level 2 once, in order', () => {
  expect(NUMBERS).toHaveLength(259);
  expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
});

it('the security page states how each requirement stands, and counts the states', () => {
  const count = (wanted: string): number => rows.filter(({ state }) => state === wanted).length;
  expect(rows.filter(({ state, topic, how }) => !['met', 'not met', 'not applicable'].includes(state) || !topic || !how)).toEqual([]);
  expect(page).toContain(`Met: ${count('met')}. Not applicable: ${count('not applicable')}. Not met: ${count('not met')}.`);
});

it('the security page names an existing test for every requirement that is met', () => {
  expect(rows.filter(({ state, tests }) => state === 'met' && tests.length === 0)).toEqual([]);
  const named = [...new Set(rows.flatMap(({ tests }) => tests))];
  expect(named.filter((path) => !/\.(?:test|spec)\.tsx?$/.test(path) || !existsSync(join(ROOT, path)))).toEqual([]);
});
