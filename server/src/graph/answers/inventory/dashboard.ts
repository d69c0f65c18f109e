import type { Api, RollUpGraph } from '@cam/contracts/server';
import { includesAccount } from '../../../platform/http/account-filter';
import { countByRegion } from '../regions/count-by-region';
import type { InventoryRequest } from './answers';
import type { IdentityTotal, ReachFact, Sections } from './facts';
import type { Overview } from './overview';
import { activeQuery, entitiesQuery, publicInRegionQuery, publicQuery, SHADOW_QUERIES, unusedQuery } from './queries';
import { byObjectOrder, DATA_OBJECT_TYPES, isIdentityType, isNetworkType } from './resource-types';
import { countFacts, readFacts } from './store';

const PEOPLE = ['USER', 'FEDERATED_USER'];
const NETWORKS = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP'];

/** The dashboard's summary of a tenant. */
export class Dashboard {
  constructor(private readonly overview: Overview) {}

  read(request: InventoryRequest): Promise<Api['GET /v1/graph-querymgr/dashboard']['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const types = await readFacts(tx, request.tenantId, 'type', request);
      const found = await readFacts(tx, request.tenantId, 'public', request);
      const of = sumOf(types);
      const publicOf = (wanted: (type: string) => boolean): number => found.filter(({ type }) => wanted(type)).length;
      const totals = await readFacts(tx, request.tenantId, 'identity_total', request);
      const identities = (wanted: (total: IdentityTotal) => number): number => totals.reduce((sum, total) => sum + wanted(total), 0);
      const hasLogs = counted.counted_at !== null && identities(({ judged }) => judged) > 0;
      const privileges = await readFacts(tx, request.tenantId, 'privilege_total', request);
      const shadowAccounts = await readFacts(tx, request.tenantId, 'shadow_account', request);
      const countedAt = counted.counted_at ? new Date(counted.counted_at) : new Date();
      return {
        ...counted,
        account_count: names.accounts.filter(({ account_id: id }) => includesAccount(request.accountId, id)).length,
        user_info: {
          user_count: of(PEOPLE),
          active_user_count: hasLogs ? identities(({ type, used }) => (PEOPLE.includes(type) ? used : 0)) : null,
        },
        data_info: {
          object_count: of(DATA_OBJECT_TYPES),
          public_object_count: publicOf((type) => (DATA_OBJECT_TYPES as readonly string[]).includes(type)),
        },
        privilege_info: privilegeInfo(privileges, hasLogs),
        sensitive_privilege_info: privilegeInfo(
          privileges.map(({ sensitive }) => sensitive),
          hasLogs,
        ),
        instance_info: { instance_count: of(['INSTANCE']), public_instance_count: publicOf((type) => type === 'INSTANCE') },
        network_info: { network_count: of(NETWORKS), public_network_count: publicOf((type) => NETWORKS.includes(type)) },
        shadow_access_info: {
          account_count: new Set(shadowAccounts.map(({ shadow_account_id: id }) => id)).size,
          network_count: await countFacts(tx, request.tenantId, 'shadow_network', request),
        },
        role_info: {
          role_count: of(['ROLE']),
          unused_role_count: identities(({ type, unused }) => (type === 'ROLE' ? unused : 0)),
        },
        member_info: { member_count: identities(({ in_groups: n }) => n) },
        scope_info: { scope_count: of(['SCOPE']) },
        public_objects_info: publicInfo(found),
        public_by_region: countByRegion(found.map(({ region }) => region)).map((one) => ({
          ...one,
          query: publicInRegionQuery(one.region_info.code),
        })),
        result_graph: graphOf(await readFacts(tx, request.tenantId, 'reach'), types),
        entity_counts: entityCounts(types),
        tile_queries: {
          users: entitiesQuery(PEOPLE),
          objects: entitiesQuery(DATA_OBJECT_TYPES),
          instances: entitiesQuery(['INSTANCE']),
          roles: entitiesQuery(['ROLE']),
          unused_roles: unusedQuery('UNUSED_ROLE', countedAt),
          active_users: activeQuery(PEOPLE, countedAt),
          public_objects: publicQuery(...DATA_OBJECT_TYPES),
          public_instances: publicQuery('INSTANCE'),
          public_networks: publicQuery(...NETWORKS),
          public: 'public_node with-access any',
          shadow_accounts: 'ext_account with-access any',
          shadow_networks: SHADOW_QUERIES.SHADOW_KNOWN_NETWORK,
          scopes: entitiesQuery(['SCOPE']),
          networks: entitiesQuery(NETWORKS),
        },
      };
    });
  }
}

type TypeFact = Sections['type'];

function sumOf(facts: readonly TypeFact[]): (types: readonly string[]) => number {
  return (types) => facts.filter(({ type }) => types.includes(type)).reduce((sum, { n }) => sum + n, 0);
}

function privilegeInfo(totals: readonly { all: number; used: number }[], hasLogs: boolean) {
  const sum = (of: 'all' | 'used'): number => totals.reduce((all, total) => all + total[of], 0);
  return { privilege_count: sum('all'), used_privilege_count: hasLogs ? sum('used') : null };
}

function publicInfo(found: readonly Sections['public'][]): { source_type: string; public_count: number; query: string }[] {
  const totals = new Map<string, number>();
  for (const { type } of found) totals.set(type, (totals.get(type) ?? 0) + 1);
  return [...totals]
    .map(([source_type, public_count]) => ({ source_type, public_count, query: publicQuery(source_type) }))
    .sort((a, b) => byObjectOrder(a.source_type, b.source_type));
}

function entityCounts(facts: readonly TypeFact[]): { type: string; count: number; query: string }[] {
  const totals = new Map<string, number>();
  for (const { type, n } of facts) if (type !== 'ACCOUNT_DATA') totals.set(type, (totals.get(type) ?? 0) + n);
  return [...totals]
    .map(([type, count]) => ({ type, count, query: entitiesQuery([type]) }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}

/** Draws which identity types can access which data types. */
function graphOf(reach: readonly ReachFact[], types: readonly TypeFact[]): RollUpGraph {
  const of = sumOf(types);
  const shown = reach.filter(
    ({ from, to }) => isIdentityType(from) && ((DATA_OBJECT_TYPES as readonly string[]).includes(to) || (isNetworkType(to) && to === 'INSTANCE')),
  );
  const node = (type: string, layer: number) => ({ id: `${layer} ${type}`, type, name: '', uri: '', count: of([type]), layer });
  const nodes = [
    ...[...new Set(shown.map(({ from }) => from))].map((type) => node(type, 0)),
    ...[...new Set(shown.map(({ to }) => to))].sort(byObjectOrder).map((type) => node(type, 1)),
  ];
  return {
    nodes: nodes.filter(({ count }) => count > 0),
    links: shown
      .filter(({ from, to }) => of([from]) > 0 && of([to]) > 0)
      .map(({ from, to, n }) => ({ from: `0 ${from}`, to: `1 ${to}`, label: `up to ${n}`, conditional: false })),
  };
}
