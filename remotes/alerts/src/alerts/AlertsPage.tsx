import { useState, type ReactNode } from 'react';
import type { AlertInfo, Api, Severity } from '@cam/contracts';
import { useAddress, useListAddress, useSession } from '@cam/platform';
import { Button, DataGrid, formatBadge, formatCount, Icon, Modal, PageHeader, Select, TabList } from '@cam/ui';
import { MethodsDrawer } from '../methods/MethodsDrawer';
import { RaiseAlertForm } from '../raise/RaiseAlertForm';
import { ACTS, isClosed, type AlertAct } from './acts';
import { ALERT_COLUMNS } from './alert-columns';
import { AlertDrawer } from './AlertDrawer';
import styles from './alerts.module.css';
import { allAlerts, setStatus, useAlerts } from './api';
import { confirmDelete } from './confirm-delete';
import { SHOWS, TABS, TIMES, viewOf } from './view';

type Totals = Api['GET /v1/intents/alerts']['answer']['totals'];

/** What guardrails raised, and what of the logs is suspicious: what waits for somebody, and what was done about it. The view stands in the address. */
export default function AlertsPage(): ReactNode {
  const address = useAddress();
  const list = useListAddress();
  const view = viewOf(address.get);
  const opened = address.get('alert');
  const { can, rights } = useSession();
  const mayReadMethods = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const [isRaising, setRaising] = useState(false);
  const { data, error, isLoading, mutate } = useAlerts(view, list);

  const show = (change: Record<string, string | null>): void => address.set({ page: null, alert: null, ...change });
  const act = async ({ may, status }: AlertAct, chosen: readonly AlertInfo[]): Promise<void> => {
    const possible = chosen.filter(may);
    if (possible.length > 0) await setStatus(possible, status).catch(() => undefined);
    await mutate();
  };
  const remove = async (chosen: readonly AlertInfo[]): Promise<void> => {
    await confirmDelete(chosen.filter(isClosed));
    await mutate();
  };
  const acts = ACTS.filter(({ status }) => (view.show === 'ALERT_DISMISSED' ? status === 'ALERT_STATUS_OPEN' : true));
  const narrowed =
    view.severity !== null || view.time !== 'all' || view.search !== '' || view.show !== 'ALERT_NOT_DISMISSED' || view.monitorId || view.objectUri;

  return (
    <>
      <PageHeader
        title="Alerts"
        text={data && `${formatCount(data.totals.open_count)} open`}
        actions={
          <>
            {mayReadMethods && <Button onClick={() => address.set({ methods: 'open' })}>Suspicious Activity</Button>}
            {can('ALERTS') && (
              <Button icon={<Icon name="add" />} onClick={() => setRaising(true)}>
                Raise Alert
              </Button>
            )}
          </>
        }
      />
      <TabList
        label="Severities"
        chosen={view.severity ?? 'ALL'}
        items={TABS.map(({ key, label }) => ({
          key,
          label: (
            <>
              {label} {data && <span className={styles.count}>{formatBadge(totalOf(key, data.totals))}</span>}
            </>
          ),
        }))}
        onChoose={(key) => show({ severity: key === 'ALL' ? null : key })}
      />
      {(view.monitorId ?? view.objectUri) !== null && (
        <p className={styles.narrowed}>
          Only {view.objectUri !== null ? `what tells of ${nameIn(view.objectUri)}` : 'of one guardrail'}.
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
          narrowed
            ? { title: 'No alert here', text: 'Show all alerts, or look further back.' }
            : {
                title: 'No alerts',
                text: 'Neither guardrails nor logs show anything that waits for you. Both are looked at again after each snapshot of a source.',
              }
        }
        actions={
          can('ALERTS')
            ? [
                ...acts.map((each) => ({ label: each.label, run: (chosen: readonly AlertInfo[]) => void act(each, chosen) })),
                ...(view.show === 'ALERT_ALL' ? [{ label: 'Delete', run: (chosen: readonly AlertInfo[]) => void remove(chosen) }] : []),
              ]
            : []
        }
        details={{
          label: ({ monitor_name, object_name }) => `Details of ${object_name}: ${monitor_name}`,
          open: ({ alert_id }) => address.set({ alert: alert_id }),
        }}
        onRowClick={({ alert_id }) => address.set({ alert: alert_id })}
        paging={list.paging(data?.found_count ?? 0, isLoading)}
        exportRows={() => allAlerts(view)}
        toolbar={
          <>
            <Select
              aria-label="View by time"
              className={styles.select}
              value={view.time}
              options={[...TIMES]}
              onChange={(time) => show({ time: time === 'all' ? null : time })}
            />
            <Select
              aria-label="Show"
              className={styles.select}
              value={view.show}
              options={[...SHOWS]}
              onChange={(value) => show({ show: value === 'ALERT_NOT_DISMISSED' ? null : value })}
            />
          </>
        }
      />
      <Modal open={isRaising} title="Raise Alert" footer={null} onCancel={() => setRaising(false)} destroyOnHidden>
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

/** The last part of a resource URI names the thing. */
function nameIn(uri: string): string {
  return uri.split(':').at(-1) ?? uri;
}

function totalOf(tab: Severity | 'ALL', { total_count, high_count, medium_count, low_count }: Totals): number {
  return { ALL: total_count, HIGH: high_count, MEDIUM: medium_count, LOW: low_count }[tab];
}
