import { useMemo, type ReactNode } from 'react';
import type { RegionCount } from '@cam/contracts';
import { DataGrid, type GridColumn } from '@cam/ui';

export function RegionTable({ counts, what }: { counts: readonly RegionCount[]; what: string }): ReactNode {
  const columns = useMemo(
    (): GridColumn<RegionCount>[] => [
      { key: 'name', title: 'Region', value: ({ region_info: { name } }) => name },
      { key: 'code', title: 'Code', value: ({ region_info: { code } }) => code },
      { key: 'count', title: what, value: ({ count }) => count },
    ],
    [what],
  );
  return <DataGrid title="Regions" rows={counts} rowKey={({ region_info: { code } }) => code} columns={columns} empty={{ title: 'None' }} />;
}
