import { useMemo, useState, type ReactNode } from 'react';
import type { AccessRow } from '@cam/contracts';
import { useAddress, useFlag } from '@cam/platform';
import { Button, DataGrid, Drawer, Switch, type CursorPaging } from '@cam/ui';
import { CutQueryDrawer } from '../cut/CutDrawer';
import { publishEvidence } from '../downloads/api';
import { DataDownloads } from '../downloads/DataDownloads';
import { exportResult } from '../search/api';
import { accessColumns } from './access-columns';
import { ExplainDrawer } from './ExplainDrawer';
import { AccessGraph } from './graph/AccessGraph';
import { graphOfRows } from './graph/graph-data';
import { byIdentity, groupColumns } from './identity-groups';
import { RowPolicies } from './RowPolicies';
import { useExplainedAccess } from './use-explained-access';
import { WhyEmpty } from './WhyEmpty';
import styles from './SearchResultPage.module.css';

interface Props {
  query: string;
  rows: readonly AccessRow[];
  paging: CursorPaging;
  /** The control that sets the number of rows on a page. */
  sizes: ReactNode;
}

/** Lists the access paths that a query returns, page by page. Each row can be explained. */
export function AccessTable({ query, rows: found, paging, sizes }: Props): ReactNode {
  const address = useAddress();
  const isGrouped = address.get('by') === 'IDENTITY';
  const rows = useMemo(() => (isGrouped ? byIdentity(found) : found), [found, isGrouped]);
  const showUri = useFlag('UI_SEARCH_URI_COLUMN');
  const columns = useMemo(() => (isGrouped ? groupColumns(accessColumns(showUri), rows) : accessColumns(showUri)), [showUri, isGrouped, rows]);
  const { row: explained, explain } = useExplainedAccess(rows);
  const [isDrawn, setDrawn] = useState(false);
  const [isCutting, setCutting] = useState(false);
  const graph = useMemo(() => graphOfRows(rows), [rows]);
  const isExplained = rows.some(isPath);
  const makeEvidence = (): void =>
    void publishEvidence(query).then(
      () => address.set({ downloads: 'open' }),
      () => undefined,
    );
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
        moreExports={isExplained ? [{ key: 'evidence', label: 'Evidence (zip)', run: makeEvidence }] : []}
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
              {isExplained && <Button onClick={() => setCutting(true)}>Cut all access</Button>}
              {isExplained && (
                <label className={styles.switch}>
                  <Switch size="small" checked={isGrouped} onChange={(isOn) => address.set({ by: isOn ? 'IDENTITY' : null }, { replace: true })} />{' '}
                  Group by identity
                </label>
              )}
              <DataDownloads title="Total Access Paths" what={{ view: 'ACCESS', criteria: { input: query } }} />
            </>
          )
        }
      />
      <ExplainDrawer row={explained} query={query} onClose={() => explain(null)} />
      <CutQueryDrawer query={isCutting ? query : null} onClose={() => setCutting(false)} />
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
