import { FEATURE_FLAGS, disableFlagOf, isFeatureFlag, type FeatureFlag, type RemoteId } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { notFound } from '../../platform/http/errors';

/** Feature flags of tenants. It serves reads from memory; a change in any process drops the tenant's entry. */
export class FlagsService {
  readonly #cache = new Map<string, Promise<ReadonlySet<FeatureFlag>>>();

  constructor(private readonly ctx: Context) {
    ctx.events.subscribe((event) => {
      if (event.kind !== 'revision') return;
      if (event.tenantId === EVERY_TENANT) this.#cache.clear();
      else this.#cache.delete(event.tenantId);
    });
  }

  /** Returns the flags that are on. */
  on(tenantId: string): Promise<ReadonlySet<FeatureFlag>> {
    let flags = this.#cache.get(tenantId);
    if (!flags) {
      flags = this.#read(tenantId);
      this.#cache.set(tenantId, flags);
      flags.catch(() => this.#cache.delete(tenantId));
    }
    return flags;
  }

  async isOn(tenantId: string, flag: FeatureFlag): Promise<boolean> {
    return (await this.on(tenantId)).has(flag);
  }

  async isRemoteOff(tenantId: string, remote: RemoteId): Promise<boolean> {
    const flag = disableFlagOf(remote);
    return flag !== null && this.isOn(tenantId, flag);
  }

  async all(tenantId: string): Promise<{ featureflag: FeatureFlag; value: boolean; error: string }[]> {
    const on = await this.on(tenantId);
    return FEATURE_FLAGS.map((featureflag) => ({ featureflag, value: on.has(featureflag), error: '' }));
  }

  /** Sets a flag, and notifies open consoles by the event stream. @throws ApiError 404 for an unknown flag */
  async set(tenantId: string, name: string, value: boolean, by: string): Promise<void> {
    const flag = knownFlag(name);
    const row = { value, changed_by: by, changed_at: new Date() };
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await tx
        .insertInto('feature_flag')
        .values({ tenant_id: tenantId, flag, ...row })
        .onConflict((onConflict) => onConflict.columns(['tenant_id', 'flag']).doUpdateSet(row))
        .execute();
      await tx
        .insertInto('feature_flag_change')
        .values({ tenant_id: tenantId, flag, ...row })
        .execute();
    });
    this.#cache.delete(tenantId);
    this.ctx.events.publish({ tenantId, kind: 'revision' });
  }

  /** Returns the changes of a flag with time and user, newest first. */
  changes(tenantId: string, flag: FeatureFlag, limit: number): Promise<{ value: boolean; by: string; at: Date }[]> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await tx
        .selectFrom('feature_flag_change')
        .select(['value', 'changed_by', 'changed_at'])
        .where('tenant_id', '=', tenantId)
        .where('flag', '=', flag)
        .orderBy('change_number', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ value: row.value, by: row.changed_by, at: new Date(row.changed_at) }));
    });
  }

  #read(tenantId: string): Promise<ReadonlySet<FeatureFlag>> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await tx.selectFrom('feature_flag').select('flag').where('tenant_id', '=', tenantId).where('value', '=', true).execute();
      return new Set(rows.map((row) => row.flag).filter(isFeatureFlag));
    });
  }
}

export function knownFlag(name: string): FeatureFlag {
  if (!isFeatureFlag(name)) throw notFound(`The feature flag "${name}" does not exist. The list is at GET /v1/tenants/featureflags.`);
  return name;
}
