import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { IdentityDetail, Tile } from '@cam/contracts';
import { LIST_RESET, EntityLink, useAddress, useApi } from '@cam/platform';
import { FilterBanner, formatBadge, formatDate, StatusTag, TabList, formatTimestamp } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { TotalUsed } from '../explorer/UsedTotal';
import { LeastPrivilege } from '../least-privilege/LeastPrivilege';
import { personAddress } from '../people/person-address';
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
      isRightSized
      lastUse={({ last_used: at }) => (at === null ? null : <LastUse at={at} />)}
      badges={({ privileged, status, purpose, evidence_since: since }) => (
        <>
          {privileged && <StatusTag tone="accent">Privileged</StatusTag>}
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

function LastUse({ at }: { at: string }): ReactNode {
  return <span title={formatTimestamp(at)}>Last used {formatDate(at)}</span>;
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
        <FilterBanner action={<EntityLink uri={facts.uri} name="Show all access" />}>
          the scope <EntityLink uri={scope} name={scope} />
        </FilterBanner>
      )}
      {facts.person !== null && (
        <p>
          Account of <Link to={personAddress(facts.person.person_id)}>{facts.person.name}</Link>
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
      <LeastPrivilege uri={facts.uri} type={facts.type} name={facts.name} />
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

/** A table of the IAM tile, with its tab. */
interface IamTable extends Pick<ServiceProps, 'title' | 'tile' | 'tab' | 'empty'> {
  key: 'users' | 'roles' | 'groups';
  /** Shown in the tab; absent where the table itself counts. */
  count?: number;
  /** The types of identity that the query of the table asks for; absent: no such query. */
  asks?: string;
}

/** Returns the tables of the IAM tile. A role lists who can assume it; a group its members; any other identity its roles and groups. */
function iamTables({ type, members_count: members, roles_count: roles, groups_count: groups }: IdentityDetail): IamTable[] {
  if (type === 'ROLE') {
    return [
      { key: 'users', title: 'Users', tab: 'IAM_USER', empty: 'No users can assume this role', asks: USER_TYPES },
      { key: 'roles', title: 'Roles', tab: 'IAM_ROLE', empty: 'No roles can assume this role', asks: 'role' },
      { key: 'groups', title: 'Groups', tab: 'IAM_GROUP', empty: 'No groups can assume this role', asks: GROUP_TYPES },
    ];
  }
  return [
    ...(type.endsWith('GROUP') ? [{ key: 'users', title: 'Users', count: members, tile: 'MEMBER', empty: 'No members' } as const] : []),
    { key: 'roles', title: 'Roles', count: roles, tile: 'ROLE', empty: 'No assumable roles' },
    { key: 'groups', title: 'Groups', count: groups, tab: 'IAM_GROUP', empty: 'No group memberships' },
  ];
}

function Iam({ facts }: { facts: IdentityDetail }): ReactNode {
  const address = useAddress();
  const tables = iamTables(facts);
  const chosen = tables.find(({ key }) => key === address.get('tab')) ?? tables[0];
  const tabs = tables.map(({ key, title, count }) => ({ key, label: count === undefined ? title : `${title} (${formatBadge(count)})` }));
  return (
    <>
      <TabList label="Views" chosen={chosen?.key} onChoose={(tab) => address.set({ ...LIST_RESET, tab })} items={tabs} />
      {chosen && (
        <ServiceTable
          key={chosen.key}
          uri={facts.uri}
          title={chosen.title}
          tile={chosen.tile}
          tab={chosen.tab}
          empty={chosen.empty}
          toolbar={chosen.asks && <ShowAsQuery query={assumersQuery(facts.uri, chosen.asks)} what={chosen.key} />}
        />
      )}
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
