import type { ReactNode } from 'react';
import type { Monitor } from '@cam/contracts';
import { Dropdown, formatCount, RowButton, SeverityTag, timeColumn, type GridColumn } from '@cam/ui';
import { alertingState } from './alerting-fields';
import styles from './guardrail-columns.module.css';

/** Actions of a guardrail row. */
export interface RowActions {
  /** The user has the right to change guardrails. Without it, the menu only shows the details. */
  mayWrite: boolean;
  view: (guardrail: Monitor) => void;
  switchAlerting: (guardrail: Monitor, enabled: boolean) => void;
  remove: (guardrail: Monitor) => void;
}

/** Key of the only column before the selection boxes. */
export const COLUMN_BEFORE_SELECTOR = 'severity';

/** Returns the columns of the guardrail list, which fit a window of 1440 px. The name of a built-in guardrail is not a link. */
export function guardrailColumns(actions: RowActions): GridColumn<Monitor>[] {
  return [
    {
      key: COLUMN_BEFORE_SELECTOR,
      title: 'Severity',
      width: 100,
      value: ({ severity }) => severity,
      render: ({ severity }) => <SeverityTag severity={severity} />,
    },
    {
      key: 'name',
      title: 'Name',
      width: 258,
      value: ({ name }) => name,
      render: (guardrail) => (
        <>
          {guardrail.auto_create ? guardrail.name : <NameButton guardrail={guardrail} onClick={actions.view} />}
          <span className={styles.note}>{alertingState(guardrail)}</span>
          {guardrail.evaluation_note !== null && <span className={styles.warning}>{guardrail.evaluation_note}</span>}
        </>
      ),
    },
    timeColumn({ key: 'last_alert_date', title: 'Last Alert', width: 162, at: ({ last_alert_date }) => last_alert_date }),
    timeColumn({ key: 'create_date', title: 'Created On', width: 162, at: ({ create_date }) => create_date }),
    {
      key: 'failed_count',
      title: 'Alerts',
      width: 80,
      value: ({ failed_count }) => failed_count,
      render: ({ failed_count }) => formatCount(failed_count),
    },
    { key: 'user_id', title: 'Created By', width: 112, value: ({ user_id }) => user_id },
    {
      key: 'query',
      title: 'Query',
      width: 154,
      value: ({ query }) => query,
      render: ({ query }) => (
        <code className={styles.query} title={query}>
          {query}
        </code>
      ),
    },
    {
      key: 'actions',
      title: '',
      width: 56,
      sortable: false,
      sticky: true,
      value: () => null,
      render: (guardrail) => <RowMenu guardrail={guardrail} actions={actions} />,
    },
  ];
}

function NameButton({ guardrail, onClick }: { guardrail: Monitor; onClick: (guardrail: Monitor) => void }): ReactNode {
  return (
    <button type="button" className={styles.name} onClick={() => onClick(guardrail)}>
      {guardrail.name}
    </button>
  );
}

function RowMenu({ guardrail, actions }: { guardrail: Monitor; actions: RowActions }): ReactNode {
  const { mayWrite, view, switchAlerting, remove } = actions;
  const { alerts_enabled: alerting, auto_create: builtIn } = guardrail;
  const items = [
    { key: 'view', label: 'View Details', onClick: () => view(guardrail) },
    ...(mayWrite
      ? [{ key: 'alerting', label: alerting ? 'Disable Alerting' : 'Enable Alerting', onClick: () => switchAlerting(guardrail, !alerting) }]
      : []),
    ...(mayWrite && !builtIn ? [{ key: 'delete', label: 'Delete Guardrail', danger: true, onClick: () => remove(guardrail) }] : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <RowButton look="plain" aria-label={`Actions for ${guardrail.name}`}>
        ⋯
      </RowButton>
    </Dropdown>
  );
}
