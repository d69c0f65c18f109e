import type { ReactNode } from 'react';
import type { ObjectDetail } from '@cam/contracts';
import { ANEW, useAddress, useApi } from '@cam/platform';
import { formatBadge, StatusTag, TabList } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { AccessTable } from './AccessTable';
import { DetailTable } from './DetailTable';
import { EntityAlerts, useAlertsTile } from './EntityAlerts';
import { EntityFrame } from './EntityFrame';
import { EntityTiles } from './EntityTiles';
import { GraphCard, useGraphType } from './GraphCard';
import { eventsOf, GROUPS, narrowedTo, PEOPLE } from './queries';
import { ResourceRisk } from './ResourceRisk';

const SERVICES = 'instance|serverless_compute';

/** An object: who can reach it, by which ways, what was done with it, and its policies. */
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
          graph={<GraphCard label="Who reaches it" graph={facts.result_graph ?? facts.roll_up_graph} error={error} retry={() => void mutate()} />}
        />
      )}
    </EntityFrame>
  );
}

function ObjectTiles({ facts, graph }: { facts: ObjectDetail; graph: ReactNode }): ReactNode {
  const address = useAddress();
  const tiles = [
    { key: 'iam', label: 'IAM', value: facts.identity_cnt, note: 'who reach it' },
    { key: 'admin', label: 'Administrators', value: facts.admin_cnt },
    { key: 'services', label: 'Services', value: facts.svc_count },
    ...(facts.membership_cnt > 0 ? [{ key: 'membership', label: 'Membership', value: facts.membership_cnt, note: 'what it is in' }] : []),
    ...(facts.type === 'POLICY' ? [{ key: 'versions', label: 'Versions', value: <em>Which counts</em> }] : []),
    { key: 'audit', label: 'Audit Trail', value: <em>90 days</em> },
    ...useAlertsTile(facts.uri),
  ];
  const chosen = tiles.find(({ key }) => key === address.get('tile'))?.key ?? 'iam';
  return (
    <>
      <EntityTiles tiles={tiles} chosen={chosen} onChoose={(tile) => address.set({ ...ANEW, tile, tab: null })} />
      {chosen === 'alerts' && <EntityAlerts uri={facts.uri} name={facts.name} />}
      {chosen === 'iam' && <IamTabs query={facts.query} counts={{ users: facts.user_cnt, roles: facts.role_cnt, groups: facts.group_cnt }} />}
      {chosen === 'admin' && <AccessTable key="admin" title="Administrators" query={`${facts.query} for admin`} side="identity" />}
      {chosen === 'services' && <AccessTable key="services" title="Services" query={narrowedTo(facts.query, SERVICES)} side="identity" />}
      {chosen === 'membership' && <Table facts={facts} tile="MEMBERSHIP" title="Membership" empty="It is in nothing any more" />}
      {chosen === 'versions' && (
        <Table facts={facts} tile="VERSION" title="Versions" nameTitle="Version" empty="Its source lists none: the provider keeps them" />
      )}
      {chosen === 'audit' && (
        <Table
          facts={facts}
          tile="AUDIT"
          title="Audit Trail"
          nameTitle="Identity"
          empty="Nothing was done with it within 90 days, or no log tells"
          toolbar={<ShowAsQuery query={facts.query && eventsOf(facts, 'resource')} what="events" />}
        />
      )}
      <ResourceRisk risk={facts.risk} admins={facts.admin_cnt} isPublic={facts.public} />
      {graph}
    </>
  );
}

/** Who reaches something: users, roles and groups, each by itself. */
export function IamTabs({ query, counts }: { query: string; counts: { users: number; roles: number; groups: number } }): ReactNode {
  const address = useAddress();
  const tabs = [
    { key: 'users', title: 'Users', types: PEOPLE, count: counts.users },
    { key: 'roles', title: 'Roles', types: 'role', count: counts.roles },
    { key: 'groups', title: 'Groups', types: GROUPS, count: counts.groups },
  ] as const;
  const chosen = tabs.find(({ key }) => key === address.get('tab')) ?? tabs[0];
  if (query === '') return null;
  return (
    <>
      <TabList
        label="Views"
        chosen={chosen.key}
        onChoose={(tab) => address.set({ ...ANEW, tab })}
        items={tabs.map(({ key, title, count }) => ({ key, label: `${title} (${formatBadge(count)})` }))}
      />
      <AccessTable key={chosen.key} title={chosen.title} query={narrowedTo(query, chosen.types)} side="identity" />
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
