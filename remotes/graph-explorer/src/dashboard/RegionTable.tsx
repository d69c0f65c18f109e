import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAddress } from '@cam/platform';
import { Count, DataGrid, formatCount, type GridColumn } from '@cam/ui';
import { regionsAddress, type MapRegion } from './map-places';

interface Props {
  counts: readonly MapRegion[];
  /** Names the counted entities, as the heading of the count column. */
  what: string;
}

/** Lists the counts by region, each linked to the counted objects or failures. */
export function RegionTable({ counts, what }: Props): ReactNode {
  const address = useAddress('regions');
  const columns = useMemo(
    (): GridColumn<Props['counts'][number]>[] => [
      { key: 'name', title: 'Region', value: ({ region_info: { name } }) => name },
      { key: 'code', title: 'Code', value: ({ region_info: { code } }) => code },
      {
        key: 'count',
        title: what,
        value: ({ count }) => count,
        render: (region) => (
          <Link to={regionsAddress([region])} aria-label={`${formatCount(region.count)} ${what} in ${region.region_info.name}`}>
            <Count value={region.count} />
          </Link>
        ),
      },
    ],
    [what],
  );
  return (
    <DataGrid
      title="Regions"
      rows={counts}
      rowKey={({ region_info: { code } }) => code}
      columns={columns}
      address={address}
      empty={{ title: `No ${what.toLowerCase()}` }}
    />
  );
}
