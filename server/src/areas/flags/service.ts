import {
  FEATURE_FLAGS,
  disableFlagOf,
  isAreaName,
  isFeatureFlag,
  type FeatureFlag,
  type FlagValue,
  type OwnFlag,
  type RemoteId,
} from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { EVERY_TENANT } from '../../platform/events/events';
import { notFound } from '../../platform/http/errors';

/** A flag that a live area declares. */
export interface AreaFlagInfo {
  name: string;
  /** Name of the area. */
  owner: string;
  effect: string;
}

/** Feature flags of tenants. It serves reads from memory; a change in any process drops the tenant's entry. */
export class FlagsService {
  readonly #cache = new Map<string, Promise<ReadonlySet<FeatureFlag>>>();

  /** @param declared returns the flags that the live areas of a tenant declare */
  constructor(
    private readonly ctx: Context,
    private readonly declared: (tenantId: string) => Promise<readonly AreaFlagInfo[]>,
  ) {
    ctx.events.subscribe((event) => {
      if (event.kind !== 'revision') return;
      if (event.tenantId === EVERY_TENANT) this.#cache.clear();
      else this.#cache.delete(event.tenantId);
    });
  }

  /** Returns the flags that are on. A flag keeps its value while no live area declares it, so that a rollback does not lose it. */
  on(tenantId: string): Promise<ReadonlySet<FeatureFlag>> {
    let flags = this.#cache.get(tenantId);
    if (!flags) {
      flags = this.#read(tenantId);
      this.#cache.set(tenantId, flags);
      flags.catch(() => this.#cache.delete(tenantId));
    }
    return flags;
  }

  async isOn(tenantId: string, flag: OwnFlag): Promise<boolean> {
    return (await this.on(tenantId)).has(flag);
  }

  async isRemoteOff(tenantId: string, remote: RemoteId): Promise<boolean> {
    const flag = disableFlagOf(remote);
    return flag !== null && this.isOn(tenantId, flag);
  }

  /** Returns the flags of CAM and those that live areas declare, with their values. */
  async all(tenantId: string): Promise<FlagValue[]> {
    const [on, declared] = await Promise.all([this.on(tenantId), this.declared(tenantId)]);
    const valueOf = (featureflag: string) => ({ featureflag, value: (on as ReadonlySet<string>).has(featureflag), error: '' });
    return [...FEATURE_FLAGS.map(valueOf), ...declared.map(({ name, owner, effect }) => ({ ...valueOf(name), owner, effect }))];
  }

  /** Returns a flag with its value. @throws ApiError 404 for an unknown flag */
  async one(tenantId: string, name: string): Promise<FlagValue> {
    const found = (await this.all(tenantId)).find(({ featureflag }) => featureflag === name);
    if (!found) throw notFound(`The feature flag "${name}" does not exist. The list is at GET /v1/tenants/featureflags.`);
    return found;
  }

  /** Sets a flag, and notifies open consoles by the event stream. @returns the flag before @throws ApiError 404 for an unknown flag */
  async set(tenantId: string, name: string, value: boolean, by: string): Promise<FlagValue> {
    const before = await this.one(tenantId, name);
    const flag = before.featureflag;
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
    return before;
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
      return new Set(rows.map((row) => row.flag).filter((flag): flag is FeatureFlag => isFeatureFlag(flag) || isAreaName(flag)));
    });
  }
}
