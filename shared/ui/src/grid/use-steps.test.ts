import { renderHook } from '@testing-library/react';
import { useRowSteps } from './use-steps';

test('a new grid draws its rows in steps, and later pages at once', () => {
  const drawn: number[] = [];
  const { rerender } = renderHook(
    ({ total }) => {
      drawn.push(useRowSteps(total));
    },
    { initialProps: { total: 18 } },
  );
  expect(drawn).toEqual([5, 10, 15, 18]);
  drawn.length = 0;
  rerender({ total: 3 });
  rerender({ total: 20 });
  expect(drawn).toEqual([3, 20]);
});
