import type { ReactNode } from 'react';
import { Select } from 'antd';
import type { GridColumn, GridSort } from './grid-types';

interface Props<Row> {
  title: string;
  columns: readonly GridColumn<Row>[];
  /** True when the server sorts: then only columns marked as sortable sort. */
  isServer: boolean;
  sort: GridSort | null;
  onSort: (sort: GridSort | null) => void;
}

/** Sorts a list of cards, which have no headings to sort by. */
export function CardSort<Row>({ title, columns, isServer, sort, onSort }: Props<Row>): ReactNode {
  const sortable = columns.filter((column) => column.title !== '' && !column.sticky && (column.sortable ?? !isServer));
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ key, title: name }) => [
    { value: `${key} up`, label: `${name}, ascending` },
    { value: `${key} down`, label: `${name}, descending` },
  ]);
  return (
    <Select
      allowClear
      aria-label={`Sort ${title}`}
      placeholder="Sort"
      popupMatchSelectWidth={false}
      value={sort ? `${sort.column} ${sort.descending ? 'down' : 'up'}` : undefined}
      options={options}
      onChange={(next: string | undefined) => {
        const [column = '', direction] = next?.split(' ') ?? [];
        onSort(next === undefined ? null : { column, descending: direction === 'down' });
      }}
    />
  );
}
