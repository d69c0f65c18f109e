import type { Api, RollUpGraph } from '@cam/contracts/server';
import { includesAccount } from '../../../platform/http/account-filter';
import { countByRegion } from '../regions/count-by-region';
import type { InventoryRequest } from './answers';
import type { IdentityTotal, ReachFact, Sections } from './facts';
import type { ShadowNames } from './outside';
import type { Overview } from './overview';
import { publicOf, publicTotals } from './public-totals';
import { activeQuery, entitiesQuery, publicInRegionQuery, publicQuery, SHADOW_QUERIES, unusedQuery } from './queries';
import { byObjectOrder, DATA_OBJECT_TYPES, isIdentityType, isNetworkType } from './resource-types';
import { readShadowLists } from './shadow-lists';
import { readFacts } from './store';
import type { UnusedExclusions } from './unused-exclusions';
import { countUnusedOf } from './unused-totals';

const PEOPLE = ['USER', 'FEDERATED_USER'];
const NETWORKS = ['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP'];

/** The dashboard's summary of a tenant. */
export class Dashboard {
  constructor(
    private readonly overview: Overview,
    private readonly names: Pick<ShadowNames, 'shadowAccounts'>,
    private readonly exclusions: UnusedExclusions,
  ) {}

  /** @param isLimited leaves out what concerns other accounts than those of the request */
  read(request: InventoryRequest, isLimited: boolean): Promise<Api['GET /v1/graph-querymgr/dashboard']['answer']> {
    return this.overview.read(request, async (tx, names, counted) => {
      const types = await readFacts(tx, request.tenantId, 'type', request);
      const found = await readFacts(tx, request.tenantId, 'public', request);
      const of = sumOf(types);
      const publicInfo = publicTotals(found);
      const publicTypes = publicInfo.map(({ source_type: type }) => type);
      const totals = await readFacts(tx, request.tenantId, 'identity_total', request);
      const identities = (wanted: (total: IdentityTotal) => number): number => totals.reduce((sum, total) => sum + wanted(total), 0);
      const hasLogs = counted.counted_at !== null && identities(({ judged }) => judged) > 0;
      const privileges = await readFacts(tx, request.tenantId, 'privilege_total', request);
      const shadow = isLimited ? null : await readShadowLists(tx, request, names, await this.names.shadowAccounts(tx, request.tenantId));
      const isAssessed = identities(({ type, judged }) => (type === 'ROLE' ? judged : 0)) > 0;
      const excludedRoles = isAssessed ? await this.exclusions.count(tx, request, { identity_type: 'UNUSED_ROLE' }) : 0;
      return {
        ...counted,
        account_count: names.accounts.filter(({ account_id: id }) => includesAccount(request.accountId, id)).length,
        user_info: {
          user_count: of(PEOPLE),
          active_user_count: hasLogs ? identities(({ type, used }) => (PEOPLE.includes(type) ? used : 0)) : null,
        },
        data_info: {
          object_count: of(DATA_OBJECT_TYPES),
          public_object_count: publicOf(publicInfo, DATA_OBJECT_TYPES),
        },
        privilege_info: privilegeInfo(privileges, hasLogs),
        sensitive_privilege_info: privilegeInfo(
          privileges.map(({ sensitive }) => sensitive),
          hasLogs,
        ),
        instance_info: { instance_count: of(['INSTANCE']), public_instance_count: publicOf(publicInfo, ['INSTANCE']) },
        network_info: { network_count: of(NETWORKS), public_network_count: publicOf(publicInfo, NETWORKS) },
        shadow_access_info: shadow
          ? { account_count: shadow.unknown.length, network_count: shadow.networks.length }
          : { account_count: 0, network_count: 0, is_limited: true },
        role_info: {
          role_count: of(['ROLE']),
          // Without a log, nothing is known to be unused.
          unused_role_count: isAssessed ? countUnusedOf(totals, 'UNUSED_ROLE') - excludedRoles : null,
          excluded_role_count: excludedRoles,
        },
        member_info: { member_count: identities(({ in_groups: n }) => n) },
        scope_info: { scope_count: of(['SCOPE']) },
        public_objects_info: publicInfo,
        public_by_region: countByRegion(found.map(({ region }) => region)).map((one) => ({
          ...one,
          query: publicInRegionQuery(one.region_info.code, publicTypes),
        })),
        result_graph: graphOf(isLimited ? [] : await readFacts(tx, request.tenantId, 'reach'), types),
        entity_counts: entityCounts(types),
        tile_queries: {
          users: entitiesQuery(PEOPLE),
          objects: entitiesQuery(DATA_OBJECT_TYPES),
          instances: entitiesQuery(['INSTANCE']),
          roles: entitiesQuery(['ROLE']),
          unused_roles: unusedQuery('UNUSED_ROLE'),
          active_users: activeQuery(PEOPLE),
          public_objects: publicQuery(...DATA_OBJECT_TYPES),
          public_instances: publicQuery('INSTANCE'),
          public_networks: publicQuery(...NETWORKS),
          public: publicQuery(...publicTypes),
          shadow_accounts: SHADOW_QUERIES.SHADOW_UNKNOWN_ACCOUNT,
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
      .map(({ from, to, n }) => ({ from: `0 ${from}`, to: `1 ${to}`, label: `up to ${n}`, conditional: false, reaching: n })),
  };
}
