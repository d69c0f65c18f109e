import type { ReactNode } from 'react';
import type { FailedObject } from '@cam/contracts';
import { callApi, EntityLink, notify, useAddress, useSession } from '@cam/platform';
import { DataGrid, formatDateTime, regionName, StatusTag, timeColumn, TypeIcon, typeName, type GridAction, type GridColumn } from '@cam/ui';
import { DECISIONS } from './rule-state';

const COLUMNS: GridColumn<FailedObject>[] = [
  {
    key: 'type',
    title: '',
    label: 'Type',
    value: (row) => typeName(row.object_type),
    render: (row) => <TypeIcon type={row.object_type} />,
    width: 44,
  },
  {
    key: 'name',
    title: 'Object',
    value: (row) => row.object_name,
    render: (row) => <EntityLink uri={row.object_uri} name={row.object_name} />,
  },
  { key: 'account', title: 'Source', value: (row) => row.account_name },
  { key: 'accountId', title: 'Account ID', value: (row) => row.account_id },
  { key: 'region', title: 'Region', value: (row) => regionName(row.region) },
  timeColumn({ key: 'since', title: 'Failing Since', at: (row) => row.failing_since }),
  {
    key: 'status',
    title: 'Status',
    value: (row) => DECISIONS[row.status].text,
    render: (row) => (
      <span title={row.status_changed_at ? `${row.status_changed_by}, ${formatDateTime(row.status_changed_at)}` : undefined}>
        <StatusTag tone={DECISIONS[row.status].tone}>{DECISIONS[row.status].text}</StatusTag>
      </span>
    ),
  },
];

const ACTS = {
  dismiss: { label: 'Dismiss', key: 'PATCH /v1/intents/dismissAlert' },
  keep: { label: 'Keep', key: 'PATCH /v1/intents/keepAlert' },
  remediate: { label: 'Remediate', key: 'PATCH /v1/intents/remediateAlert' },
} as const;

/** Objects that one call changes at most. */
const AT_ONCE = 1000;

interface Props {
  ruleId: string;
  objects: readonly FailedObject[];
  toolbar: ReactNode;
  onChanged: () => Promise<unknown>;
}

/** What fails a rule; dismissed, kept or remediated by whoever may. */
export function FailedObjects({ ruleId, objects, toolbar, onChanged }: Props): ReactNode {
  const address = useAddress();
  const { can } = useSession();
  const act = async (rows: readonly FailedObject[], key: (typeof ACTS)[keyof typeof ACTS]['key']): Promise<void> => {
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const items = rows.slice(from, from + AT_ONCE).map(({ object_uri }) => object_uri);
      await callApi(key, { body: { monitor_id: ruleId, items } });
    }
    if (rows.length > 0) notify.success('Success');
    await onChanged();
  };
  const actions: GridAction<FailedObject>[] = can('ALERTS')
    ? Object.values(ACTS).map(({ label, key }) => ({ label, run: (rows) => void act(rows, key).catch(() => onChanged()) }))
    : [];
  return (
    <DataGrid
      title="Failed objects"
      rows={objects}
      rowKey={(row) => row.object_uri}
      columns={COLUMNS}
      address={address}
      actions={actions}
      type={{ of: (row) => row.object_type, label: typeName }}
      toolbar={toolbar}
      empty={{ title: 'Nothing to show', text: 'Nothing fails that is not dismissed, or left out by what is chosen above.' }}
    />
  );
}
