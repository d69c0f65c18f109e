import type { ReactNode } from 'react';
import type { AlertInfo, Api } from '@cam/contracts';
import { sortable, useSession, type ListAddress } from '@cam/platform';
import { DataGrid, Select, useMedia, type RowSelection } from '@cam/ui';
import { BULK_ACTIONS, isClosed, type Act } from './alert-actions';
import { ALERT_COLUMNS, alertColumns, cardColumn } from './alert-columns';
import { FilterFields } from './AlertFilters';
import styles from './alerts.module.css';
import { ALERT_SORTS, fetchAllAlerts } from './api';
import { confirmDelete } from './confirm-delete';
import { NARROW, type AlertsView } from './view';

const columnsOf = (onOpen: (alert: AlertInfo) => void) => sortable(ALERT_SORTS, alertColumns(onOpen));

interface Props {
  view: AlertsView;
  list: ListAddress;
  answer: Api['GET /v1/intents/alerts']['answer'] | undefined;
  problem: { message: string; supportCode?: string; retry: () => void } | null;
  isLoading: boolean;
  selection: RowSelection;
  onShow: (change: Record<string, string | null>) => void;
  onOpen: (alert: AlertInfo) => void;
  onAct: (act: Act, alerts: readonly AlertInfo[]) => void;
  onExclude: (alerts: readonly AlertInfo[]) => void;
  onDeleted: () => Promise<void>;
}

/** Lists alerts as a table or, in a narrow window, as cards. */
export function AlertList({ view, list, answer, problem, isLoading, selection, onShow, onOpen, onAct, onExclude, onDeleted }: Props): ReactNode {
  const { can, user } = useSession();
  const isNarrow = useMedia(NARROW);
  const paging = list.paging(answer?.found_count ?? 0, isLoading);
  const sort = paging.sort?.by ?? null;
  const excluded = answer?.totals.excluded_count ?? 0;
  const isFiltered =
    view.severity !== null ||
    view.time !== 'all' ||
    view.search !== '' ||
    view.show !== 'ALERT_NOT_DISMISSED' ||
    view.work !== 'any' ||
    view.group ||
    view.monitorId ||
    view.objectUri;
  const remove = async (chosen: readonly AlertInfo[]): Promise<void> => {
    await confirmDelete(chosen.filter(isClosed));
    await onDeleted();
  };
  const actions = BULK_ACTIONS.filter(({ act }) =>
    act === 'keep' ? view.show !== 'ALERT_NOT_DISMISSED' : act === 'assign' || view.show !== 'ALERT_DISMISSED',
  );
  return (
    <DataGrid<AlertInfo>
      key={`${view.show} ${isNarrow}`}
      keepsWidths={!isNarrow}
      title="Alerts"
      name={isNarrow ? 'Alerts as cards' : 'Alerts'}
      rows={answer?.alert_info_list}
      rowKey={({ alert_id }) => alert_id}
      columns={isNarrow ? [cardColumn(onOpen)] : columnsOf(onOpen)}
      error={problem}
      empty={
        isFiltered
          ? { title: 'No matching alerts', text: 'Clear the filters, or choose a longer time.' }
          : {
              title: 'No alerts',
              text: 'Guardrails and log analysis have no open findings. Both run again after each snapshot of a source.',
            }
      }
      actions={
        can('ALERTS')
          ? [
              ...actions.map(({ act, label, appliesTo }) => ({ label, run: (chosen: readonly AlertInfo[]) => onAct(act, chosen.filter(appliesTo)) })),
              ...(view.show === 'ALERT_NOT_DISMISSED' ? [{ label: 'Exclude', run: onExclude }] : []),
              ...(view.show === 'ALERT_ALL' ? [{ label: 'Delete closed alerts', run: (chosen: readonly AlertInfo[]) => void remove(chosen) }] : []),
            ]
          : []
      }
      selection={selection}
      onRowClick={onOpen}
      paging={paging}
      exportRows={() => fetchAllAlerts(view, user.email, list.sort)}
      exportClosing={view.show === 'ALERT_NOT_DISMISSED' && excluded > 0 ? `${excluded} excluded` : undefined}
      toolbar={
        <>
          <FilterFields view={view} onShow={onShow} />
          {isNarrow && (
            <Select
              aria-label="Order"
              className={styles.select}
              value={sort === null ? '' : sort.column}
              options={[
                { value: '', label: 'Most important first' },
                ...ALERT_COLUMNS.map(({ key, title }) => ({ value: key, label: `By ${title.toLowerCase()}` })),
              ]}
              onChange={(column) => paging.sort?.onSort(column === '' ? null : { column, descending: column === 'alert_time' })}
            />
          )}
        </>
      }
    />
  );
}
