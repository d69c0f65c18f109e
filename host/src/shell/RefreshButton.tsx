import { useState, type ReactNode } from 'react';
import { callApi, notify } from '@cam/platform';
import { refreshData, reloadTenant } from '@cam/platform/host';
import { MenuEntry } from './MenuEntry';

/** Starts an ingestion on demand and asks for everything on the screen again, the alert counts among it. */
export function RefreshButton({ collapsed }: { collapsed: boolean }): ReactNode {
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const run = callApi('PATCH /v1/calendar/onDemandRunFSM', {}, { toast: false, filtered: false });
    // One that fails must not keep the others back.
    const outcomes = await Promise.allSettled([run, reloadTenant(), refreshData()]);
    setBusy(false);
    if (outcomes.some(({ status }) => status === 'rejected')) notify.error('Not everything could be refreshed. Please try again.');
  };
  return <MenuEntry label="Refresh" icon="refresh" onClick={() => void refresh()} disabled={busy} collapsed={collapsed} />;
}
