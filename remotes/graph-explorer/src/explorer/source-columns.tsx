import type { CloudType } from '@cam/contracts';
import { CloudLogo, type GridColumn } from '@cam/ui';

interface SourceRow {
  cloud_type: string;
  account_id: string;
  account_name: string;
}

/**
 * Returns the first columns of a grid with one row for each source: the cloud and the name.
 * @param onOpen opens the list of the entities in a source
 */
export function sourceColumns<Row extends SourceRow>(onOpen: (accountId: string) => void): GridColumn<Row>[] {
  return [
    {
      key: 'cloud',
      title: '',
      label: 'Cloud',
      value: (row) => row.cloud_type,
      render: (row) => <CloudLogo cloud={row.cloud_type as CloudType} />,
      width: 56,
    },
    {
      key: 'source',
      title: 'Source',
      value: (row) => row.account_name,
      render: (row) => (
        <button type="button" className="cam-link" onClick={() => onOpen(row.account_id)}>
          {row.account_name}
        </button>
      ),
    },
  ];
}
