import { useMemo, type ReactNode } from 'react';
import type { Exclusion, ExclusionKind, ExclusionState } from '@cam/contracts';
import { useAddress, useApi } from '@cam/platform';
import { DataGrid, formatCount, PageHeader, Select, StatusTag, type GridColumn } from '@cam/ui';
import { distanceOf } from '../triage/days';
import { ExclusionDrawer } from './ExclusionDrawer';
import styles from './exclusions.module.css';
import { CATEGORIES, KINDS, labelOf, scopeText, STATES } from './words';

const ALL = '';

/** Lists the exclusions of the tenant, those that end first at the top. The URL holds the view. */
export default function ExclusionsPage(): ReactNode {
  const address = useAddress();
  const state = STATES.find(({ value }) => value === address.get('state'))?.value ?? null;
  const kind = KINDS.find(({ value }) => value === address.get('kind'))?.value ?? null;
  const { data, error, mutate } = useApi('GET /v1/exclusions', {});
  const all = data?.exclusions;
  const rows = useMemo(
    () => all?.filter((one) => (kind === null || one.kind === kind) && (state === null ? one.state !== 'ENDED' : one.state === state)),
    [all, kind, state],
  );
  const opened = all?.find(({ exclusion_id: id }) => id === address.get('exclusion'));
  const hidden = all?.reduce((sum, { hides }) => sum + hides, 0);
  return (
    <>
      <PageHeader title="Exclusions" text={hidden === undefined ? undefined : `${formatCount(hidden)} findings excluded`} />
      <DataGrid<Exclusion>
        fits
        title="Exclusions"
        rows={rows}
        rowKey={({ exclusion_id: id }) => id}
        columns={COLUMNS}
        address={address}
        onRowClick={({ exclusion_id: id }) => address.set({ exclusion: id })}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{
          title: 'No exclusions',
          text: 'An exclusion hides findings for a reason and for a time. Choose Exclude on an alert, a failed object or unused access.',
        }}
        toolbar={
          <>
            <Select<ExclusionKind | ''>
              aria-label="Findings"
              className={styles.select}
              value={kind ?? ALL}
              options={[{ value: ALL, label: 'All findings' }, ...KINDS]}
              onChange={(value) => address.set({ kind: value === ALL ? null : value, page: null })}
            />
            <Select<ExclusionState | ''>
              aria-label="State"
              className={styles.select}
              value={state ?? ALL}
              options={[{ value: ALL, label: 'Not ended' }, ...STATES.map(({ value, label }) => ({ value, label }))]}
              onChange={(value) => address.set({ state: value === ALL ? null : value, page: null })}
            />
          </>
        }
      />
      {opened && (
        <ExclusionDrawer
          key={`${opened.exclusion_id} ${opened.version}`}
          exclusion={opened}
          onClose={() => address.set({ exclusion: null })}
          onChanged={() => void mutate()}
        />
      )}
    </>
  );
}

const COLUMNS: GridColumn<Exclusion>[] = [
  {
    key: 'scope',
    title: 'Excluded',
    width: 340,
    value: (row) => `${scopeText(row)} ${row.notice}`,
    render: (row) => (
      <span className={styles.scope}>
        <strong>{scopeText(row)}</strong>
        {row.notice !== '' && <small>{row.notice}</small>}
      </span>
    ),
  },
  { key: 'kind', title: 'Findings', value: ({ kind }) => labelOf(KINDS, kind) },
  { key: 'hides', title: 'Hides', value: ({ hides }) => hides },
  {
    key: 'end',
    title: 'Ends',
    value: ({ ends_on: end }) => end ?? 'No end',
    render: ({ ends_on: end, state }) => (end === null ? 'No end' : state === 'ACTIVE' ? `${distanceOf(end)} (${end})` : end),
  },
  {
    key: 'state',
    title: 'State',
    value: ({ state }) => labelOf(STATES, state),
    render: ({ state }) => <StatusTag tone={STATES.find(({ value }) => value === state)?.tone ?? 'neutral'}>{labelOf(STATES, state)}</StatusTag>,
  },
  { key: 'owner', title: 'Owner', value: ({ owner }) => owner },
  { key: 'category', title: 'Category', value: ({ category }) => labelOf(CATEGORIES, category) },
  { key: 'reason', title: 'Reason', value: ({ reason }) => reason },
  { key: 'approver', title: 'Approved By', value: ({ approved_by: by }) => by ?? '' },
];
