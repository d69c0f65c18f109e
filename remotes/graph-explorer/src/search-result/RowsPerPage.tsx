import type { ReactNode } from 'react';
import { Select } from '@cam/ui';

const SIZES = [20, 50, 100];

/** Sets the number of rows on a page of results. */
export function RowsPerPage({ pageSize, onChange }: { pageSize: number; onChange: (pageSize: number) => void }): ReactNode {
  return (
    <Select<number>
      aria-label="Rows per page"
      value={pageSize}
      options={SIZES.map((value) => ({ value, label: `${value} rows` }))}
      onChange={onChange}
    />
  );
}
