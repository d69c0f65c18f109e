import type { ReactNode } from 'react';
import type { IdentityDetail, Tile } from '@cam/contracts';
import { ANEW, EntityLink, useAddress, useApi } from '@cam/platform';
import { formatBadge, formatDate, StatusTag, TabList } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { TotalUsed } from '../explorer/UsedTotal';
import { LeastPrivilege } from '../least-privilege/LeastPrivilege';
import { AccessTable } from './AccessTable';
import { AUDIT_WINDOW, AuditTrail } from './AuditTrail';
import { DetailTable } from './DetailTable';
import { EntityAlerts, useAlertsTile } from './EntityAlerts';
import { EntityFrame } from './EntityFrame';
import { EntityTiles, type EntityTile } from './EntityTiles';
import { GraphCard, useGraphType } from './GraphCard';
import { IdentityRisk } from './IdentityRisk';
import { actsAs, eventsOf, GROUPS, PEOPLE, withinScope } from './queries';

const STATUS = {
  USED: { tone: 'ok', words: 'Used' },
  UNUSED: { tone: 'medium', words: 'Unused for 90 days' },
  NOT_ENOUGH_DATA: { tone: 'neutral', words: 'Not enough data' },
} as const;

/** An identity: what it can reach, by which ways, and what of it it uses. */
export function IdentityPage({ uri, scope }: { uri: string; scope: string | null }): ReactNode {
  const { data, error, mutate } = useApi(
    'GET /v1/graph-querymgr/identity-service',
    { query: { uri, data_type: useGraphType() } },
    { keepPreviousData: true },
  );
  return (
    <EntityFrame
      page="identities"
      facts={data?.identity_info}
      error={error}
      retry={() => void mutate()}
      badges={({ privileged, status }) => (
        <>
          {privileged && <StatusTag tone="high">Privileged</StatusTag>}
          <StatusTag tone={STATUS[status].tone}>{STATUS[status].words}</StatusTag>
        </>
      )}
    >
      {(facts) => (
        <Identity
          facts={facts}
          scope={scope}
          graph={<GraphCard label="Ways" graph={facts.result_graph ?? facts.roll_up_graph} error={error} retry={() => void mutate()} />}
        />
      )}
    </EntityFrame>
  );
}

function Identity({ facts, scope, graph }: { facts: IdentityDetail; scope: string | null; graph: ReactNode }): ReactNode {
  const address = useAddress();
  const tiles = [
    iamTile(facts),
    { key: 'audit', label: 'Audit Trail', value: <em>90 days</em> },
    ...useAlertsTile(facts.uri),
    { key: 'objects', label: 'Objects', value: <TotalUsed used={facts.used_object_count} total={facts.object_count} />, note: 'Total/Used' },
    { key: 'roles', label: 'Roles', value: <TotalUsed used={facts.used_roles_count} total={facts.roles_count} />, note: 'Total/Used' },
  ];
  const chosen = tiles.find(({ key }) => key === address.get('tile'))?.key ?? 'objects';
  const query = scope === null ? facts.query : withinScope(facts.query, scope);
  return (
    <>
      {scope !== null && (
        <p>
          Within the scope <EntityLink uri={scope} name={scope} />. <EntityLink uri={facts.uri} name="Without a scope" />
        </p>
      )}
      <EntityTiles tiles={tiles} chosen={chosen} onChoose={(tile) => address.set({ ...ANEW, tile, tab: null })} />
      {chosen === 'alerts' && <EntityAlerts uri={facts.uri} name={facts.name} />}
      {chosen === 'objects' && <AccessTable key={query} title="Objects" query={query} side="resource" />}
      {chosen === 'roles' && <ServiceTable uri={facts.uri} title="Roles" tile="ROLE" empty="It may act as no role" />}
      {chosen === 'iam' && <Iam facts={facts} />}
      {chosen === 'audit' && (
        <AuditTrail
          uri={facts.uri}
          objects={
            <ServiceTable
              uri={facts.uri}
              title="Audit Trail"
              tile="AUDIT"
              nameTitle="Object"
              empty={nothingDone(facts)}
              toolbar={<ShowAsQuery query={eventsOf(facts, 'identity')} what="events" />}
            />
          }
        />
      )}
      <IdentityRisk facts={facts} />
      <LeastPrivilege uri={facts.uri} />
      {graph}
    </>
  );
}

