import { clampPage, pageCount, rowsOfPage } from './pages';

it('counts pages, of an empty list one', () => {
  expect([0, 1, 20, 21].map((total) => pageCount(total, 20))).toEqual([1, 1, 1, 2]);
});

it('goes to the nearest page that exists', () => {
  expect([-3, 0, 2.9, 3, 99, NaN, Infinity].map((page) => clampPage(page, 3))).toEqual([0, 0, 2, 2, 2, 0, 0]);
});

it('gives the rows of a page', () => expect(rowsOfPage(['a', 'b', 'c'], 1, 2)).toEqual(['c']));
