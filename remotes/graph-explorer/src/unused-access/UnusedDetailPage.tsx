import { useMemo, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { entityAddress, type UnusedItem } from '@cam/contracts';
import { EntityLink, useAddress, useApi } from '@cam/platform';
import { DataGrid, PageHeader, type GridColumn } from '@cam/ui';
import { NotFound } from '../explorer/NotFound';
import { PolicyLinks } from '../explorer/PolicyLinks';
import { detailAddress, UNUSED_TABS, UNUSED_TYPES, type UnusedTab, type UnusedType } from './unused-views';
import { accountColumn, lastUsedColumn, nameColumn } from './unused-columns';

/**
 * Shows the details of a row of unused access: the unused access of a role or identity, or the identities that do not use a service or privilege.
 */
export function UnusedDetailPage(): ReactNode {
  const { identityType, summary, request, name = '', uri = '', roleName, roleUri } = useParams();
  const type = UNUSED_TYPES.find((one) => one.type === identityType);
  const tab = UNUSED_TABS.find((one) => one.request === summary && one.detail === request);
  // Only identities with roles have details for each role.
  const isOfRole = roleUri !== undefined && type?.type !== 'UNUSED_IDENTITY';
  if (!type || !tab || isOfRole) return <NotFound back="/unused-access" what="unused access" />;
  return (
    <Detail
      key={`${name} ${uri} ${roleUri ?? ''}`}
      type={type.type}
      tab={tab}
      item={{ name, uri }}
      role={roleUri ? { name: roleName ?? '', uri: roleUri } : null}
    />
  );
}

interface Props {
  type: UnusedType;
  tab: UnusedTab;
  item: { name: string; uri: string };
  role: { name: string; uri: string } | null;
}

function Detail({ type, tab, item, role }: Props): ReactNode {
  const address = useAddress();
  const isSummary = tab.request === 'UNUSED_SUMMARY';
  const field = tab.request === 'UNUSED_BY_SERVICE_SUMMARY' ? 'service' : 'privilege';
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/unused-accesses', {
    query: {
      identity_type: type,
      request_type: tab.detail,
      ...(isSummary
        ? { uri: item.uri, ...(role ? { role_uri: role.uri } : {}) }
        : { [field]: item.name, source: item.uri, ...(role ? { uri: role.uri } : {}) }),
      ...(address.get('idle') === 'all' ? { include_idle: true } : {}),
    },
  });
  const isRoles = isSummary && type === 'UNUSED_IDENTITY' && role === null;
  const columns = useMemo((): GridColumn<UnusedItem>[] => {
    if (isSummary && !isRoles) {
      return [
        { key: 'service', title: 'Unused Service', value: (row) => row.service },
        { key: 'privilege', title: 'Unused Sensitive Privilege', value: (row) => row.privilege },
        { ...accountColumn, title: 'Scope' },
        {
          key: 'policies',
          title: 'Policies',
          value: (row) => row.policies.map(({ name }) => name).join('; '),
          render: (row) => <PolicyLinks policies={row.policies} accountId={row.policy_account_id} />,
        },
        { key: 'policyAccount', title: 'Policy Account', value: (row) => row.policy_account_id },
      ];
    }
    const hasRoles = type === 'UNUSED_IDENTITY' && !isRoles && role === null;
    return [
      hasRoles
        ? nameColumn((row) => detailAddress(type, tab, item, { name: row.name, uri: row.uri }))
        : isRoles
          ? nameColumn((row) => detailAddress(type, tab, item, { name: row.name, uri: row.uri }))
          : { key: 'name', title: 'Name', value: (row) => row.name, render: (row) => <EntityLink uri={row.uri} name={row.name} /> },
      accountColumn,
      ...(role !== null
        ? [
            {
              key: 'role',
              title: 'Role',
              value: (row: UnusedItem) => row.role_name,
              render: (row: UnusedItem) => <EntityLink uri={row.role_uri} name={row.role_name} />,
            },
          ]
        : []),
      ...(hasRoles ? [{ key: 'roles', title: 'Roles', value: (row: UnusedItem) => row.roles_count }] : []),
      ...(isRoles ? [{ key: 'privileges', title: 'Unused Sensitive Privileges', value: (row: UnusedItem) => row.privileges_count }] : []),
      lastUsedColumn,
    ];
  }, [isSummary, isRoles, type, tab, item, role]);
  const title = role ? `${role.name} · ${item.name}` : item.name;
  const page = isSummary ? entityAddress(role?.uri ?? item.uri) : null;
  return (
    <>
      <PageHeader
        title={title}
        text={
          <>
            <Link to={`/unused-access?${new URLSearchParams({ identity_type: type, tab: tab.request })}`}>Unused access</Link>
            {isSummary && (
              <>
                {' · '}
                <EntityLink uri={role?.uri ?? item.uri} name={`Details of ${role?.name ?? item.name}`} />
              </>
            )}
          </>
        }
        actions={page !== null && <Link to={`${page}?proposal=90`}>Right-size</Link>}
      />
      <DataGrid<UnusedItem>
        title={isRoles ? 'Roles' : isSummary ? 'Unused for 90 days' : nonUsersTitle(type, tab, item.name)}
        rows={data?.items}
        rowKey={(row) => `${row.uri} ${row.role_uri} ${row.account_id} ${row.service} ${row.privilege}`}
        columns={columns}
        address={address}
        hideEmptyColumns
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No unused access',
          text: 'The access graph changed after the count, or the address is wrong. Return to the list of unused access.',
        }}
      />
    </>
  );
}

/** Service names are upper-case, as on the privileges page. */
function nonUsersTitle(type: UnusedType, tab: UnusedTab, name: string): string {
  const identities = type === 'UNUSED_ROLE' ? 'Roles' : 'Identities';
  return `${identities} that do not use ${tab.request === 'UNUSED_BY_SERVICE_SUMMARY' ? name.toUpperCase() : name}`;
}
