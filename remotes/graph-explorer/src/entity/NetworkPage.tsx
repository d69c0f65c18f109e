import type { ReactNode } from 'react';
import type { NetworkDetail, Tile } from '@cam/contracts';
import { LIST_RESET, useAddress, useApi } from '@cam/platform';
import { StatusTag, TabList } from '@cam/ui';
import { TotalUsed } from '../explorer/UsedTotal';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { AccessTable } from './AccessTable';
import { DetailTable } from './DetailTable';
import { EntityAlerts, useAlertsTile } from './EntityAlerts';
import { EntityFrame } from './EntityFrame';
import { EntityTiles, type EntityTile } from './EntityTiles';
import { GraphCard, useGraphType } from './GraphCard';
import { IamTabs } from './ObjectPage';
import { eventsQuery } from './queries';
import { ResourceRisk } from './ResourceRisk';

const TAB = {
  NETWORKING_INSTANCES: 'Instance',
  NETWORKING_SECURITY_GROUPS: 'SecurityGroups',
  NETWORKING_SUBNETS: 'Subnets',
  NETWORKING_RULES: 'Rules',
  NETWORKING_ROUTES: 'Routes',
} as const;
type Tab = keyof typeof TAB;

const EMPTY: Readonly<Record<Tab, string>> = {
  NETWORKING_INSTANCES: 'No instances',
  NETWORKING_SECURITY_GROUPS: 'No security groups',
  NETWORKING_SUBNETS: 'No subnets',
  NETWORKING_RULES: 'No rules',
  NETWORKING_ROUTES: 'No routes',
};

/** The tabs of the networking tile, by entity type. */
const NETWORKING: Record<string, readonly Tab[]> = {
  VPC: ['NETWORKING_INSTANCES', 'NETWORKING_SECURITY_GROUPS', 'NETWORKING_SUBNETS'],
  SUBNET: ['NETWORKING_INSTANCES', 'NETWORKING_SECURITY_GROUPS'],
  SECURITY_GROUP: ['NETWORKING_INSTANCES', 'NETWORKING_RULES'],
  ROUTE_TABLE: ['NETWORKING_INSTANCES', 'NETWORKING_SUBNETS', 'NETWORKING_ROUTES'],
  INSTANCE: ['NETWORKING_SECURITY_GROUPS', 'NETWORKING_SUBNETS'],
};

/** Shows a network resource: its contents, rules and routes, the identities with access, and the objects that an instance can access. */
export function NetworkPage({ uri }: { uri: string }): ReactNode {
  const { data, error, mutate } = useApi(
    'GET /v1/graph-querymgr/network-service',
    { query: { uri, data_type: useGraphType() } },
    { keepPreviousData: true },
  );
  return (
    <EntityFrame
      page="networks"
      facts={data?.network_detail_info}
      error={error}
      retry={() => void mutate()}
      badges={(facts) => facts.public && <StatusTag tone="high">Open to the internet</StatusTag>}
    >
      {(facts) => (
        <Network
          facts={facts}
          graph={<GraphCard label="Access paths" graph={facts.result_graph ?? facts.roll_up_graph} error={error} retry={() => void mutate()} />}
        />
      )}
    </EntityFrame>
  );
}

