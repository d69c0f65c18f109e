import { useMemo, useState, type ReactNode } from 'react';
import type { PrivilegeRow } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { Checkbox, DataGrid, PageHeader, type GridColumn } from '@cam/ui';
import { badge } from '../explorer/badge';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { pageNumber, useAddress } from '../explorer/use-address';
import { PrivilegeUsers } from './PrivilegeUsers';
import { privilegeParts } from './privilege-parts';
import { TabList } from '../explorer/TabList';
import styles from '../explorer/explorer.module.css';

const PAGE_SIZE = 20;
const VIEWS = [
  { view: 'USED', label: 'Used' },
  { view: 'UNUSED', label: 'Unused' },
  { view: 'ALL', label: 'All' },
] as const;

const UNKNOWN = 'not enough data';

/** What may be done in each source, how many may and how many did. */
export default function PrivilegesPage(): ReactNode {
  const address = useAddress();
  const [opened, setOpened] = useState<PrivilegeRow | null>(null);
  const { view } = VIEWS.find((one) => one.view === address.get('view')) ?? VIEWS[0];
  const page = pageNumber(address.get('page'));
  const search = address.get('search');
  const isSensitive = address.get('sensitive') === 'true';
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/privileges/{view_type}',
    {
      path: { view_type: view },
      query: { page_number: page, page_size: PAGE_SIZE, ...(search ? { search } : {}), ...(isSensitive ? { sensitive: true } : {}) },
    },
    { keepPreviousData: true, refreshInterval: pollWhileCounting },
  );
  const columns = useColumns(setOpened);
  const countOf = (wanted: string): number => data?.views.find((one) => one.view === wanted)?.count ?? 0;
  return (
    <>
      <PageHeader title="Privileges" text="Users are people, and programs with an account of their own. Used is what was used within 90 days." />
      <CountingNotice answer={data} />
      <TabList
        label="Views"
        chosen={view}
        onChoose={(next) => address.set({ view: next, page: null })}
        items={VIEWS.map(({ view: key, label }) => ({ key, label: data ? `${label} (${badge(countOf(key))})` : label }))}
      />
      <DataGrid<PrivilegeRow>
        title="Privileges"
        rows={data?.privilege_summary}
        rowKey={(row) => `${row.account_id} ${row.cloud_type} ${row.name}`}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No privileges',
          text: view === 'USED' ? 'Nothing was used within 90 days, or no log tells.' : 'Nobody has any of this kind.',
        }}
        toolbar={
          <Checkbox checked={isSensitive} onChange={({ target }) => address.set({ sensitive: target.checked ? 'true' : null, page: null })}>
            Sensitive only
          </Checkbox>
        }
        paging={{
          total: data?.total ?? 0,
          page,
          pageSize: PAGE_SIZE,
          busy: isLoading,
          onPage: (next) => address.set({ page: next === 0 ? null : String(next) }),
          search: { text: search, onSearch: (text) => address.set({ search: text, page: null }, { replace: true }) },
        }}
      />
      <PrivilegeUsers privilege={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function useColumns(open: (row: PrivilegeRow) => void): GridColumn<PrivilegeRow>[] {
  return useMemo(
    () => [
      { key: 'type', title: 'Type', value: (row) => privilegeParts(row.cloud_type, row.name).type, width: 150 },
      {
        key: 'name',
        title: 'Name',
        value: (row) => privilegeParts(row.cloud_type, row.name).name,
        render: (row) => (
          <button type="button" className="cam-link" aria-label={`Who has ${row.name} in ${row.account_name}`} onClick={() => open(row)}>
            {privilegeParts(row.cloud_type, row.name).name}
          </button>
        ),
      },
      {
        key: 'users',
        title: 'unused/total',
        value: (row) => `${row.users_unused ?? UNKNOWN}/${row.users_total}`,
        render: (row) => (
          <span className={styles.used}>
            {row.users_unused ?? <span className={styles.unknown}>{UNKNOWN}</span>}/{row.users_total}
          </span>
        ),
      },
      {
        key: 'history',
        title: '90/30/7',
        value: (row) => (row.used_90 === null ? UNKNOWN : `${row.used_90}/${row.used_30}/${row.used_7}`),
        render: (row) =>
          row.used_90 === null ? (
            <span className={styles.unknown}>{UNKNOWN}</span>
          ) : (
            <span className={styles.used}>
              {row.used_90}/{row.used_30}/{row.used_7}
            </span>
          ),
      },
      { key: 'account', title: 'Account', value: (row) => row.account_name },
      {
        key: 'sensitive',
        title: 'Sensitive',
        value: (row) => (row.sensitive ? 'Yes' : ''),
        render: (row) => (row.sensitive ? <span className={styles.sensitive}>Yes</span> : ''),
      },
    ],
    [open],
  );
}
