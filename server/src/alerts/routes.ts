import type { Mount } from '../http/mount';
import type { AlertsService } from './service';

export function alertsRoutes(mount: Mount, alerts: AlertsService): void {
  mount('GET /v1/intents/alertscount', async ({ tenantId, query }) => {
    const { high, medium, low } = await alerts.counts(tenantId, query.account_id ? [query.account_id] : null);
    return { high_count: high, medium_count: medium, low_count: low };
  });

  mount('GET /v2/alerts/count', async ({ tenantId, query }) => {
    const { high, medium, low } = await alerts.counts(tenantId, accountsOf(query));
    return { highCount: high, mediumCount: medium, lowCount: low };
  });
}

/** The accounts that a caller names itself stand before the account filter of the console. */
function accountsOf(query: { accountIds?: string; account_id?: string }): string[] | null {
  const named = query.accountIds ?? query.account_id;
  return named === undefined ? null : named.split(',').filter((id) => id !== '');
}
