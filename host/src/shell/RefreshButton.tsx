import { useState, type ReactNode } from 'react';
import { callApi, notify, useSession } from '@cam/platform';
import { refreshData, reloadTenant } from '@cam/platform/host';
import { MenuEntry } from './MenuEntry';

const REFRESH_HINT = 'Loads what is shown anew. To have sources read anew, ask somebody who may change them.';

/** Asks for everything on the screen again, the alert counts among it; of those who may change sources it also starts an ingestion on demand. */
export function RefreshButton({ collapsed }: { collapsed: boolean }): ReactNode {
  const [busy, setBusy] = useState(false);
  const mayRun = useSession().can('ACCOUNT');
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const run = mayRun && callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false, filtered: false });
    // One that fails must not keep the others back.
    const outcomes = await Promise.allSettled([run, reloadTenant(), refreshData()]);
    setBusy(false);
    if (outcomes.some(({ status }) => status === 'rejected')) notify.error('Not everything could be refreshed. Please try again.');
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