/** Providers tell when something was seen, even where no log tells what it did. */
function nothingDone({ last_used: lastUsed }: IdentityDetail): string {
  const isKnown = lastUsed !== null && Date.now() - Date.parse(lastUsed) < AUDIT_WINDOW;
  return isKnown ? `It was seen on ${formatDate(lastUsed)}, but no log tells what it did` : 'Nothing was done within 90 days, or no log tells';
}

/** Of a group its members, of a role who may act as it, of everybody else their groups. */
function iamTile(facts: IdentityDetail): EntityTile {
  if (facts.type === 'ROLE') return { key: 'iam', label: 'IAM', value: <em>Who acts as it</em> };
  const isGroup = facts.type.endsWith('GROUP');
  return isGroup
    ? { key: 'iam', label: 'IAM', value: facts.members_count, note: 'members' }
    : { key: 'iam', label: 'IAM', value: facts.groups_count, note: 'groups' };
}

function Iam({ facts }: { facts: IdentityDetail }): ReactNode {
  const address = useAddress();
  const isGroup = facts.type.endsWith('GROUP');
  const isRole = facts.type === 'ROLE';
  const tabs = [
    ...(isGroup || isRole ? [{ key: 'users', label: isGroup ? `Users (${formatBadge(facts.members_count)})` : 'Users' }] : []),
    { key: 'roles', label: isRole ? 'Roles' : `Roles (${formatBadge(facts.roles_count)})` },
    { key: 'groups', label: isRole ? 'Groups' : `Groups (${formatBadge(facts.groups_count)})` },
  ];
  const chosen = tabs.find(({ key }) => key === address.get('tab'))?.key ?? tabs[0]?.key;
  return (
    <>
      <TabList label="Views" chosen={chosen} onChoose={(tab) => address.set({ ...ANEW, tab })} items={tabs} />
      {chosen === 'users' && isGroup && <ServiceTable uri={facts.uri} title="Users" tile="MEMBER" empty="The group has no members" />}
      {chosen === 'users' && isRole && <AccessTable key="users" title="Users" query={actsAs(facts.uri, PEOPLE)} side="identity" />}
      {chosen === 'roles' && isRole && <AccessTable key="roles" title="Roles" query={actsAs(facts.uri, 'role')} side="identity" />}
      {chosen === 'roles' && !isRole && <ServiceTable uri={facts.uri} title="Roles" tile="ROLE" empty="It may act as no role" />}
      {chosen === 'groups' && isRole && <AccessTable key="groups" title="Groups" query={actsAs(facts.uri, GROUPS)} side="identity" />}
      {chosen === 'groups' && !isRole && <ServiceTable uri={facts.uri} title="Groups" tab="IAM_GROUP" empty="It is in no group" />}
    </>
  );
}

interface ServiceProps {
  uri: string;
  title: string;
  tile?: Tile;
  tab?: 'IAM_GROUP';
  nameTitle?: string;
  empty: string;
  toolbar?: ReactNode;
}

function ServiceTable({ uri, title, tile, tab, nameTitle, empty, toolbar }: ServiceProps): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/identity-service', {
    query: { uri, data_type: 'TABLE_DATA', ...(tile ? { tile } : {}), ...(tab ? { tableTab: tab } : {}) },
  });
  return (
    <DetailTable
      key={title}
      title={title}
      rows={data?.identity_info.result_table}
      total={data?.identity_info.result_total}
      error={error}
      retry={() => void mutate()}
      nameTitle={nameTitle}
      empty={empty}
      toolbar={toolbar}
    />
  );
}