function Network({ facts, graph }: { facts: NetworkDetail; graph: ReactNode }): ReactNode {
  const address = useAddress();
  const acts = facts.objects_total > 0 || facts.type === 'INSTANCE' || facts.type === 'NETWORK_NODE';
  const tabs = NETWORKING[facts.type] ?? [];
  const tiles: EntityTile[] = [
    ...(tabs.length > 0 ? [{ key: 'networking', label: 'Networking', ...sizeOf(facts) }] : []),
    ...(facts.query === '' || facts.type === 'NETWORK_NODE'
      ? []
      : [{ key: 'iam', label: 'IAM', value: facts.identity_count, note: 'identities with access' }]),
    ...(acts
      ? [{ key: 'objects', label: 'Objects', value: <TotalUsed used={facts.objects_used} total={facts.objects_total} />, note: 'Total/Used' }]
      : []),
    ...(acts && facts.type === 'INSTANCE'
      ? [{ key: 'roles', label: 'Roles', value: <TotalUsed used={facts.roles_used} total={facts.roles_total} />, note: 'Total/Used' }]
      : []),
    { key: 'audit', label: 'Audit Trail', value: <em>90 days</em> },
    ...useAlertsTile(facts.uri),
  ];
  const chosen = tiles.find(({ key }) => key === address.get('tile'))?.key ?? tiles[0]?.key;
  return (
    <>
      <EntityTiles tiles={tiles} chosen={chosen ?? ''} onChoose={(tile) => address.set({ ...LIST_RESET, tile, tab: null })} />
      {chosen === 'alerts' && <EntityAlerts uri={facts.uri} name={facts.name} />}
      {chosen === 'networking' && <Networking facts={facts} tabs={tabs} />}
      {chosen === 'iam' && (
        <IamTabs
          query={facts.query}
          counts={{ users: facts.user_count, roles: facts.role_count, groups: facts.group_count, all: facts.identity_count }}
        />
      )}
      {chosen === 'objects' && <AccessTable title="Objects" query={facts.reach_query} side="resource" />}
      {chosen === 'roles' && <Table uri={facts.uri} title="Roles" tile="ROLE" empty="No role is attached" />}
      {chosen === 'audit' && (
        <Table
          uri={facts.uri}
          title="Audit Trail"
          tile="AUDIT"
          nameTitle="Identity"
          empty="No logged activity in the last 90 days"
          toolbar={<ShowAsQuery query={facts.query && eventsQuery(facts, 'resource')} what="events" />}
        />
      )}
      {facts.query !== '' && <ResourceRisk risk={facts.risk} admins={facts.admin_count} isPublic={facts.public} />}
      {graph}
    </>
  );
}

/** Returns the count on the networking tile: security groups for an instance, otherwise instances. */
function sizeOf({ type, instances_count: instances, sg_count: groups }: NetworkDetail): { value: number; note: string } {
  return type === 'INSTANCE' ? { value: groups, note: 'security groups' } : { value: instances, note: 'instances' };
}

function Networking({ facts, tabs }: { facts: NetworkDetail; tabs: readonly Tab[] }): ReactNode {
  const address = useAddress();
  const chosen = tabs.find((tab) => tab === address.get('tab')) ?? tabs[0];
  const counts: Record<Tab, number> = {
    NETWORKING_INSTANCES: facts.instances_count,
    NETWORKING_SECURITY_GROUPS: facts.sg_count,
    NETWORKING_SUBNETS: facts.subnets_count,
    NETWORKING_RULES: facts.rules_count,
    NETWORKING_ROUTES: facts.routes_count,
  };
  if (!chosen) return null;
  return (
    <>
      <TabList
        label="Views"
        chosen={chosen}
        onChoose={(tab) => address.set({ ...LIST_RESET, tab })}
        items={tabs.map((key) => ({ key, label: `${TAB[key]} (${counts[key]})` }))}
      />
      <Table
        key={chosen}
        uri={facts.uri}
        title={TAB[chosen]}
        tab={chosen}
        empty={EMPTY[chosen]}
        toolbar={<ShowAsQuery query={facts.tab_queries[chosen] ?? ''} what={TAB[chosen]} />}
      />
    </>
  );
}

interface TableProps {
  uri: string;
  title: string;
  tile?: Tile;
  tab?: Tab;
  nameTitle?: string;
  empty: string;
  toolbar?: ReactNode;
}

function Table({ uri, title, tile, tab, nameTitle, empty, toolbar }: TableProps): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/network-service', {
    query: { uri, data_type: 'TABLE_DATA', ...(tile ? { tile } : {}), ...(tab ? { tableTab: tab } : {}) },
  });
  return (
    <DetailTable
      key={title}
      title={title}
      rows={data?.network_detail_info.result_table}
      total={data?.network_detail_info.result_total}
      error={error}
      retry={() => void mutate()}
      nameTitle={nameTitle}
      empty={empty}
      toolbar={toolbar}
    />
  );
}
