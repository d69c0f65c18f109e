import { useMemo, type ReactNode } from 'react';
import type { PrivilegeUser } from '@cam/contracts';
import { callApi, EntityLink, MAX_PAGE_SIZE, useApi, useListAddress } from '@cam/platform';
import { DataGrid, Drawer, formatDateTime, TypeIcon, typeName, type GridColumn, formatZoned } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { NOT_ENOUGH_DATA, NotEnoughData } from '../explorer/UsedTotal';

/** Prefixes the address parameters of the list of users. */
export const USERS = 'users';

/** A privilege in an account. */
export interface AccountPrivilege {
  name: string;
  source: string;
}

function unusedText({ judged, used_through }: PrivilegeUser): string {
  if (used_through !== null) return `by an unknown user of a role on ${formatZoned(used_through)}`;
  return judged ? 'not in the last 90 days' : NOT_ENOUGH_DATA;
}

function lastUsed(row: PrivilegeUser): string {
  return row.last_used === null ? unusedText(row) : formatDateTime(row.last_used);
}

/**
 * Lists the users who have a privilege in an account, most recent usage first.
 * @param privilege the drawer is closed if null
 */
export function PrivilegeUsers({ privilege, onClose }: { privilege: AccountPrivilege | null; onClose: () => void }): ReactNode {
  return (
    <Drawer open={privilege !== null} onClose={onClose} size={760} title={privilege?.name ?? ''} destroyOnHidden>
      {privilege && <Users privilege={privilege} />}
    </Drawer>
  );
}

function Users({ privilege }: { privilege: AccountPrivilege }): ReactNode {
  const list = useListAddress({ of: USERS });
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/privilege-users',
    { query: { ...privilege, page_number: list.page, page_size: list.pageSize } },
    { keepPreviousData: true },
  );
  const columns = useMemo(
    (): GridColumn<PrivilegeUser>[] => [
      { key: 'type', title: '', label: 'Type', value: (row) => typeName(row.type), render: (row) => <TypeIcon type={row.type} />, width: 44 },
      { key: 'name', title: 'Name', value: (row) => row.name, render: (row) => <EntityLink uri={row.uri} name={row.name} /> },
      { key: 'source', title: 'Source', value: (row) => row.account_name },
      {
        key: 'used',
        title: 'Last Used',
        value: (row) => row.last_used ?? unusedText(row),
        render: (row) => (row.last_used === null && row.used_through === null && !row.judged ? <NotEnoughData /> : lastUsed(row)),
        text: lastUsed,
      },
    ],
    [],
  );
  return (
    <DataGrid
      title="Users with this privilege"
      rows={data?.users}
      rowKey={(row) => row.uri}
      columns={columns}
      error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
      empty={{ title: 'No users', text: 'The access graph changed after the count, or the address is wrong. Return to the list of privileges.' }}
      toolbar={
        <>
          {data && <span>In {data.account_name}</span>}
          <ShowAsQuery query={data?.query ?? ''} what={privilege.name} />
        </>
      }
      exportRows={() => fetchAllUsers(privilege)}
      // The grid searches only the shown page, because the server does not search these users.
      paging={{ ...list.paging(data?.total ?? 0, isLoading), search: undefined }}
    />
  );
}

/** Loads all pages, for the export. */
async function fetchAllUsers(privilege: AccountPrivilege): Promise<PrivilegeUser[]> {
  const users: PrivilegeUser[] = [];
  for (let page_number = 0; ; page_number++) {
    const query = { ...privilege, page_number, page_size: MAX_PAGE_SIZE };
    const { users: page, total } = await callApi('GET /v1/graph-querymgr/privilege-users', { query });
    users.push(...page);
    if (page.length === 0 || users.length >= total) return users;
  }
}
