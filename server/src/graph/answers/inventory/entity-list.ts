import { sql, type RawBuilder } from 'kysely';
import { type Api, type EntityRow, IDENTITY_TYPES, type Risk } from '@cam/contracts/server';
import type { Tx } from '../../../platform/db/database';
import { countFound, entitiesById, listEntities, nextEntities, type EntityCursor, type ListedEntity } from '../counts/read-entities';
import { includesAccount } from '../../../platform/http/account-filter';
import type { Tier } from '../../store/risk-rows';
import { countScores, listScores, type ScoreFilter } from '../risk/store';
import type { AccountNames, InventoryRequest, Freshness } from './answers';
import { entityFields } from './entity-fields';
import type { IdentityFact } from './facts';
import type { Overview } from './overview';
import { accessOf, entitiesQuery } from './queries';
import { countFacts, readFactKeys, readFacts, type FactFilter } from './store';
import { valuesOf } from './values';

export type EntitySort = NonNullable<Api['GET /v1/graph-querymgr/entities']['query']['sorted_field']>;
type Usage = NonNullable<Api['GET /v1/resources/roles']['query']['usage']>;

/** The entities and the order of a list. */
export interface EntityListing {
  types: readonly string[];
  /** One account; null: all accounts. */
  source: string | null;
  search: string;
  usage?: Usage;
  sort?: EntitySort;
  ascending: boolean;
  /** Only entities of this tier. */
  tier?: Tier;
  /** Only entities with at least this risk score. */
  minRisk?: number;
}

/** The tiers and risks of listed entities, by entity id. */
export interface ListedRisks {
  risksOf(tx: Tx, tenantId: string, entityIds: readonly string[]): Promise<Map<string, { tier: Tier; risk: Risk }>>;
}

interface ListQuery {
  tier?: number;
  min_risk?: number;
  source?: string;
  search?: string;
  usage?: EntityListing['usage'];
  sorted_field?: EntityListing['sort'];
  sorted_asc?: boolean;
}

/** Converts the query parameters of a list. */
export function listingOf(
  { source, search, usage, sorted_field: sort, sorted_asc: ascending = true, tier, min_risk: minRisk }: ListQuery,
  types: readonly string[],
): EntityListing {
  return { types, source: source ?? null, search: (search ?? '').trim(), usage, sort, ascending, tier: tier as Tier | undefined, minRisk };
}

export interface EntityPage {
  rows: EntityRow[];
  total: number;
  query: string;
}

/** Page size for reading a whole list. */
const CHUNK = 1000;

/** Sort keys that depend on counts. Entities without counts are left out of such an order. */
const COUNTED: Partial<Record<EntitySort, RawBuilder<unknown>>> = {
  objects: sql`(f.value ->> 'objects_total')::int`,
  roles: sql`(f.value ->> 'roles_total')::int`,
  groups: sql`(f.value ->> 'groups')::int`,
  members: sql`(f.value ->> 'members')::int`,
  privileged: sql`(f.value ->> 'privileged')::boolean`,
  last_used: sql`f.value ->> 'last_used'`,
};

const STATUS = { USED: 'USED', UNUSED: 'UNUSED' } as const;

/** Lists of entities, page by page in any order or as a whole for exports. */
export class EntityLists {
  constructor(
    private readonly overview: Overview,
    private readonly risks: ListedRisks,
  ) {}

  /** The account filter takes precedence over the page's own source filter. */
  page(request: InventoryRequest, listing: EntityListing, page: number, pageSize: number): Promise<EntityPage & Freshness> {
    return this.overview.read(request, async (tx, names, counted) => {
      const accountId = accountOf(request, listing);
      if (accountId === undefined) return { ...counted, rows: [], total: 0, query: '' };
      const at = { limit: pageSize, offset: page * pageSize };
      const { source, types, search } = listing;
      const query = (listing.usage ?? 'ALL') === 'ALL' ? entitiesQuery(types, source, search, judgedWords(listing)) : '';
      const scores = scoresOf(listing, accountId);
      if (scores) {
        const scored = await listScores(tx, request.tenantId, scores.filter, { ...scores.order, ...at });
        const ids = scored.map(({ entity_id: id }) => id);
        const rows = await this.#rows(tx, request.tenantId, await entitiesById(tx, request.tenantId, ids), names);
        const isWhole = search === '' && listing.tier === undefined && listing.minRisk === undefined;
        const total = isWhole ? await this.#total(tx, request, types, accountId) : await countScores(tx, request.tenantId, scores.filter);
        return { ...counted, rows, total, query };
      }
      const facts = factsOf(listing, accountId);
      if (facts) {
        const ids = await readFactKeys(tx, request.tenantId, 'identity', { ...facts, ...at });
        const rows = await this.#rows(tx, request.tenantId, await entitiesById(tx, request.tenantId, ids), names);
        return { ...counted, rows, total: await countFacts(tx, request.tenantId, 'identity', facts), query };
      }
      const order = { by: plain(listing.sort), ascending: listing.ascending, accounts: names.inOrder() };
      const listed = await listEntities(tx, request.tenantId, { types, accountId, search, order, ...at });
      const total =
        search === '' ? await this.#total(tx, request, types, accountId) : await countFound(tx, request.tenantId, { types, accountId, search });
      return { ...counted, rows: await this.#rows(tx, request.tenantId, listed, names), total, query };
    });
  }

  /** Yields all entities of a list in parts, by name unless the order depends on counts. */
  async *all(request: InventoryRequest, listing: EntityListing): AsyncGenerator<EntityRow[]> {
    const accountId = accountOf(request, listing);
    if (accountId === undefined) return;
    const { tenantId } = request;
    const facts = factsOf(listing, accountId);
    const scores = scoresOf(listing, accountId);
    if (facts || scores) {
      const ids = await this.overview.read(request, async (tx) =>
        scores
          ? (await listScores(tx, tenantId, scores.filter, scores.order)).map(({ entity_id: id }) => id)
          : readFactKeys(tx, tenantId, 'identity', facts ?? {}),
      );
      for (let start = 0; start < ids.length; start += CHUNK) {
        yield await this.overview.read(request, async (tx, names) =>
          this.#rows(tx, tenantId, await entitiesById(tx, tenantId, ids.slice(start, start + CHUNK)), names),
        );
      }
      return;
    }
    for (let after: EntityCursor | null = null; ;) {
      const from: EntityCursor | null = after;
      const { rows, last } = await this.overview.read(request, async (tx, names) => {
        const listed = await nextEntities(tx, tenantId, { types: listing.types, search: listing.search, accountId, after: from, limit: CHUNK });
        return { rows: await this.#rows(tx, tenantId, listed, names), last: listed.at(-1) };
      });
      yield rows;
      if (rows.length < CHUNK || !last) return;
      after = last;
    }
  }

  async #rows(tx: Tx, tenantId: string, listed: readonly ListedEntity[], names: AccountNames): Promise<EntityRow[]> {
    const ids = listed.map(({ entityId }) => entityId);
    const facts = await readFacts(tx, tenantId, 'identity', { keys: ids });
    const byId = new Map(facts.map((fact) => [fact.entity_id, fact]));
    const risks = await this.risks.risksOf(tx, tenantId, ids);
    return listed.map((entity) => {
      const { tier = 3, risk = null } = risks.get(entity.entityId) ?? {};
      return { ...toRow(entity, byId.get(entity.entityId) ?? null, names), tier, risk };
    });
  }

  async #total(tx: Tx, { tenantId }: InventoryRequest, types: readonly string[], accountId: string | null): Promise<number> {
    const counts = await readFacts(tx, tenantId, 'type', { accountId });
    return counts.filter(({ type }) => types.includes(type)).reduce((sum, { n }) => sum + n, 0);
  }
}

