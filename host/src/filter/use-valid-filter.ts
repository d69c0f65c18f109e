import { useEffect } from 'react';
import { notify, useAccountFilter, useSession } from '@cam/platform';
import { setAccountFilter } from '@cam/platform/host';
import { optionOf, sourceOptions } from './source-options';

/** Resets the account filter when its source no longer exists or the filter is hidden, and takes over a new name of the source. */
export function useValidFilter(isHidden: boolean): void {
  const { current } = useAccountFilter();
  const { tenant } = useSession();
  useEffect(() => {
    if (!current) return;
    const known = isHidden ? null : optionOf(sourceOptions(tenant), current.uid);
    if (!known) {
      setAccountFilter(null);
      if (!isHidden) notify.info(`The source "${current.name}" no longer exists. The filter is reset to all sources.`);
    } else if (known.name !== current.name) setAccountFilter(known);
  }, [current, tenant, isHidden]);
}
