import { useMemo, type ReactNode } from 'react';
import type { PrivilegeRow, PrivilegeUser } from '@cam/contracts';
import { EntityLink, useApi } from '@cam/platform';
import { DataGrid, Drawer, timeColumn, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';

/** Who has a privilege in an account, whoever used it last first. */
export function PrivilegeUsers({ privilege, onClose }: { privilege: PrivilegeRow | null; onClose: () => void }): ReactNode {
  return (
    <Drawer
      open={privilege !== null}
      onClose={onClose}
      size={760}
      title={privilege ? `${privilege.name} in ${privilege.account_name}` : ''}
      destroyOnHidden
    >
      {privilege && <Users privilege={privilege} />}
    </Drawer>
  );
}

function Users({ privilege }: { privilege: PrivilegeRow }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/graph-querymgr/privilege-users', { query: { name: privilege.name, source: privilege.account_id } });
  const columns = useMemo(
    (): GridColumn<PrivilegeUser>[] => [
      { key: 'type', title: '', label: 'Type', value: (row) => typeName(row.type), render: (row) => <TypeIcon type={row.type} />, width: 44 },
      { key: 'name', title: 'Name', value: (row) => row.name, render: (row) => <EntityLink uri={row.uri} name={row.name} /> },
      { key: 'source', title: 'Source', value: (row) => row.account_name },
      timeColumn({ key: 'used', title: 'Last Used', at: (row) => row.last_used }),
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
      empty={{ title: 'Nobody has it any more', text: 'The graph changed since it was counted.' }}
      toolbar={<ShowAsQuery query={privilege.query} what={privilege.name} />}
    />
  );
}
