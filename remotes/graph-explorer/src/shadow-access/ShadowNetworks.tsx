import { useMemo, type ReactNode } from 'react';
import type { ShadowNetworkRow } from '@cam/contracts';
import { EntityLink, useAddress } from '@cam/platform';
import { DataGrid, type GridColumn } from '@cam/ui';
import { CountLink, ShowAsQuery } from '../explorer/ShowAsQuery';

/** Lists the external networks that firewall rules and policies admit. */
export function ShadowNetworks({ rows, query }: { rows: readonly ShadowNetworkRow[]; query: string }): ReactNode {
  const address = useAddress();
  const columns = useMemo((): GridColumn<ShadowNetworkRow>[] => {
    const count = (key: 'out_obj_store' | 'out_sg', title: string): GridColumn<ShadowNetworkRow> => ({
      key,
      title,
      value: (row) => row[key],
      render: (row) => <CountLink count={row[key]} query={row.query} what={`${title} in ${row.account_name} accessible to ${row.network_ip}`} />,
    });
    return [
      {
        key: 'ip',
        title: 'Network IP',
        value: (row) => row.network_ip,
        render: (row) => <EntityLink uri={row.uri} name={row.network_ip} page="networks" />,
      },
      { key: 'name', title: 'Network Name', value: (row) => row.network_name },
      { key: 'account', title: 'Account', value: (row) => row.account_name },
      count('out_obj_store', 'Object Stores'),
      count('out_sg', 'Security Groups'),
    ];
  }, []);
  return (
    <DataGrid
      title="Total Access"
      rows={rows}
      rowKey={(row) => row.uri}
      columns={columns}
      address={address}
      toolbar={<ShowAsQuery query={query} what="shadow networks" />}
      empty={{ title: 'No shadow networks', text: 'No policy or firewall rule admits an external network.' }}
    />
  );
}
