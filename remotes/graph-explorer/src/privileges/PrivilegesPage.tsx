import { useMemo, type ReactNode } from 'react';
import type { Api, PrivilegeRow } from '@cam/contracts';
import { LIST_RESET, downloadFile, useAddress, useApi, useListAddress, type Address, useListViews } from '@cam/platform';
import { Checkbox, Count, DataGrid, formatBadge, PageHeader, TabList, type GridColumn } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { DataDownloads } from '../downloads/DataDownloads';
import { CountLink } from '../explorer/ShowAsQuery';
import { NOT_ENOUGH_DATA, NotEnoughData, usedTotalText } from '../explorer/UsedTotal';
import { unusedQuery } from '../explorer/usage-queries';
import { PrivilegeUsers, USERS } from './PrivilegeUsers';
import { privilegeParts } from './privilege-parts';
import styles from '../explorer/explorer.module.css';

type Sort = NonNullable<Api['GET /v1/graph-querymgr/privileges/{view_type}']['query']['sorted_field']>;

/** The sort fields of the server, by column key. */
const SORTS: Readonly<Record<string, Sort>> = { name: 'name', users: 'users_unused', history: 'used_90', account: 'source' };

/** The columns of the exported file, by column key of the page. The file has no type column, because its names are complete. */
const FILE_COLUMNS: Readonly<Record<string, string>> = { name: 'name', users: 'unused', history: 'usage', account: 'source', sensitive: 'sensitive' };

const VIEWS = [
  { view: 'USED', label: 'Used' },
  { view: 'UNUSED', label: 'Unused' },
  { view: 'ALL', label: 'All' },
] as const;

const EMPTY: Readonly<Record<(typeof VIEWS)[number]['view'], string>> = {
  USED: 'No privilege has logged usage in the last 90 days.',
  UNUSED: 'Every privilege with usage logs was used in the last 90 days.',
  ALL: 'No user has such a privilege. Clear the search and the filters to see all privileges.',
};

/** Lists the privileges in each source, with the number of users who have and who used them. */
export default function PrivilegesPage(): ReactNode {
  const address = useAddress();
  const { view } = VIEWS.find((one) => one.view === address.get('view')) ?? VIEWS[0];
  const list = useListAddress({ sorts: SORTS });
  const views = useListViews();
  const { search, sort } = list;
  const isSensitive = address.get('sensitive') === 'true';
  const wanted = {
    ...(search ? { search } : {}),
    ...(isSensitive ? { sensitive: true } : {}),
    ...(sort ? { sorted_field: sort.field as Sort, sorted_asc: sort.ascending } : {}),
  };
  const path = { view_type: view };
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/privileges/{view_type}',
    { path, query: { ...wanted, page_number: list.page, page_size: list.pageSize } },
    { keepPreviousData: true, refreshInterval: pollWhileCounting },
  );
  const columns = useColumns(address);
  const opened = address.get('privilege');
  const countOf = (wanted: string): number => data?.views.find((one) => one.view === wanted)?.count ?? 0;
  const unknown = countOf('ALL') - countOf('USED') - countOf('UNUSED');
  return (
    <>
      <PageHeader title="Privileges" text="Users include service accounts. Used means used in the last 90 days." />
      <CountingNotice answer={data} />
      <TabList
        label="Views"
        chosen={view}
        onChoose={(next) => address.set({ ...LIST_RESET, view: next })}
        items={VIEWS.map(({ view: key, label }) => ({ key, label: data ? `${label} (${formatBadge(countOf(key))})` : label }))}
      />
      <DataGrid<PrivilegeRow>
        fits
        title="Privileges"
        views={views}
        rows={data?.privilege_summary}
        rowKey={(row) => `${row.account_id} ${row.cloud_type} ${row.name}`}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No privileges',
          text: EMPTY[view],
        }}
        toolbar={
          <>
            {unknown > 0 && <span className={styles.unknown}>{`${unknown.toLocaleString('en')} not logged, so not assessed`}</span>}
            <Checkbox checked={isSensitive} onChange={({ target }) => address.set({ sensitive: target.checked ? 'true' : null, page: null })}>
              Sensitive only
            </Checkbox>
            <DataDownloads title="Privileges" what={{ view: 'PRIVILEGES', criteria: { view_type: view, ...wanted } }} />
          </>
        }
        exportFile={(keys) => {
          const columns = keys.flatMap((key) => FILE_COLUMNS[key] ?? []).join(',');
          return downloadFile('GET /v1/graph-querymgr/privileges/{view_type}/export', { path, query: { ...wanted, columns } });
        }}
        paging={list.paging(data?.total ?? 0, isLoading)}
      />
      <PrivilegeUsers
        privilege={opened === '' ? null : { name: opened, source: address.get('of') }}
        onClose={() => address.set({ privilege: null, of: null, [`${USERS}.page`]: null, [`${USERS}.size`]: null })}
      />
    </>
  );
}

/**
 * Shows the count of users who did not use a privilege. The count links to a search only if nobody used the privilege: otherwise the search would also
 * return users who used it on other resources.
 */
function Unused({ unused, row }: { unused: number; row: PrivilegeRow }): ReactNode {
  const query = row.used_90 === 0 ? unusedQuery(row.query) : '';
  return <CountLink count={unused} query={query} what={`users who have not used ${row.name} in ${row.account_name}`} />;
}

function useColumns({ set }: Address): GridColumn<PrivilegeRow>[] {
  return useMemo(
    () => [
      {
        key: 'type',
        title: 'Type',
        value: (row) => privilegeParts(row.cloud_type, row.name).type,
        render: (row) => <span className={styles.wrapped}>{privilegeParts(row.cloud_type, row.name).type}</span>,
      },
      {
        key: 'name',
        title: 'Name',
        sortable: true,
        value: (row) => privilegeParts(row.cloud_type, row.name).name,
        render: (row) => (
          <button
            type="button"
            className={`cam-link ${styles.privilege}`}
            aria-label={`Show users of ${row.name} in ${row.account_name}`}
            onClick={() => set({ privilege: row.name, of: row.account_id })}
          >
            {privilegeParts(row.cloud_type, row.name).name}
          </button>
        ),
      },
      {
        key: 'users',
        title: 'unused/total',
        sortable: true,
        value: (row) => usedTotalText(row.users_unused, row.users_total),
        render: (row) => (
          <span className={styles.used}>
            {row.users_unused === null ? <NotEnoughData /> : <Unused unused={row.users_unused} row={row} />}/
            <CountLink count={row.users_total} query={row.query} what={`users with ${row.name} in ${row.account_name}`} />
          </span>
        ),
      },
      {
        key: 'history',
        title: '90/30/7',
        sortable: true,
        value: (row) => (row.used_90 === null ? NOT_ENOUGH_DATA : `${row.used_90}/${row.used_30}/${row.used_7}`),
        render: (row) =>
          row.used_90 === null ? (
            <NotEnoughData />
          ) : (
            <span className={styles.used}>
              <Count value={row.used_90} />/<Count value={row.used_30} />/<Count value={row.used_7} />
            </span>
          ),
      },
      { key: 'account', title: 'Account', value: (row) => row.account_name, sortable: true },
      {
        key: 'sensitive',
        title: 'Sensitive',
        value: (row) => (row.sensitive ? 'Yes' : ''),
        render: (row) => (row.sensitive ? <span className={styles.sensitive}>Yes</span> : ''),
      },
    ],
    [set],
  );
}
