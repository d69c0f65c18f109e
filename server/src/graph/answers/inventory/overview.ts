import {
  type AccountSummary,
  type Api,
  type ObjectSummary,
  type PartialReason,
  type TypeTotal,
  IDENTITY_TYPES,
  NETWORK_TYPES,
  RESOURCE_TYPE_ALL,
} from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import { includesAccount } from '../../../platform/http/account-filter';
import { AccountNames, freshnessOf, partialReasons, type InventoryRequest, type Freshness, type InventorySources } from './answers';
import type { Sections } from './facts';
import { entitiesQuery, objectAccessQuery } from './queries';
import { byObjectOrder, isObjectType } from './resource-types';
import { readFacts, readState } from './store';

type TypeFact = Sections['type'];

export interface OverviewDependencies {
  sources: InventorySources;
  graph: { inventory: { head(tx: Tx, tenantId: string): Promise<number> } };
}

/** The overviews of identities, objects and networks, with their entities. */
export class Overview {
  constructor(
    private readonly ctx: Context,
    private readonly deps: OverviewDependencies,
  ) {}

  async identities(request: InventoryRequest, type?: string): Promise<Api['GET /v1/graph-querymgr/identity']['answer']> {
    const { counted, totals, accounts } = await this.#types(request, (type) => (IDENTITY_TYPES as readonly string[]).includes(type));
    return { ...counted, identity_count: inOrder(totals, IDENTITY_TYPES), identity_summary_info: ofTypes(accounts, IDENTITY_TYPES, type) };
  }

  async networks(request: InventoryRequest, type?: string): Promise<Api['GET /v1/graph-querymgr/networks']['answer']> {
    const { counted, totals, accounts } = await this.#types(request, (type) => (NETWORK_TYPES as readonly string[]).includes(type));
    return { ...counted, network_count: inOrder(totals, NETWORK_TYPES), network_summary_info: ofTypes(accounts, NETWORK_TYPES, type) };
  }

  objects(request: InventoryRequest, type: string | undefined): Promise<Api['GET /v1/graph-querymgr/objects']['answer']> {
    return this.read(request, async (tx, names, counted) => {
      const facts = (await readFacts(tx, request.tenantId, 'access', request)).filter((fact) => isObjectType(fact.type));
      const totals = new Map<string, number>();
      for (const fact of facts) totals.set(fact.type, (totals.get(fact.type) ?? 0) + fact.n);
      const summaries = facts
        .map((fact): ObjectSummary => ({
          type: fact.type,
          ...names.of(fact.account_id),
          cloud_type: names.cloudOf(fact.account_id),
          object_cnt: fact.n,
          read_cnt: fact.read,
          write_cnt: fact.write,
          admin_cnt: fact.admin,
          used_read_cnt: fact.used_read,
          used_write_cnt: fact.used_write,
          used_admin_cnt: fact.used_admin,
          query: objectAccessQuery(fact.type, fact.account_id),
          entities_query: entitiesQuery([fact.type], fact.account_id),
        }))
        .sort((a, b) => byObjectOrder(a.type, b.type) || a.account_name.localeCompare(b.account_name));
      const counts = [...totals].map(([name, count]) => ({ type: name, count, query: entitiesQuery([name]) }));
      return { ...counted, object_count: counts.sort((a, b) => byObjectOrder(a.type, b.type)), object_summary_info: ofType(summaries, type) };
    });
  }

  accounts(request: InventoryRequest, source: string | null): Promise<Api['GET /v1/graph-querymgr/account']['answer']> {
    return this.read(request, async (tx, names, counted) => {
      const facts = await readFacts(tx, request.tenantId, 'type');
      const wanted = names.accounts.filter(({ account_id: id }) => includesAccount(request.accountId, id) && (source === null || id === source));
      const accounts = wanted.map(({ account_id: id, account_name, cloud_type, last_snapshot_time }) => ({
        account_id: id,
        account_name,
        cloud_type,
        last_snapshot_time,
        entity_counts: facts
          .filter(({ account_id: of }) => of === id)
          .map(({ type, n }) => ({ type, count: n, query: entitiesQuery([type], id) }))
          .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type)),
      }));
      return { ...counted, accounts };
    });
  }

  /** Reads what every inventory response needs, in one transaction. */
  read<T>({ tenantId }: InventoryRequest, work: (tx: Tx, names: AccountNames, counted: Freshness) => Promise<T>): Promise<T> {
    const { sources } = this.deps;
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const names = new AccountNames(await sources.accountsOf(tx, tenantId), await sources.organizationsOf(tx, tenantId));
      const state = await readState(tx, tenantId);
      return work(tx, names, freshnessOf(state, await this.deps.graph.inventory.head(tx, tenantId)));
    });
  }

  /** Returns why lists may be incomplete. */
  partial(request: InventoryRequest): Promise<PartialReason[]> {
    return this.read(request, async (_tx, { accounts }, counted) => partialReasons(request, accounts, counted));
  }

  #types(
    request: InventoryRequest,
    isWanted: (type: string) => boolean,
  ): Promise<{ counted: Freshness; totals: Map<string, number>; accounts: AccountSummary[] }> {
    return this.read(request, async (tx, names, counted) => {
      const facts = (await readFacts(tx, request.tenantId, 'type', request)).filter(({ type }) => isWanted(type));
      const totals = new Map<string, number>();
      for (const { type, n } of facts) totals.set(type, (totals.get(type) ?? 0) + n);
      return { counted, totals, accounts: facts.map((fact) => toSummary(fact, names)).sort((a, b) => a.account_name.localeCompare(b.account_name)) };
    });
  }
}

/** Returns summaries of comma-separated types, or of all. A type without entities falls back to the first type that has some. */
function ofType<Summary extends { type: string }>(summaries: readonly Summary[], wanted: string | undefined): Summary[] {
  const types = wanted === undefined || wanted === RESOURCE_TYPE_ALL ? undefined : wanted.split(',');
  const found = summaries.filter(({ type }) => types === undefined || types.includes(type));
  return found.length > 0 ? found : summaries.filter(({ type }) => type === summaries[0]?.type);
}

/** Each identity and network type has a tab, even without sources. An unknown type falls back to the first. */
function ofTypes(accounts: readonly AccountSummary[], all: readonly string[], wanted: string | undefined): AccountSummary[] {
  if (wanted === RESOURCE_TYPE_ALL) return [...accounts];
  const named = wanted?.split(',').filter((type) => all.includes(type));
  const types = named?.length === 0 ? all.slice(0, 1) : named;
  return accounts.filter(({ type }) => types === undefined || types.includes(type));
}

function inOrder(totals: ReadonlyMap<string, number>, types: readonly string[]): TypeTotal[] {
  return types.map((type) => ({ type, count: totals.get(type) ?? 0, query: entitiesQuery([type]) }));
}

function toSummary({ type, account_id: id, n }: TypeFact, names: AccountNames): AccountSummary {
  return { type, ...names.of(id), cloud_type: names.cloudOf(id), scope_cnt: n, query: entitiesQuery([type], id) };
}
