import { useEffect } from 'react';
import { useFlag, useSession } from '@cam/platform';

/** Runs analytics while the tenant has its flag and the operator has configured a service. Otherwise no analytics code is loaded. */
export function useAnalytics(): void {
  const isOn = useFlag('UI_POSTHOG');
  const { tenant, user } = useSession();
  const { tenant_id: tenantId, analytics } = tenant;
  const { url, key } = analytics ?? {};
  const { role, userSource } = user;
  useEffect(() => {
    if (!isOn || !url || !key) return;
    let stop: (() => void) | null = null;
    let isWanted = true;
    import('./start-analytics')
      .then(({ startAnalytics }) => {
        if (isWanted) stop = startAnalytics({ url, key }, { tenantId, role, userSource });
      })
      // The console works without analytics.
      .catch((error: unknown) => console.warn('Analytics could not be loaded:', error));
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [isOn, url, key, tenantId, role, userSource]);
}
