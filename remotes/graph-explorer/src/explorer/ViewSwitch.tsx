import type { ReactNode } from 'react';
import { LIST_RESET, useAddress } from '@cam/platform';
import { Radio } from '@cam/ui';

export type View = 'sources' | 'list';

/** Returns the view that the address asks for. An address with a source or a search text asks for the list. */
export function useView(fallback: View): View {
  const address = useAddress();
  const view = address.get('view');
  if (view === 'sources' || view === 'list') return view;
  return address.get('source') !== '' || address.get('search') !== '' ? 'list' : fallback;
}

/** Switches between the totals by source and the list of entities. */
export function ViewSwitch({ view, list }: { view: View; list: string }): ReactNode {
  const address = useAddress();
  return (
    <Radio.Group
      optionType="button"
      aria-label="View"
      value={view}
      options={[
        { value: 'sources', label: 'By source' },
        { value: 'list', label: list },
      ]}
      onChange={({ target }) => address.set({ ...LIST_RESET, view: String(target.value), source: null })}
    />
  );
}