/** Returns the account that satisfies both filters: null for all, undefined for none. */
function accountOf(request: InventoryRequest, { source }: EntityListing): string | null | undefined {
  if (source !== null && !includesAccount(request.accountId, source)) return undefined;
  return source ?? request.accountId;
}

/** Returns the facts to read when the order or filter depends on counts. Only identities have counts of their own. */
function factsOf({ types, search, usage = 'ALL', sort, ascending }: EntityListing, accountId: string | null): FactFilter | null {
  const by = sort && types.every((type) => (IDENTITY_TYPES as readonly string[]).includes(type)) ? COUNTED[sort] : undefined;
  if (!by && usage === 'ALL') return null;
  const named = sort === 'source' ? sql`f.account_id` : sort === 'type' ? sql`f.value ->> 'type'` : null;
  const direction = ascending ? sql`asc nulls last` : sql`desc nulls last`;
  const conditions = [
    sql`f.value ->> 'type' in (${sql.join([...types])})`,
    ...(search === '' ? [] : [sql`position(lower(${search}) in lower(f.name)) > 0`]),
    ...(usage === 'ALL' ? [] : [sql`f.value ->> 'status' = ${sql.lit(STATUS[usage])}`]),
  ];
  const first = by ?? named;
  return {
    accountId,
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    orderBy: first ? sql`${first} ${direction}, f.name, f.key` : sql`f.name ${direction}, f.key`,
  };
}

function plain(sort: EntitySort | undefined): 'name' | 'type' | 'region' | 'source' {
  return sort === 'type' || sort === 'region' || sort === 'source' ? sort : 'name';
}

/** Returns the scores to read when the order or filter depends on tiers or risk. Use is not stored with scores, so it excludes them. */
function scoresOf(
  { types, search, usage = 'ALL', sort, ascending, tier, minRisk }: EntityListing,
  accountId: string | null,
): { filter: ScoreFilter; order: { by: 'score' | 'tier'; ascending: boolean } } | null {
  const isOrdered = sort === 'risk' || sort === 'tier';
  if (usage !== 'ALL' || (!isOrdered && tier === undefined && minRisk === undefined)) return null;
  const order = isOrdered ? { by: sort === 'tier' ? ('tier' as const) : ('score' as const), ascending } : { by: 'score' as const, ascending: false };
  return { filter: { types, accountId, search, min: minRisk, tier }, order };
}

/** Returns the filters of a list as conditions of the query language. */
function judgedWords({ tier, minRisk }: EntityListing): string[] {
  return [...(tier === undefined ? [] : [`tier ${tier}`]), ...(minRisk === undefined ? [] : [`risk >= ${minRisk}`])];
}

function toRow(entity: ListedEntity, fact: IdentityFact | null, names: AccountNames): Omit<EntityRow, 'tier' | 'risk'> {
  const used = (count: number | undefined): number | null => (fact === null || fact.status === 'NOT_ENOUGH_DATA' ? null : (count ?? 0));
  return {
    ...entityFields(entity, names),
    values: valuesOf(entity.attributes),
    objects_total: fact?.objects_total ?? null,
    objects_used: used(fact?.objects_used),
    roles_total: fact?.roles_total ?? null,
    roles_used: used(fact?.roles_used),
    groups_count: fact?.groups ?? null,
    members_count: fact?.members ?? null,
    last_used: fact?.last_used ?? null,
    privileged: fact?.privileged ?? null,
    query: fact === null ? '' : accessOf(entity.type, entity.uri),
  };
}
