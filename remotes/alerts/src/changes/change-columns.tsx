import type { ChangeInfo, ChangeType } from '@cam/contracts';
import { EntityLink } from '@cam/platform';
import { StatusTag, timeColumn, TypeIcon, typeName, type GridColumn } from '@cam/ui';
import styles from './changes.module.css';
import { TYPE_LABELS } from './view';

const TONES: Readonly<Record<ChangeType, 'ok' | 'high' | 'medium'>> = {
  NODE_ADD: 'ok',
  NODE_DEL: 'high',
  NODE_MODIFY: 'medium',
  EDGE_ADD: 'ok',
  EDGE_DEL: 'high',
  EDGE_MODIFY: 'medium',
};

const namesOf = (made: ChangeInfo['made_by']): string => [...new Set(made.map(({ name }) => name))].join(', ');

/** Together with the button that expands a row, the columns fit a window of 1440 px. Wider windows give each of them more. */
export const CHANGE_COLUMNS: GridColumn<ChangeInfo>[] = [
  // The provider's time, where a log or the changed object tells it; otherwise the time of the first snapshot that shows the change.
  timeColumn({ key: 'change_time', title: 'Time', width: 162, at: ({ change_time, happened_at }) => happened_at ?? change_time }),
  {
    key: 'type',
    title: 'Change',
    width: 150,
    value: ({ type }) => TYPE_LABELS[type],
    render: ({ type }) => <StatusTag tone={TONES[type]}>{TYPE_LABELS[type]}</StatusTag>,
  },
  {
    key: 'name',
    title: 'Name',
    width: 200,
    value: ({ name }) => name,
    render: ({ type, uri, name, resource_type }) => (
      <span className={styles.name}>
        {/* A removed entity has no page. */}
        <TypeIcon type={resource_type} /> <span>{type === 'NODE_DEL' ? name : <EntityLink uri={uri} name={name} />}</span>
      </span>
    ),
  },
  {
    key: 'made_by',
    title: 'Changed by',
    width: 116,
    sortable: false,
    value: ({ made_by }) => namesOf(made_by),
    render: ({ made_by }) => namesOf(made_by) || <span className={styles.none}>Not logged</span>,
  },
  { key: 'resource_type', title: 'Type', width: 116, value: ({ resource_type }) => typeName(resource_type) },
  { key: 'summary', title: 'Summary', width: 210, value: ({ summary }) => summary },
  {
    key: 'account',
    title: 'Source',
    width: 120,
    value: ({ account_name, from_account_id }) => account_name || from_account_id,
  },
];
