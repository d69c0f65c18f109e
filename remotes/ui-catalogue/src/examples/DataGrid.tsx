import type { ReactNode } from 'react';
import { notify } from '@cam/platform';
import { DataGrid, formatCount, TypeIcon, type GridColumn } from '@cam/ui';

interface Identity {
  name: string;
  type: string;
  privileges: number;
}

const ROWS: Identity[] = [
  { name: 'ada@example.com', type: 'USER', privileges: 1240 },
  { name: 'deployer', type: 'ROLE', privileges: 312 },
  { name: 'auditors', type: 'GROUP', privileges: 18 },
];

const COLUMNS: GridColumn<Identity>[] = [
  { key: 'type', title: 'Type', value: ({ type }) => type, render: ({ type }) => <TypeIcon type={type} />, width: 80 },
  { key: 'name', title: 'Name', value: ({ name }) => name },
  { key: 'privileges', title: 'Privileges', value: ({ privileges }) => privileges, render: ({ privileges }) => formatCount(privileges) },
];

export default function Example(): ReactNode {
  return (
    <DataGrid<Identity>
      title="Identities"
      name="ui-catalogue"
      rows={ROWS}
      rowKey={({ name }) => name}
      columns={COLUMNS}
      empty={{ title: 'No identities' }}
      actions={[{ label: 'Notify', run: (rows) => notify.info(`${rows.length} owners get a message.`) }]}
    />
  );
}
