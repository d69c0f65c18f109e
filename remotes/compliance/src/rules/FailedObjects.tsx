import { useState, type ReactNode } from 'react';
import type { FailedObject } from '@cam/contracts';
import { callApi, EntityLink, notify, Part, useAddress, useSession } from '@cam/platform';
import { DataGrid, regionName, StatusTag, timeColumn, TypeIcon, typeName, type GridAction, type GridColumn, formatZoned } from '@cam/ui';
import { OBJECT_STATUS } from './rule-state';

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
    value: (row) => OBJECT_STATUS[row.status].text,
    render: (row) => (
      <span title={row.status_changed_at ? `${row.status_changed_by}, ${formatZoned(row.status_changed_at)}` : undefined}>
        <StatusTag tone={OBJECT_STATUS[row.status].tone}>{OBJECT_STATUS[row.status].text}</StatusTag>
      </span>
    ),
  },
];

const ACTIONS = {
  dismiss: { label: 'Dismiss', key: 'PATCH /v1/intents/dismissAlert' },
  keep: { label: 'Keep', key: 'PATCH /v1/intents/keepAlert' },
  remediate: { label: 'Remediate', key: 'PATCH /v1/intents/remediateAlert' },
} as const;

/** The maximum number of objects that one call changes. */
const MAX_PER_CALL = 1000;

interface Props {
  ruleId: string;
  objects: readonly FailedObject[];
  toolbar: ReactNode;
  onChanged: () => Promise<unknown>;
}

/** Lists the objects that fail a rule. Users with write access to alerts can dismiss, keep and remediate them. */
export function FailedObjects({ ruleId, objects, toolbar, onChanged }: Props): ReactNode {
  const address = useAddress();
  const { can } = useSession();
  const [excluding, setExcluding] = useState<readonly FailedObject[]>([]);
  const act = async (rows: readonly FailedObject[], key: (typeof ACTIONS)[keyof typeof ACTIONS]['key']): Promise<void> => {
    for (let from = 0; from < rows.length; from += MAX_PER_CALL) {
      const items = rows.slice(from, from + MAX_PER_CALL).map(({ object_uri }) => object_uri);
      await callApi(key, { body: { monitor_id: ruleId, items } });
    }
    if (rows.length > 0) notify.success('Success');
    await onChanged();
  };
  const actions: GridAction<FailedObject>[] = can('ALERTS')
    ? [
        ...Object.values(ACTIONS).map(({ label, key }) => ({
          label,
          run: (rows: readonly FailedObject[]) => void act(rows, key).catch(() => onChanged()),
        })),
        { label: 'Exclude', run: setExcluding },
      ]
    : [];
  const grid = (
    <DataGrid
      title="Failed objects"
      rows={objects}
      rowKey={(row) => row.object_uri}
      columns={COLUMNS}
      address={address}
      actions={actions}
      type={{ of: (row) => row.object_type, label: typeName }}
      toolbar={toolbar}
      empty={{ title: 'No failed objects', text: 'No object fails this rule, or the filters above hide the failures.' }}
    />
  );
  return (
    <>
      {grid}
      {excluding.length > 0 && (
        <Part
          id="alerts.exclusion-dialog"
          props={{
            kind: 'RULE',
            findings: excluding.map(({ object_uri: uri }) => ({ uri, referenceId: ruleId })),
            onClose: () => setExcluding([]),
            onSaved: () => void onChanged(),
          }}
          fallback={null}
        />
      )}
    </>
  );
}
