import type { Context } from '../context';
import type { Tx } from '../db/database';
import * as store from './store';

export interface AlertCounts {
  high: number;
  medium: number;
  low: number;
}

export interface MonitorAlerts {
  open: number;
  lastAlertAt: Date | null;
}

const NO_ALERTS: MonitorAlerts = { open: 0, lastAlertAt: null };

/** Alerts of guardrails. What takes a `tx` is for other areas and runs inside their transaction of the tenant. */
export class AlertsService {
  constructor(private readonly ctx: Context) {}

  /** Open alerts by severity. `accountIds` null: of all accounts; an empty list names no account and counts none. */
  async counts(tenantId: string, accountIds: readonly string[] | null): Promise<AlertCounts> {
    if (accountIds?.length === 0) return { high: 0, medium: 0, low: 0 };
    const open = await this.ctx.db.tenant(tenantId, (tx) => store.countOpen(tx, tenantId, accountIds));
    return { high: open.get('HIGH') ?? 0, medium: open.get('MEDIUM') ?? 0, low: open.get('LOW') ?? 0 };
  }

  /** What guardrails raised, in all accounts or in one, asked by the id of the guardrail. */
  async byMonitor(tx: Tx, tenantId: string, accountId: string | null): Promise<(monitorId: string) => MonitorAlerts> {
    const rows = new Map((await store.alertsByMonitor(tx, tenantId, accountId)).map((row) => [row.monitorId, row]));
    return (monitorId) => rows.get(monitorId) ?? NO_ALERTS;
  }

  /** A guardrail is gone, and with it what it found. */
  async closeOfMonitor(tx: Tx, tenantId: string, monitorId: string, by: string): Promise<void> {
    await store.closeByMonitor(tx, tenantId, monitorId, by);
  }
}
