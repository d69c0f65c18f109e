import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database';
import type { AccessKind } from '../../engine/catalogue/action-kinds';
import type { Catalogue } from '../../engine/catalogue/catalogue';
import type { SourceFacts } from '../../engine/source-facts';
import { readHead } from '../../store/snapshot-writer';
import { usageKinds } from '../../providers/usage-kinds';
import type { UsageKinds } from '../../engine/usage-kinds';
import { countAccess, countTypes } from './count-entities';
import { countHolders } from './count-holders';
import { countIdentities } from './count-identities';
import { countPrivileges, USER_TYPES } from './count-privileges';
import { findAssumableRoles, findUnusedActions } from './count-unused';
import { findPublic, findShadowAccounts, findShadowNetworks, type PublicResource } from './find-outside';
import { findPeople } from '../people/find-people';
import type { InventoryScope } from './parts';
import type { ReadReach } from './tenant-reach';

/** The inventory counts. Each runs in a transaction of its own, so that page requests run in between. */
const COUNTS = {
  types: countTypes,
  access: countAccess,
  identities: countIdentities,
  holders: countHolders,
  privileges: countPrivileges,
  unusedActions: findUnusedActions,
  assumableRoles: (tx: Tx, scope: InventoryScope, readReach: ReadReach) => findAssumableRoles(tx, scope, { types: USER_TYPES, readReach }),
  publicResources: findPublic,
  shadowAccounts: findShadowAccounts,
  shadowNetworks: findShadowNetworks,
  people: findPeople,
} as const;

export type CountName = keyof typeof COUNTS;
export type Counted<N extends CountName> = Awaited<ReturnType<(typeof COUNTS)[N]>>;

/** The counts that inventories refresh whenever the graph changes. */
export class GraphInventory {
  readonly #kinds = new Map<string, UsageKinds['kindOf']>();

  constructor(
    private readonly db: Db,
    private readonly catalogue: Catalogue,
    private readonly readReach: ReadReach,
  ) {}

  count<N extends CountName>(scope: InventoryScope, name: N): Promise<Counted<N>> {
    const work = COUNTS[name] as (tx: Tx, scope: InventoryScope, readReach: ReadReach) => Promise<unknown>;
    const counting = this.db.tenant(scope.tenantId, async (tx) => {
      // The planner cannot estimate the common table expressions of these queries and would choose nested loops.
      await sql`set local enable_nestloop to off`.execute(tx);
      return work(tx, scope, this.readReach);
    });
    return counting as Promise<Counted<N>>;
  }

  /** Returns the newest snapshot; 0 before the first. */
  head(tx: Tx, tenantId: string): Promise<number> {
    return readHead(tx, tenantId);
  }

  /** Returns the kind of access that an action gives; null: unknown. */
  kindOf(cloudType: string, action: string): AccessKind | null {
    const kindOf = this.#kinds.get(cloudType) ?? usageKinds(cloudType as SourceFacts['cloudType'], this.catalogue).kindOf;
    this.#kinds.set(cloudType, kindOf);
    return kindOf(action);
  }

  /** Counts the public actions of a resource by kind. */
  countKinds({ cloud_type: cloudType, actions }: PublicResource): Record<AccessKind, number> {
    const counts = { READ: 0, WRITE: 0, ADMIN: 0 };
    for (const action of actions.names) {
      const kind = this.kindOf(cloudType, action);
      if (kind) counts[kind]++;
    }
    return counts;
  }
}
