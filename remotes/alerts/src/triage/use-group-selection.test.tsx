import { act, renderHook } from '@testing-library/react';
import type { AlertGroup } from '@cam/contracts';
import { useGroupSelection } from './use-group-selection';

const group = (key: string): AlertGroup => ({
  ...{ key, element: 'GUARDRAIL', name: key, detail: '', uri: '', severity: 'HIGH', count: 2, high_count: 2, medium_count: 0, low_count: 0 },
  ...{ risk: 10, identities_count: 1, newest_time: '2026-01-01T00:00:00Z' },
});

it('selects groups until a user clears the selection, and forgets those that leave the list', () => {
  const { result, rerender } = renderHook(({ keys }) => useGroupSelection(keys.map(group)), { initialProps: { keys: ['a', 'b', 'c'] } });
  const keys = () => result.current.groups.map(({ key }) => key);
  expect(keys()).toEqual([]);
  act(() => result.current.toggle('c'));
  act(() => result.current.toggle('a'));
  act(() => result.current.toggle('b'));
  act(() => result.current.toggle('b'));
  expect(keys()).toEqual(['a', 'c']);
  expect([result.current.isSelected('a'), result.current.isSelected('b')]).toEqual([true, false]);
  rerender({ keys: ['b', 'c'] });
  expect(keys()).toEqual(['c']);
  act(() => result.current.clear());
  expect(keys()).toEqual([]);
});
