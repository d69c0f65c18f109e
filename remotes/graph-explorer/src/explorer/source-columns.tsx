import type { CloudType } from '@cam/contracts';
import { CloudLogo, type GridColumn } from '@cam/ui';

interface OfSource {
  cloud_type: string;
  account_id: string;
  account_name: string;
}

/** The first columns of what is summed up by source: its cloud, and its name, which opens the list of what is in it. */
export function sourceColumns<Row extends OfSource>(onOpen: (accountId: string) => void): GridColumn<Row>[] {
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
