import { useState, type ReactNode } from 'react';
import type { AlertInfo, Api, Severity } from '@cam/contracts';
import { useAddress, useListAddress, useSession } from '@cam/platform';
import { Button, DataGrid, formatBadge, formatCount, Icon, Modal, PageHeader, Select, TabList } from '@cam/ui';
import { MethodsDrawer } from '../methods/MethodsDrawer';
import { RaiseAlertForm } from '../raise/RaiseAlertForm';
import { ALERT_ACTIONS, isClosed, type AlertAction } from './alert-actions';
import { ALERT_COLUMNS } from './alert-columns';
import { AlertDrawer } from './AlertDrawer';
import styles from './alerts.module.css';
import { fetchAllAlerts, setStatus, useAlerts } from './api';
import { confirmDelete } from './confirm-delete';
import { STATUS_FILTERS, SEVERITY_TABS, TIME_RANGES, parseView } from './view';

type Totals = Api['GET /v1/intents/alerts']['answer']['totals'];

/** Lists the alerts of guardrails, of log analysis and of users, with their status. The URL holds the view. */
export default function AlertsPage(): ReactNode {
  const address = useAddress();
  const list = useListAddress();
  const view = parseView(address.get);
  const opened = address.get('alert');
  const { can, rights } = useSession();
  const mayReadMethods = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const [isRaising, setRaising] = useState(false);
  const { data, error, isLoading, mutate } = useAlerts(view, list);

  const show = (change: Record<string, string | null>): void => address.set({ page: null, alert: null, ...change });
  const runAction = async ({ appliesTo, status }: AlertAction, chosen: readonly AlertInfo[]): Promise<void> => {
    const possible = chosen.filter(appliesTo);
    if (possible.length > 0) await setStatus(possible, status).catch(() => undefined);
    await mutate();
  };
  const remove = async (chosen: readonly AlertInfo[]): Promise<void> => {
    await confirmDelete(chosen.filter(isClosed));
    await mutate();
  };
  const actions = ALERT_ACTIONS.filter(({ status }) => (view.show === 'ALERT_DISMISSED' ? status === 'ALERT_STATUS_OPEN' : true));
  const isFiltered =
    view.severity !== null || view.time !== 'all' || view.search !== '' || view.show !== 'ALERT_NOT_DISMISSED' || view.monitorId || view.objectUri;

  return (
    <>
      <PageHeader
        title="Alerts"
        text={data && `${formatCount(data.totals.open_count)} open`}
        actions={
          <>
            {mayReadMethods && <Button onClick={() => address.set({ methods: 'open' })}>View detection methods</Button>}
            {can('ALERTS') && (
              <Button icon={<Icon name="add" />} onClick={() => setRaising(true)}>
                Raise alert
              </Button>
            )}
          </>
        }
      />
      <TabList
        label="Severities"
        chosen={view.severity ?? 'ALL'}
        items={SEVERITY_TABS.map(({ key, label }) => ({
          key,
          label: (
            <>
              {label} {data && <span className={styles.count}>{formatBadge(tabTotal(key, data.totals))}</span>}
            </>
          ),
        }))}
        onChoose={(key) => show({ severity: key === 'ALL' ? null : key })}
      />
      {(view.monitorId ?? view.objectUri) !== null && (
        <p className={styles.filtered}>
          {view.objectUri !== null ? `Showing only alerts about ${lastUriPart(view.objectUri)}` : 'Showing only alerts of one guardrail'}
          <Button size="small" onClick={() => show({ guardrail: null, object: null })}>
            Show all alerts
          </Button>
        </p>
      )}
      <DataGrid<AlertInfo>
        key={view.show}
        fits
        title="Alerts"
        rows={data?.alert_info_list}
        rowKey={({ alert_id }) => alert_id}
        columns={ALERT_COLUMNS}
        error={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
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
                ...actions.map((action) => ({ label: action.label, run: (chosen: readonly AlertInfo[]) => void runAction(action, chosen) })),
                ...(view.show === 'ALERT_ALL' ? [{ label: 'Delete closed alerts', run: (chosen: readonly AlertInfo[]) => void remove(chosen) }] : []),
              ]
            : []
        }
        details={{
          label: ({ monitor_name, object_name }) => `Details of ${object_name}: ${monitor_name}`,
          open: ({ alert_id }) => address.set({ alert: alert_id }),
        }}
        onRowClick={({ alert_id }) => address.set({ alert: alert_id })}
        paging={list.paging(data?.found_count ?? 0, isLoading)}
        exportRows={() => fetchAllAlerts(view)}
        toolbar={
          <>
            <Select
              aria-label="View by time"
              className={styles.select}
              value={view.time}
              options={[...TIME_RANGES]}
              onChange={(time) => show({ time: time === 'all' ? null : time })}
            />
            <Select
              aria-label="Status"
              className={styles.select}
              value={view.show}
              options={[...STATUS_FILTERS]}
              onChange={(value) => show({ show: value === 'ALERT_NOT_DISMISSED' ? null : value })}
            />
          </>
        }
      />
      <Modal open={isRaising} title="Raise alert" footer={null} onCancel={() => setRaising(false)} destroyOnHidden>
        <RaiseAlertForm
          subject={null}
          onCancel={() => setRaising(false)}
          onRaised={({ alert_id }) => {
            setRaising(false);
            void mutate();
            address.set({ alert: alert_id });
          }}
        />
      </Modal>
      {address.get('methods') === 'open' && mayReadMethods && <MethodsDrawer onClose={() => address.set({ methods: null })} />}
      {opened !== '' && <AlertDrawer key={opened} alertId={opened} onClose={() => address.set({ alert: null })} onChanged={() => void mutate()} />}
    </>
  );
}

/** Returns the last part of a resource URI, which is the name of the resource. */
function lastUriPart(uri: string): string {
  return uri.split(':').at(-1) ?? uri;
}

function tabTotal(tab: Severity | 'ALL', { total_count, high_count, medium_count, low_count }: Totals): number {
  return { ALL: total_count, HIGH: high_count, MEDIUM: medium_count, LOW: low_count }[tab];
}
