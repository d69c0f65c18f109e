import { fireEvent, render, screen } from '@testing-library/react';
import type { FilterOption } from '@cam/platform';
import { FilterPanel } from './FilterPanel';

const option = (n: number): FilterOption => ({
  id: `id-${n}`,
  uid: `u-${n}`,
  name: `Account ${n}`,
  isOrganization: false,
  isSingle: false,
  cloud_type: 'AWS',
  subItems: [],
});
const accounts = Array.from({ length: 250 }, (_none, n) => option(n));
const mockSet = jest.fn();
const mockCurrent = accounts[240];
jest.mock('@cam/platform', () => ({ useAccountFilter: () => ({ current: mockCurrent }) }));
jest.mock('@cam/platform/host', () => ({ setAccountFilter: (chosen: unknown) => void mockSet(chosen) }));

it('FilterPanel shows the start of a long list with the selected option, more on demand, and finds the rest by name', () => {
  render(<FilterPanel options={[{ ...option(999), name: 'Big', isOrganization: true, subItems: accounts }]} onClose={() => undefined} />);
  const names = () => screen.getAllByRole('radio').length;
  expect(names()).toBe(102);
  expect(screen.getByRole('radio', { name: /Account 240/ })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Show more (149 left)' }));
  expect(names()).toBe(202);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search sources' }), { target: { value: 'account 249' } });
  fireEvent.click(screen.getByRole('radio', { name: /Account 249/ }));
  fireEvent.click(screen.getByRole('button', { name: 'APPLY NOW' }));
  expect(mockSet).toHaveBeenCalledWith(accounts[249]);
});
