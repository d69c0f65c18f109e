import { sql, type RawBuilder } from 'kysely';
import type { Api } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { USER_TYPES } from '../counts/count-privileges';
import type { InventoryRequest } from './answers';
import { hiddenTallies, type HiddenTallies, type Holding } from './hidden-tallies';
import { countByProfile, countFacts, readFacts } from './store';
import { AREA, listed, namedLike, type UnusedView } from './unused-items';

type IdentityType = Api['GET /v1/graph-querymgr/unused-accesses']['query']['identity_type'];

/** Returns the condition that a decision of the tenant hides an unused identity in the row. */
export type ExcludedIdentities = (tenantId: string, columns: { uri: RawBuilder<unknown>; accountId: RawBuilder<unknown> }) => RawBuilder<boolean>;

/** The columns of an identity in a row of the inventory. */
const IDENTITY_ROW = { uri: sql`(f.value ->> 'uri')`, accountId: sql`f.account_id` };

/** Answers which unused access is excluded. The page, its lists, the dashboard, exports and reports all ask here. */
export class UnusedExclusions {
  constructor(private readonly isExcluded: ExcludedIdentities) {}

  /** Returns the condition that an exclusion covers the identity of a row. */
  covers(tenantId: string): RawBuilder<boolean> {
    return this.isExcluded(tenantId, IDENTITY_ROW);
  }

  /** Counts the unused roles or identities of a view that exclusions cover. */
  count(tx: Tx, { tenantId, accountId }: InventoryRequest, view: Pick<UnusedView, 'identity_type' | 'include_idle' | 'source' | 'search'>) {
    const where = sql<boolean>`${listed(view)} and ${namedLike(view)} and ${this.covers(tenantId)}`;
    return countFacts(tx, tenantId, 'identity', { accountId: view.source ?? accountId, where });
  }

  /** Returns what the lists by service and by privilege leave out. It reads the graph's facts once, and only if there is an exclusion. */
  hiddenAccess(tx: Tx, tenantId: string): (type: IdentityType, by: 'service' | 'privilege') => Promise<HiddenTallies> {
    let holdings: Promise<Holding[]> | null = null;
    return async (type, by) => {
      holdings ??= this.#holdings(tx, tenantId);
      return hiddenTallies(await holdings, AREA[type], by);
    };
  }

  /** Returns everything held and unused with its identities; nothing if no exclusion covers any. */
  async #holdings(tx: Tx, tenantId: string): Promise<Holding[]> {
    const hidden = this.covers(tenantId);
    const excluded = await readFacts(tx, tenantId, 'identity', { where: sql<boolean>`(f.value ->> 'judged')::boolean and ${hidden}` });
    if (excluded.length === 0) return [];
    const uris = new Set(excluded.map(({ uri }) => uri));
    const isOwn = sql`f.value ->> 'type' in (${sql.join(USER_TYPES)}) and f.name = any(${[...uris]}::text[])`;
    const facts = await readFacts(tx, tenantId, 'unused', { where: sql<boolean>`(f.value ->> 'type' = 'ROLE' or ${isOwn})` });
    const profiles = await countByProfile(tx, tenantId, hidden);
    const acting = new Map<string, Holding['acting'][number][]>();
    for (const { profile_id: profile, roles } of await readFacts(tx, tenantId, 'profile_roles'))
      for (const role of profiles.has(profile) ? roles : []) acting.set(role, [...(acting.get(role) ?? []), { profile, ...profiles.get(profile)! }]);
    const ordinary = new Set(await this.#ordinaryRoles(tx, tenantId));
    const users = new Map(excluded.map((identity) => [identity.uri, identity]));
    return facts.map((fact) => ({
      fact,
      isExcluded: uris.has(fact.uri),
      isOrdinary: fact.type === 'ROLE' ? ordinary.has(fact.uri) : users.get(fact.uri)?.purpose === 'ordinary',
      hasRoles: (users.get(fact.uri)?.roles_total ?? 0) > 0,
      acting: acting.get(fact.uri) ?? [],
    }));
  }

  async #ordinaryRoles(tx: Tx, tenantId: string): Promise<string[]> {
    const where = sql<boolean>`f.value ->> 'type' = 'ROLE' and f.value ->> 'purpose' = 'ordinary'`;
    return (await readFacts(tx, tenantId, 'identity', { where })).map(({ uri }) => uri);
  }
}
