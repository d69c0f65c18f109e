import { Link } from 'react-router-dom';
import type { UnusedItem } from '@cam/contracts';
import { formatDateTime, type GridColumn } from '@cam/ui';

export const accountColumn: GridColumn<UnusedItem> = { key: 'source', title: 'Source', value: (row) => row.account_name };
export const lastUsedColumn: GridColumn<UnusedItem> = {
  key: 'lastUsed',
  title: 'Last Seen',
  value: (row) => (row.last_used ? formatDateTime(row.last_used) : 'Never seen'),
};

export function nameColumn(address: (row: UnusedItem) => string): GridColumn<UnusedItem> {
  return { key: 'name', title: 'Name', value: (row) => row.name, render: (row) => <Link to={address(row)}>{row.name}</Link> };
}
