import { useMemo, type ReactNode } from 'react';
import type { ShadowControl } from '@cam/contracts';
import { EntityLink, sortable, useApi, useListAddress } from '@cam/platform';
import { DataGrid, type GridColumn } from '@cam/ui';
import { ShowAsQuery } from '../explorer/ShowAsQuery';
import { TierTag } from '../explorer/TierTag';
import { entityColumns } from './member-columns';
import { controlSentence } from './sentences';
import styles from './crown-jewels.module.css';

/** Lists the identities that control tier 0 without being in it: they are in fact tier 0. */
export function ShadowControlList({ names }: { names: readonly string[] }): ReactNode {
  const list = useListAddress({ sorts: {} });
  const { data, error, isLoading, mutate } = useApi(
    'GET /v1/tiers/shadow',
    { query: { ...(list.search ? { search: list.search } : {}), page_number: list.page, page_size: list.pageSize } },
    { filtered: false, keepPreviousData: true },
  );
  const columns = useMemo(
    () =>
      sortable({}, [
        ...entityColumns<ShadowControl>(() => true),
        { key: 'tier', title: 'Tier', value: (row) => row.tier, render: (row) => <TierTag tier={row.tier} name={names[row.tier]} />, width: 90 },
        {
          key: 'control',
          title: 'Control',
          value: (row) => `${controlSentence(row)} ${row.over.name}`,
          render: (row) => (
            <>
              {controlSentence(row)} <EntityLink uri={row.over.uri} name={row.over.name} />
            </>
          ),
        },
        { key: 'steps', title: 'Steps', value: (row) => row.steps, width: 80 },
        {
          key: 'query',
          title: '',
          label: 'Query',
          value: () => '',
          render: (row) => <ShowAsQuery query={row.query} what={`access of ${row.name} to ${row.over.name}`} />,
          sticky: true,
          width: 150,
        },
      ] satisfies GridColumn<ShadowControl>[]),
    [names],
  );
  return (
    <>
      <p className={styles.explanation}>
        These identities administer a member of tier 0, can become one, or control somebody who does. They are in fact tier 0: remove their access, or
        add them to tier 0 by a rule.
      </p>
      <DataGrid<ShadowControl>
        fits
        title="Shadow tier 0"
        rows={data?.rows}
        rowKey={(row) => `${row.uri} ${row.account_id}`}
        columns={columns}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No shadow control', text: 'Only members of tier 0 control tier 0.' }}
        toolbar={<ShowAsQuery query={data?.query ?? ''} what="administration of tier 0 from other tiers" />}
        paging={list.paging(data?.total ?? 0, isLoading)}
      />
    </>
  );
}
