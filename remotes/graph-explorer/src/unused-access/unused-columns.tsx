import { Link } from 'react-router-dom';
import type { UnusedItem } from '@cam/contracts';
import { timeColumn, type GridColumn } from '@cam/ui';
import { Wrapped } from '../search-result/Wrapped';

export const accountColumn: GridColumn<UnusedItem> = { key: 'source', title: 'Source', value: (row) => row.account_name };
export const lastUsedColumn = timeColumn<UnusedItem>({ key: 'lastUsed', title: 'Last Seen', at: (row) => row.last_used });

/**
 * Returns the name column.
 * @param address returns the path that a name links to
 */
export function nameColumn(address: (row: UnusedItem) => string): GridColumn<UnusedItem> {
  return {
    key: 'name',
    title: 'Name',
    value: (row) => row.name,
    render: (row) => (
      <Wrapped width={360} least={140}>
        <Link to={address(row)}>{row.name}</Link>
      </Wrapped>
    ),
  };
}
