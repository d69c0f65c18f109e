import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CloudType, PersonRow } from '@cam/contracts';
import { callApi, MAX_PAGE_SIZE, useApi, useFilterReset, useAddress, LIST_RESET, useListAddress, useListViews } from '@cam/platform';
import { CloudLogo, cloudName, DataGrid, PageHeader, type GridColumn } from '@cam/ui';
import { CountingNotice, pollWhileCounting } from '../explorer/CountingNotice';
import { personAddress } from './person-address';
import { PersonStatus, STATUS_TEXTS } from './PersonStatus';
import styles from './people.module.css';

/** Lists the people behind the accounts of all sources. */
export function PeoplePage(): ReactNode {
  const address = useAddress();
  useFilterReset(() => address.set(LIST_RESET, { replace: true }));
  const list = useListAddress();
  const views = useListViews('/identities/person');
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/graph-querymgr/people',
    { query: { ...(list.search ? { search: list.search } : {}), page_number: list.page, page_size: list.pageSize } },
    { refreshInterval: pollWhileCounting, keepPreviousData: true },
  );
  const columns = useMemo(
    (): GridColumn<PersonRow>[] => [
      { key: 'name', title: 'Name', value: (row) => row.name, render: (row) => <Link to={personAddress(row.person_id)}>{row.name}</Link> },
      { key: 'email', title: 'E-mail', value: (row) => row.email },
      { key: 'status', title: 'Status', value: (row) => STATUS_TEXTS[row.status].label, render: (row) => <PersonStatus status={row.status} /> },
      { key: 'accounts', title: 'Accounts', value: (row) => row.accounts_count },
      {
        key: 'clouds',
        title: 'Sources',
        value: (row) => row.clouds.map((cloud) => cloudName(cloud as CloudType)).join(', '),
        render: (row) => (
          <span className={styles.clouds}>
            {row.clouds.map((cloud) => (
              <CloudLogo key={cloud} cloud={cloud as CloudType} />
            ))}
          </span>
        ),
      },
    ],
    [],
  );
  return (
    <>
      <PageHeader
        title="People"
        text="Each person with all accounts in clouds and directories, linked by e-mail address, federation and tags"
        actions={<Link to="/identities">All identities</Link>}
      />
      {data && <CountingNotice answer={data} />}
      <DataGrid<PersonRow>
        fits
        title="People"
        views={views}
        rows={data?.rows}
        rowKey={(row) => row.person_id}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No people', text: 'Connect a directory, or tag the users of a cloud with their e-mail address.' }}
        exportRows={() => fetchAll(list.search)}
        paging={list.paging(data?.total ?? 0, isLoading)}
      />
    </>
  );
}

/** Loads all pages, for the export. */
async function fetchAll(search: string): Promise<PersonRow[]> {
  const people: PersonRow[] = [];
  for (let page_number = 0; ; page_number++) {
    const query = { ...(search ? { search } : {}), page_number, page_size: MAX_PAGE_SIZE };
    const { rows, total } = await callApi('GET /v1/graph-querymgr/people', { query });
    people.push(...rows);
    if (rows.length === 0 || people.length >= total) return people;
  }
}
