import type { ActivityMethod } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { bulkInsert } from '../../platform/db/bulk-insert';
import type { Tx } from '../../platform/db/database';
import { notFound } from '../../platform/http/errors';
import { METHODS, monitorOf } from './methods';

export interface MethodSwitchesDependencies {
  /** Returns the alerts of each method or guardrail. Runs inside the caller's transaction. */
  alerts: { byMonitor(tx: Tx, tenantId: string, accountId: null): Promise<(monitorId: string) => { open: number }> };
  /** Queues a scan of the logs. */
  look: (tenantId: string) => Promise<void>;
}

/** Returns the methods that the tenant disabled. */
export async function readMethodsOff(tx: Tx, tenantId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('activity_method_off').select('method_id').where('tenant_id', '=', tenantId).execute();
  return new Set(rows.map(({ method_id: id }) => id));
}

/** Stores which methods raise alerts for a tenant: all, except those that the tenant disabled. */
export class MethodSwitches {
  constructor(
    private readonly ctx: Pick<Context, 'db'>,
    private readonly deps: MethodSwitchesDependencies,
  ) {}

  list(tenantId: string): Promise<ActivityMethod[]> {
    return this.ctx.db.tenant(tenantId, (tx) => this.#list(tx, tenantId));
  }

  /** Enables or disables methods. Existing alerts stay; an enabled method scans all stored events. @returns the methods before and after */
  async set(
    tenantId: string,
    ids: readonly string[],
    enabled: boolean,
    by: string,
  ): Promise<{ before: ActivityMethod[]; methods: ActivityMethod[] }> {
    const wanted = [...new Set(ids)];
    if (wanted.some((id) => !METHODS.has(id))) throw notFound('This method does not exist. Nothing was changed. Reload the list.');
    const switched = await this.ctx.db.tenant(tenantId, async (tx) => {
      const before = (await this.#list(tx, tenantId)).filter(({ method_id: id }) => wanted.includes(id));
      await tx.deleteFrom('activity_method_off').where('tenant_id', '=', tenantId).where('method_id', 'in', wanted).execute();
      const rows = wanted.map((method_id) => ({ tenant_id: tenantId, method_id, switched_by: by }));
      if (!enabled) await bulkInsert(tx, 'activity_method_off', rows);
      return { before, methods: await this.#list(tx, tenantId) };
    });
    await this.deps.look(tenantId);
    return switched;
  }

  async #list(tx: Tx, tenantId: string): Promise<ActivityMethod[]> {
    const off = await readMethodsOff(tx, tenantId);
    const alertsOf = await this.deps.alerts.byMonitor(tx, tenantId, null);
    return [...METHODS.values()].map(({ id, kind, title, technique, source }) => ({
      method_id: id,
      kind,
      title,
      technique,
      source,
      enabled: !off.has(id),
      open_count: alertsOf(monitorOf(id)).open,
    }));
  }
}
