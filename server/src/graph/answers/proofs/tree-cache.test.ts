import type { SourceTree } from './covered-facts';
import { TreeCache } from './tree-cache';

const tree = (size: number): SourceTree => ({ size }) as SourceTree;

it('keeps sources up to a number of bytes, and drops those that were unused for longest', () => {
  const cache = new TreeCache(100);
  for (const key of ['a', 'b', 'c']) cache.set(key, tree(30));
  expect([cache.get('a')?.size, cache.size]).toEqual([30, 90]);
  cache.set('d', tree(40));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd']);
  expect(cache.size).toBe(100);
});

it('counts a source that is kept again once', () => {
  const cache = new TreeCache(100);
  for (const size of [30, 60]) cache.set('a', tree(size));
  expect(cache.size).toBe(60);
});

it('does not keep a source that is too large by itself, and keeps the others', () => {
  const cache = new TreeCache(100);
  cache.set('a', tree(90));
  cache.set('b', tree(101));
  expect([cache.get('a')?.size, cache.get('b'), cache.size]).toEqual([90, undefined, 90]);
});

it('drops a source that nobody used for ten minutes', () => {
  jest.useFakeTimers();
  const cache = new TreeCache(100);
  cache.set('a', tree(90));
  jest.advanceTimersByTime(9 * 60_000);
  expect(cache.get('a')).toBeDefined();
  jest.advanceTimersByTime(9 * 60_000);
  expect(cache.get('a')).toBeDefined();
  jest.advanceTimersByTime(10 * 60_000);
  expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  jest.useRealTimers();
});
