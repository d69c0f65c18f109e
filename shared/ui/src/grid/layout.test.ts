import type { GridColumn } from './grid-types';
import { arrangeColumns, isShown, MAX_WIDTH, MIN_WIDTH, moved, movedTo, NO_LAYOUT, readLayout, resized, toggled } from './layout';

const column = (key: string, sticky = false): GridColumn<object> => ({ key, title: key, value: () => key, sticky });
const COLUMNS = [column('a'), column('b'), column('c'), column('actions', true)];
const keys = (columns: readonly GridColumn<object>[]): string => columns.map(({ key }) => key).join(' ');

it('column layout: moves a column by one place, but not beyond the ends or behind a sticky column', () => {
  const once = moved(NO_LAYOUT, COLUMNS, 'c', -1);
  expect(keys(arrangeColumns(COLUMNS, once))).toBe('a c b actions');
  expect(moved(once, COLUMNS, 'a', -1)).toBe(once);
  expect(moved(once, COLUMNS, 'b', 1)).toBe(once);
});

it('column layout: moves a column to the place of another one, in both directions, but not to that of a sticky column', () => {
  expect(keys(arrangeColumns(COLUMNS, movedTo(NO_LAYOUT, COLUMNS, 'a', 'c')))).toBe('b c a actions');
  expect(keys(arrangeColumns(COLUMNS, movedTo(NO_LAYOUT, COLUMNS, 'c', 'a')))).toBe('c a b actions');
  expect(movedTo(NO_LAYOUT, COLUMNS, 'a', 'actions')).toBe(NO_LAYOUT);
});

it('column layout: places a new column after its neighbour and drops a removed column', () => {
  const layout = { ...NO_LAYOUT, order: ['c', 'gone', 'a'] };
  expect(keys(arrangeColumns(COLUMNS, layout))).toBe('c a b actions');
});

it('column layout: limits a column width to the minimum and the maximum', () => {
  expect(resized(NO_LAYOUT, 'a', 5).widths).toEqual({ a: MIN_WIDTH });
  expect(resized(NO_LAYOUT, 'a', 1e6).widths).toEqual({ a: MAX_WIDTH });
});

it('column layout: hides a column and shows it again', () => {
  const hidden = toggled(NO_LAYOUT, column('b'));
  expect(isShown(column('b'), hidden)).toBe(false);
  expect(isShown(column('b'), toggled(hidden, column('b')))).toBe(true);
});

it('column layout: shows an extra column only on request', () => {
  const extra = { ...column('x'), isExtra: true };
  expect(isShown(extra, NO_LAYOUT)).toBe(false);
  const shown = toggled(NO_LAYOUT, extra);
  expect(isShown(extra, shown)).toBe(true);
  expect(isShown(extra, toggled(shown, extra))).toBe(false);
});

it('column layout: restores a stored layout and ignores an invalid one', () => {
  const layout = { order: ['b', 'a'], hidden: ['c'], shown: ['d'], widths: { a: 90 } };
  expect(readLayout(JSON.stringify(layout))).toEqual(layout);
  for (const text of [null, '', '{', '[]', 'null', '{"order":[1],"hidden":"x","widths":{"a":"wide"}}']) expect(readLayout(text)).toEqual(NO_LAYOUT);
});
