import { createRoot } from 'react-dom/client';
import { DataGrid, ThemeRoot, type GridColumn } from '@cam/ui';

/** Rows of the grid. */
const ROWS = 100_000;

interface Row {
  id: string;
  name: string;
  source: string;
  region: string;
  used: number;
  total: number;
}

const rows: Row[] = Array.from({ length: ROWS }, (_, index) => ({
  id: `r${index}`,
  name: `orders-archive-${index}`,
  source: `account ${index % 37}`,
  region: `region-${index % 11}`,
  used: index % 13,
  total: index % 97,
}));

const columns: GridColumn<Row>[] = [
  { key: 'name', title: 'Name', value: ({ name }) => name, render: ({ name }) => <a href={`#${name}`}>{name}</a> },
  { key: 'source', title: 'Source', value: ({ source }) => source },
  { key: 'region', title: 'Region', value: ({ region }) => region },
  { key: 'used', title: 'Used', value: ({ used }) => used },
  { key: 'total', title: 'Total', value: ({ total }) => total },
];

const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(
  <ThemeRoot>
    <DataGrid<Row> title="Objects" rows={rows} rowKey={({ id }) => id} columns={columns} searchDelay={300} empty={{ title: 'No objects' }} />
  </ThemeRoot>,
);
