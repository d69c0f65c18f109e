import { useMemo, useState, type ReactNode } from 'react';
import type { AccessRow } from '@cam/contracts';
import { useFlag } from '@cam/platform';
import { Button, DataGrid, Drawer, type CursorPaging } from '@cam/ui';
import { DataDownloads } from '../downloads/DataDownloads';
import { exportResult } from '../search/api';
import { accessColumns } from './access-columns';
import { ExplainDrawer } from './ExplainDrawer';
import { AccessGraph } from './graph/AccessGraph';
import { graphOfRows } from './graph/graph-data';
import { RowPolicies } from './RowPolicies';
import { useExplainedAccess } from './use-explained-access';
import { WhyEmpty } from './WhyEmpty';

interface Props {
  query: string;
  rows: readonly AccessRow[];
  paging: CursorPaging;
  /** The control that sets the number of rows on a page. */
  sizes: ReactNode;
}

/** Lists the access paths that a query returns, page by page. Each row can be explained. */
export function AccessTable({ query, rows, paging, sizes }: Props): ReactNode {
  const showUri = useFlag('UI_SEARCH_URI_COLUMN');
  const columns = useMemo(() => accessColumns(showUri), [showUri]);
  const { row: explained, explain } = useExplainedAccess(rows);
  const [isDrawn, setDrawn] = useState(false);
  const graph = useMemo(() => graphOfRows(rows), [rows]);
  const isExplained = rows.some(isPath);
  return (
    <>
      <DataGrid
        fits
        title="Total Access Paths"
        rows={rows}
        rowKey={(row) => `${row.identity_uri} ${row.resource_uri}`}
        columns={columns}
        hideEmptyColumns
        empty={{ title: 'No matching records', text: <WhyEmpty query={query} /> }}
        paging={paging}
        exportFile={(keys) => exportResult(query, { name: 'Total Access Paths' }, keys)}
        details={
          isExplained
            ? { label: (row) => `Details: explain access of ${row.identity} to ${row.resource}`, open: (row) => isPath(row) && explain(row) }
            : undefined
        }
        expand={
          rows.some(hasPolicies)
            ? {
                label: (row) => `Policies that grant ${row.identity} access to ${row.resource}`,
                render: (row) => <RowPolicies row={row} />,
                can: hasPolicies,
              }
            : undefined
        }
        toolbar={
          rows.length > 0 && (
            <>
              {sizes}
              <Button onClick={() => setDrawn(true)}>Show graph</Button>
              <DataDownloads title="Total Access Paths" what={{ view: 'ACCESS', criteria: { input: query } }} />
            </>
          )
        }
      />
      <ExplainDrawer row={explained} query={query} onClose={() => explain(null)} />
      <Drawer open={isDrawn} onClose={() => setDrawn(false)} size={900} title="Access graph of this page" destroyOnHidden>
        <AccessGraph data={graph} label="Access graph of this page" />
      </Drawer>
    </>
  );
}

function hasPolicies({ policies }: AccessRow): boolean {
  return (policies?.length ?? 0) > 0;
}

function isPath({ identity_uri: identity, resource_uri: resource }: AccessRow): boolean {
  return identity !== '' && resource !== '';
}
