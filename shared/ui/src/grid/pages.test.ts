import { clampPage, pageCount, rowsOfPage } from './pages';

it('pageCount counts pages, and one page for an empty list', () => {
  expect([0, 1, 20, 21].map((total) => pageCount(total, 20))).toEqual([1, 1, 1, 2]);
});

it('clampPage returns the nearest existing page', () => {
  expect([-3, 0, 2.9, 3, 99, NaN, Infinity].map((page) => clampPage(page, 3))).toEqual([0, 0, 2, 2, 2, 0, 0]);
});

it('rowsOfPage returns the rows of a page', () => expect(rowsOfPage(['a', 'b', 'c'], 1, 2)).toEqual(['c']));
