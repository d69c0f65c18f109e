import type { RemoteId } from '@cam/contracts/server';
import { withoutCaller } from '../../platform/db/caller';
import type { Db } from '../../platform/db/database';
import type { Version } from './live-manifests';
import type { RemotePolicy } from './release';
import { readPlace, readPolicies, type TenantPlace } from './store';

export interface TenantSettings extends TenantPlace {
  policies: ReadonlyMap<RemoteId, RemotePolicy>;
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
      this.db.tenant(tenantId, async (tx) => ({ policies: await readPolicies(tx, tenantId), ...(await readPlace(tx, tenantId)) })),
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

  /** Returns the tenants in a ring or an environment. */
  async tenantsWith(place: Partial<TenantPlace>): Promise<string[]> {
    const found: string[] = [];
    for (const tenantId of await this.tenantIds()) {
      const { ring, environment } = await this.of(tenantId);
      if ((place.ring ?? ring) === ring && (place.environment ?? environment) === environment) found.push(tenantId);
    }
    return found;
  }
}
