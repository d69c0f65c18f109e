import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RegionCount } from '@cam/contracts';
import { Count, DataGrid, type GridColumn } from '@cam/ui';
import { CountLink } from '../explorer/ShowAsQuery';

interface Props {
  /** With the query behind each count; without one it is of rules, which have theirs in Compliance. */
  counts: readonly (RegionCount & { query?: string })[];
  what: string;
}

export function RegionTable({ counts, what }: Props): ReactNode {
  const columns = useMemo(
    (): GridColumn<Props['counts'][number]>[] => [
      { key: 'name', title: 'Region', value: ({ region_info: { name } }) => name },
      { key: 'code', title: 'Code', value: ({ region_info: { code } }) => code },
      {
        key: 'count',
        title: what,
        value: ({ count }) => count,
        render: ({ count, query, region_info: { name } }) =>
          query === undefined ? (
            <Link to="/compliance">
              <Count value={count} />
            </Link>
          ) : (
            <CountLink count={count} query={query} label={`${count} ${what} in ${name}`} />
          ),
      },
    ],
    [what],
  );
  return <DataGrid title="Regions" rows={counts} rowKey={({ region_info: { code } }) => code} columns={columns} empty={{ title: 'None' }} />;
}
