import type { RemoteId, Ring } from '@cam/contracts/server';
import { withoutCaller } from '../../platform/db/caller';
import type { Db } from '../../platform/db/database';
import type { Version } from './live-manifests';
import type { RemotePolicy } from './release';
import { readPolicies, readRing } from './store';

export interface TenantSettings {
  policies: ReadonlyMap<RemoteId, RemotePolicy>;
  ring: Ring;
}

/** The decisions of tenants about remotes, in memory until one changes. */
export class TenantSettingsCache {
  readonly #read = new Map<string, Promise<TenantSettings>>();

  constructor(
    private readonly db: Db,
    private readonly tenantIds: () => Promise<string[]>,
  ) {}

  of(tenantId: string): Promise<TenantSettings> {
    const known = this.#read.get(tenantId);
    if (known) return known;
    const reading: Promise<TenantSettings> = withoutCaller(() =>
      this.db.tenant(tenantId, async (tx) => ({ policies: await readPolicies(tx, tenantId), ring: await readRing(tx, tenantId) })),
    );
    this.#read.set(tenantId, reading);
    reading.catch(() => {
      if (this.#read.get(tenantId) === reading) this.#read.delete(tenantId);
    });
    return reading;
  }

  /** Forgets the settings of a tenant; null: of all. */
  forget(tenantId: string | null): void {
    if (tenantId === null) this.#read.clear();
    else this.#read.delete(tenantId);
  }

  /** Returns the releases that a tenant pins. */
  async pinsOf(tenantId: string): Promise<Version[]> {
    return [...(await this.of(tenantId)).policies].flatMap(([id, { pin }]) => (pin === null ? [] : [{ id, version: pin }]));
  }

  /** Returns the releases that any tenant pins. */
  async allPins(): Promise<(Version & { tenantId: string })[]> {
    const pins: (Version & { tenantId: string })[] = [];
    for (const tenantId of await this.tenantIds()) for (const pin of await this.pinsOf(tenantId)) pins.push({ ...pin, tenantId });
    return pins;
  }

  /** Returns the tenants of the early ring. */
  async earlyTenants(): Promise<string[]> {
    const early: string[] = [];
    for (const tenantId of await this.tenantIds()) if ((await this.of(tenantId)).ring === 'early') early.push(tenantId);
    return early;
  }
}
