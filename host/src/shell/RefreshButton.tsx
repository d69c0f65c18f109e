import { useState, type ReactNode } from 'react';
import { callApi, notify, useSession } from '@cam/platform';
import { refreshData, reloadTenant } from '@cam/platform/host';
import { MenuEntry } from './MenuEntry';

const REFRESH_HINT = 'Reloads the data on the screen. To read the sources again, ask a user who may change sources.';

/** Reloads all data on the screen and the alert counts. For users who may change sources, it also starts an ingestion on demand. */
export function RefreshButton({ collapsed }: { collapsed: boolean }): ReactNode {
  const [busy, setBusy] = useState(false);
  const mayRun = useSession().can('ACCOUNT');
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const run = mayRun && callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false, filtered: false });
    // A failed call must not stop the others.
    const outcomes = await Promise.allSettled([run, reloadTenant(), refreshData()]);
    setBusy(false);
    if (outcomes.some(({ status }) => status === 'rejected')) notify.error('Some data could not be refreshed. Try again.');
  };
  return (
    <MenuEntry
      label="Refresh"
      icon="refresh"
      onClick={() => void refresh()}
      disabled={busy}
      collapsed={collapsed}
      hint={mayRun ? undefined : REFRESH_HINT}
    />
  );
}
