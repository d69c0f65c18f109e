import { render, screen } from '@testing-library/react';
import { RowCheckbox } from './RowCheckbox';

test('a checkbox above the rows is mixed while only some are selected', () => {
  const show = (count: number) => (
    <RowCheckbox aria-label="Select all" checked={count === 3} indeterminate={count > 0 && count < 3} onChange={() => undefined} />
  );
  const { rerender } = render(show(1));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  expect([box.checked, box.indeterminate]).toEqual([false, true]);
  rerender(show(3));
  expect([box.checked, box.indeterminate]).toEqual([true, false]);
});
