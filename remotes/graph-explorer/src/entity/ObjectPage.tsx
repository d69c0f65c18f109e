import type { ReactNode } from 'react';
import type { ObjectDetail } from '@cam/contracts';
import { LIST_RESET, useAddress, useApi } from '@cam/platform';
import { formatBadge, StatusTag, TabList } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { AccessTable } from './AccessTable';
import { DetailTable } from './DetailTable';
import { EntityAlerts, useAlertsTile } from './EntityAlerts';
import { EntityFrame } from './EntityFrame';
import { EntityTiles } from './EntityTiles';
import { GraphCard, useGraphType } from './GraphCard';
import { eventsQuery, GROUP_TYPES, OTHER_TYPES, restrictToTypes, USER_TYPES } from './queries';
import { ResourceRisk } from './ResourceRisk';

const SERVICES = 'instance|serverless_compute';

/** Shows an object: the identities with access, their access paths, the logged activity and the policies. */
export function ObjectPage({ uri }: { uri: string }): ReactNode {
  const { data, error, mutate } = useApi(
    'GET /v1/graph-querymgr/objects-service',
    { query: { uri, data_type: useGraphType() } },
    { keepPreviousData: true },
  );
  return (
    <EntityFrame
      page="objects"
      facts={data?.object_detail_info}
      error={error}
      retry={() => void mutate()}
      badges={(facts) => facts.public && <StatusTag tone="high">Public</StatusTag>}
    >
      {(facts) => (
        <ObjectTiles
          facts={facts}
          graph={<GraphCard label="Access paths" graph={facts.result_graph ?? facts.roll_up_graph} error={error} retry={() => void mutate()} />}
        />
      )}
    </EntityFrame>
  );
}

function ObjectTiles({ facts, graph }: { facts: ObjectDetail; graph: ReactNode }): ReactNode {
  const address = useAddress();
  const tiles = [
    { key: 'iam', label: 'IAM', value: facts.identity_cnt, note: 'identities with access' },
    { key: 'admin', label: 'Administrators', value: facts.admin_cnt },
    { key: 'services', label: 'Services', value: facts.svc_count },
    ...(facts.membership_cnt > 0 ? [{ key: 'membership', label: 'Membership', value: facts.membership_cnt, note: 'memberships' }] : []),
    ...(facts.type === 'POLICY' ? [{ key: 'versions', label: 'Versions', value: <em>History</em> }] : []),
    { key: 'audit', label: 'Audit Trail', value: <em>90 days</em> },
    ...useAlertsTile(facts.uri),
  ];
  const chosen = tiles.find(({ key }) => key === address.get('tile'))?.key ?? 'iam';
  return (
    <>
      <EntityTiles tiles={tiles} chosen={chosen} onChoose={(tile) => address.set({ ...LIST_RESET, tile, tab: null })} />
      {chosen === 'alerts' && <EntityAlerts uri={facts.uri} name={facts.name} />}
      {chosen === 'iam' && (
        <IamTabs query={facts.query} counts={{ users: facts.user_cnt, roles: facts.role_cnt, groups: facts.group_cnt, all: facts.identity_cnt }} />
      )}
      {chosen === 'admin' && <AccessTable key="admin" title="Administrators" query={`${facts.query} for admin`} side="identity" />}
      {chosen === 'services' && <AccessTable key="services" title="Services" query={restrictToTypes(facts.query, SERVICES)} side="identity" />}
      {chosen === 'membership' && <Table facts={facts} tile="MEMBERSHIP" title="Membership" empty="No memberships" />}
      {chosen === 'versions' && (
        <Table facts={facts} tile="VERSION" title="Versions" nameTitle="Version" empty="No versions, because the provider manages this policy" />
      )}
      {chosen === 'audit' && (
        <Table
          facts={facts}
          tile="AUDIT"
          title="Audit Trail"
          nameTitle="Identity"
          empty="No logged activity in the last 90 days"
          toolbar={<ShowAsQuery query={facts.query && eventsQuery(facts, 'resource')} what="events" />}
        />
      )}
      <ResourceRisk risk={facts.risk} admins={facts.admin_cnt} isPublic={facts.public} />
      {graph}
    </>
  );
}

/** Lists the identities with access to a resource, in tabs for users, roles, groups and all others. The tabs add up to all of them. */
export function IamTabs({ query, counts }: { query: string; counts: { users: number; roles: number; groups: number; all: number } }): ReactNode {
  const address = useAddress();
  const others = counts.all - counts.users - counts.roles - counts.groups;
  const tabs = [
    { key: 'users', title: 'Users', types: USER_TYPES, count: counts.users },
    { key: 'roles', title: 'Roles', types: 'role', count: counts.roles },
    { key: 'groups', title: 'Groups', types: GROUP_TYPES, count: counts.groups },
    ...(others > 0 ? [{ key: 'others', title: 'Others', types: OTHER_TYPES, count: others }] : []),
  ];
  const chosen = tabs.find(({ key }) => key === address.get('tab')) ?? tabs[0];
  if (!chosen) return null;
  if (query === '') return null;
  return (
    <>
      <TabList
        label="Views"
        chosen={chosen.key}
        onChoose={(tab) => address.set({ ...LIST_RESET, tab })}
        items={tabs.map(({ key, title, count }) => ({ key, label: `${title} (${formatBadge(count)})` }))}
      />
      <AccessTable key={chosen.key} title={chosen.title} query={restrictToTypes(query, chosen.types)} side="identity" />
    </>
  );
}

interface TableProps {
  facts: ObjectDetail;
  tile: 'AUDIT' | 'MEMBERSHIP' | 'VERSION';
  title: string;
  nameTitle?: string;
  empty: string;
  toolbar?: ReactNode;
}

function Table({ facts: { uri }, tile, title, nameTitle, empty, toolbar }: TableProps): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/objects-service', { query: { uri, data_type: 'TABLE_DATA', tile } });
  return (
    <DetailTable
      key={title}
      title={title}
      rows={data?.object_detail_info.result_table}
      total={data?.object_detail_info.result_total}
      error={error}
      retry={() => void mutate()}
      nameTitle={nameTitle}
      empty={empty}
      toolbar={toolbar}
    />
  );
}
