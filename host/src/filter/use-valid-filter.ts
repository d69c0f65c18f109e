import { useEffect } from 'react';
import { notify, useAccountFilter, useSession } from '@cam/platform';
import { setAccountFilter } from '@cam/platform/host';
import { optionOf, sourceOptions } from './source-options';

/** Resets a filter that nobody could reset any more: its source was deleted, or the filter is hidden. A new name is taken over. */
export function useValidFilter(isHidden: boolean): void {
  const { current } = useAccountFilter();
  const { tenant } = useSession();
  useEffect(() => {
    if (!current) return;
    const known = isHidden ? null : optionOf(sourceOptions(tenant), current.uid);
    if (!known) {
      setAccountFilter(null);
      if (!isHidden) notify.info(`The source "${current.name}" is gone, so all sources are shown.`);
    } else if (known.name !== current.name) setAccountFilter(known);
  }, [current, tenant, isHidden]);
}
