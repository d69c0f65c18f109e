import type { ReactNode } from 'react';
import type { IdentityDetail, Tile } from '@cam/contracts';
import { LIST_RESET, EntityLink, useAddress, useApi } from '@cam/platform';
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
import { assumersQuery, eventsQuery, GROUP_TYPES, USER_TYPES, scopedQuery } from './queries';

const STATUS = {
  USED: { tone: 'ok', label: 'Used' },
  UNUSED: { tone: 'medium', label: 'Unused for 90 days' },
  NOT_ENOUGH_DATA: { tone: 'neutral', label: 'Not enough data' },
} as const;

/** Labels of identities that exist to stay idle. */
const PURPOSES: Readonly<Record<string, string>> = {
  'break-glass': 'Break-glass',
  'service-linked': 'Service-linked',
  'provider-managed': 'Managed by the provider',
};

/**
 * Shows an identity: its effective access, its access paths and its usage.
 * @param scope the URI that the access is limited to, or null for all access
 */
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
      badges={({ privileged, status, purpose, evidence_since: since }) => (
        <>
          {privileged && <StatusTag tone="high">Privileged</StatusTag>}
          {purpose !== 'ordinary' && <StatusTag tone="neutral">{PURPOSES[purpose] ?? purpose}</StatusTag>}
          <StatusTag tone={STATUS[status].tone}>
            {status === 'NOT_ENOUGH_DATA' && since === null ? 'Not assessed: no log' : STATUS[status].label}
          </StatusTag>
        </>
      )}
    >
      {(facts) => (
        <Identity
          facts={facts}
          scope={scope}
          graph={<GraphCard label="Access paths" graph={facts.result_graph ?? facts.roll_up_graph} error={error} retry={() => void mutate()} />}
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
  const query = scope === null ? facts.query : scopedQuery(facts.query, scope);
  return (
    <>
      {scope !== null && (
        <p>
          Showing only the scope <EntityLink uri={scope} name={scope} />. <EntityLink uri={facts.uri} name="Show all access" />
        </p>
      )}
      <EntityTiles tiles={tiles} chosen={chosen} onChoose={(tile) => address.set({ ...LIST_RESET, tile, tab: null })} />
      {chosen === 'alerts' && <EntityAlerts uri={facts.uri} name={facts.name} />}
      {chosen === 'objects' && <AccessTable key={query} title="Objects" query={query} side="resource" />}
      {chosen === 'roles' && <ServiceTable uri={facts.uri} title="Roles" tile="ROLE" empty="No assumable roles" />}
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
              empty={emptyTrailText(facts)}
              toolbar={<ShowAsQuery query={eventsQuery(facts, 'identity')} what="events" />}
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

/** Providers report when an identity was last seen even without logs of its activity. */
function emptyTrailText({ last_used: lastUsed }: IdentityDetail): string {
  const isKnown = lastUsed !== null && Date.now() - Date.parse(lastUsed) < AUDIT_WINDOW;
  return isKnown ? `Last seen on ${formatDate(lastUsed)}, but its activity is not logged` : 'No logged activity in the last 90 days';
}

/** Counts the members of a group, and the groups of any other identity. A role has no count, but lists the identities that can assume it. */
function iamTile(facts: IdentityDetail): EntityTile {
  if (facts.type === 'ROLE') return { key: 'iam', label: 'IAM', value: <em>Can assume it</em> };
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
      <TabList label="Views" chosen={chosen} onChoose={(tab) => address.set({ ...LIST_RESET, tab })} items={tabs} />
      {chosen === 'users' && isGroup && <ServiceTable uri={facts.uri} title="Users" tile="MEMBER" empty="No members" />}
      {chosen === 'users' && isRole && (
        <ServiceTable
          uri={facts.uri}
          title="Users"
          tab="IAM_USER"
          empty="No users can assume this role"
          toolbar={<ShowAsQuery query={assumersQuery(facts.uri, USER_TYPES)} what="users" />}
        />
      )}
      {chosen === 'roles' && isRole && (
        <ServiceTable
          uri={facts.uri}
          title="Roles"
          tab="IAM_ROLE"
          empty="No roles can assume this role"
          toolbar={<ShowAsQuery query={assumersQuery(facts.uri, 'role')} what="roles" />}
        />
      )}
      {chosen === 'roles' && !isRole && <ServiceTable uri={facts.uri} title="Roles" tile="ROLE" empty="No assumable roles" />}
      {chosen === 'groups' && isRole && (
        <ServiceTable
          uri={facts.uri}
          title="Groups"
          tab="IAM_GROUP"
          empty="No groups can assume this role"
          toolbar={<ShowAsQuery query={assumersQuery(facts.uri, GROUP_TYPES)} what="groups" />}
        />
      )}
      {chosen === 'groups' && !isRole && <ServiceTable uri={facts.uri} title="Groups" tab="IAM_GROUP" empty="No group memberships" />}
    </>
  );
}

interface ServiceProps {
  uri: string;
  title: string;
  tile?: Tile;
  tab?: 'IAM_USER' | 'IAM_ROLE' | 'IAM_GROUP';
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
