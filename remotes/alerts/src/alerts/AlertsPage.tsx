import { useEffect, useState, type ReactNode } from 'react';
import type { AlertGroup, AlertInfo, Api, Severity } from '@cam/contracts';
import { useAddress, useListAddress, useSession } from '@cam/platform';
import { Button, ErrorState, FilterBanner, formatBadge, LoadingState, Modal, TabList, useRowSelection } from '@cam/ui';
import { ExclusionDialog } from '../exclusions/ExclusionDialog';
import { scopesOf } from '../exclusions/words';
import { MethodsDrawer } from '../methods/MethodsDrawer';
import { RaiseAlertForm } from '../raise/RaiseAlertForm';
import { AlertGroups, OpenedGroup } from '../triage/AlertGroups';
import { AlertRulesDialog } from '../triage/AlertRulesDialog';
import { targetOf, type TriageTarget } from '../triage/target';
import { useGroupSelection } from '../triage/use-group-selection';
import { useTriage } from '../triage/use-triage';
import { RowCursor, useTriageKeys } from '../triage/use-triage-keys';
import { BULK_ACTIONS, mayExclude, type Act } from './alert-actions';
import { AlertDrawer } from './AlertDrawer';
import { AlertFilters, GroupBy } from './AlertFilters';
import { AlertList } from './AlertList';
import { AlertsHeader } from './AlertsHeader';
import styles from './alerts.module.css';
import { ALERT_SORTS, fetchAllAlerts, useAlert, useAlertGroups, useAlerts } from './api';
import { SEVERITY_TABS, parseView } from './view';

type Totals = Api['GET /v1/intents/alerts']['answer']['totals'];

/** Lists the alerts of guardrails, of log analysis and of users, alone or in groups, with the work on them. The URL holds the view. */
export default function AlertsPage(): ReactNode {
  const address = useAddress();
  const list = useListAddress({ sorts: ALERT_SORTS });
  const view = parseView(address.get);
  const opened = address.get('alert');
  const isGrouped = view.groupBy !== null && view.group === null;
  const { can, rights, user } = useSession();
  const mayWrite = can('ALERTS');
  const mayReadMethods = rights.includes('CAM_GUARDRAIL_READ') || rights.includes('CAM_GUARDRAIL_WRITE');
  const [dialog, setDialog] = useState<'raise' | 'rules' | null>(null);
  const [excluding, setExcluding] = useState<readonly AlertInfo[]>([]);
  const [explained, setExplained] = useState(0);
  const [cursor] = useState(() => new RowCursor('alert-rows'));
  const { data, error, isLoading, mutate } = useAlerts(view, list);
  const groups = useAlertGroups(view);
  const one = useAlert(opened === '' ? null : opened);

  const show = (change: Record<string, string | null>): void => address.set({ page: null, alert: null, ...change });
  const reloadList = async (): Promise<void> => {
    if (opened === '') cursor.expectChange();
    await Promise.all([mutate(), view.groupBy === null ? null : groups.mutate()]);
    cursor.restoreFocus();
  };
  // The changed list renders after its request.
  useEffect(() => cursor.restoreFocus(), [cursor, data, groups.data]);
  const reload = async (): Promise<void> => {
    await Promise.all([reloadList(), opened === '' ? null : one.mutate()]);
  };
  const groupSelection = useGroupSelection(groups.data?.groups ?? []);
  const selection = useRowSelection();
  const triage = useTriage(async () => {
    groupSelection.clear();
    selection.clear();
    await reload();
  });
  const openGroup = ({ key }: Pick<AlertGroup, 'key'>): void => show({ group: key });
  const membersOf = async (chosen: readonly AlertGroup[]): Promise<AlertInfo[]> => {
    const members: AlertInfo[] = [];
    for (const { key } of chosen) members.push(...(await fetchAllAlerts({ ...view, group: key }, user.email)));
    return members;
  };
  const targetOfGroups = (act: Act, chosen: readonly AlertGroup[]): TriageTarget => ({
    count: chosen.reduce((sum, { count }) => sum + count, 0),
    ids: async () => {
      const members = await membersOf(chosen);
      return members.filter((alert) => BULK_ACTIONS.find((action) => action.act === act)?.appliesTo(alert)).map(({ alert_id: id }) => id);
    },
  });
  const actOnGroups = (act: Act, chosen: readonly AlertGroup[]): void => void triage.run(act, targetOfGroups(act, chosen));
  /** The platform shows the error of a failed request. */
  const excludeGroups = (chosen: readonly AlertGroup[]): void =>
    void membersOf(chosen).then(
      (members) => setExcluding(members.filter(mayExclude)),
      () => undefined,
    );
  const actOnKey = (act: Act, key: string): void => {
    // The selection decides before the row with the focus, unless an alert is open over it.
    if (isGrouped && opened === '') {
      const group = groups.data?.groups.find((other) => other.key === key);
      const chosen = groupSelection.groups.length > 0 ? groupSelection.groups : group ? [group] : [];
      return chosen.length > 0 ? actOnGroups(act, chosen) : undefined;
    }
    const listed = data?.alert_info_list ?? [];
    const selected = opened === '' ? listed.filter(({ alert_id: id }) => selection.keys.has(id)) : [];
    const current = listed.find(({ alert_id: id }) => id === key) ?? one.data?.alert_info_list[0];
    const alerts = (selected.length > 0 || !current ? selected : [current]).filter((alert) =>
      BULK_ACTIONS.find((action) => action.act === act)?.appliesTo(alert),
    );
    void triage.run(act, targetOf(alerts));
  };
  const explain = (key: string): void => {
    if (isGrouped && opened === '') return openGroup({ key });
    setExplained((now) => now + 1);
    address.set({ alert: key });
  };
  useTriageKeys({
    cursor,
    enabled: dialog === null && excluding.length === 0 && !triage.isAsking,
    opened: opened === '' ? null : opened,
    onOpen: (key) => address.set({ alert: key }, { replace: true }),
    onClose: () => address.set({ alert: null }),
    actions: {
      'row-explain': explain,
      ...(mayWrite ? { 'alert-assign': (key) => actOnKey('assign', key), 'alert-dismiss': (key) => actOnKey('dismiss', key) } : {}),
      ...(mayWrite && isGrouped && opened === '' ? { 'row-select': (key) => groupSelection.toggle(key) } : {}),
    },
    onBack: () => view.group !== null && show({ group: null }),
  });

  return (
    <>
      <AlertsHeader
        openCount={data?.totals.open_count}
        excludedCount={data?.totals.excluded_count ?? 0}
        onRaise={() => setDialog('raise')}
        onRules={() => setDialog('rules')}
        onMethods={() => address.set({ methods: 'open' })}
      />
      <TabList
        label="Severities"
        chosen={view.severity ?? 'ALL'}
        items={SEVERITY_TABS.map(({ key, label }) => ({
          key,
          label: (
            <>
              {label} <span className={styles.count}>{data && formatBadge(tabTotal(key, data.totals))}</span>
            </>
          ),
        }))}
        onChoose={(key) => show({ severity: key === 'ALL' ? null : key })}
      />
      <GroupBy view={view} onShow={show} />
      {(view.monitorId ?? view.objectUri) !== null && (
        <FilterBanner
          action={
            <Button size="small" onClick={() => show({ guardrail: null, object: null })}>
              Show all alerts
            </Button>
          }
        >
          {view.objectUri !== null ? `alerts about ${lastUriPart(view.objectUri)}` : 'alerts of one guardrail'}
        </FilterBanner>
      )}
      <div id={cursor.id} className={styles.list}>
        {isGrouped ? (
          <>
            <AlertFilters view={view} onShow={show} />
            {groups.error && !groups.data && (
              <ErrorState message={groups.error.userMessage} supportCode={groups.error.trackingId} onRetry={() => void groups.mutate()} />
            )}
            {!groups.data && !groups.error && <LoadingState label="Loading the groups" />}
            {groups.data && view.groupBy !== null && (
              <AlertGroups
                answer={groups.data}
                by={view.groupBy}
                selection={groupSelection}
                onOpen={openGroup}
                onAct={actOnGroups}
                onExclude={excludeGroups}
              />
            )}
          </>
        ) : (
          <>
            {view.group !== null && groups.data && (
              <OpenedGroup
                group={groups.data.groups.find(({ key }) => key === view.group)}
                by={view.groupBy}
                onBack={() => show({ group: null })}
                onAct={actOnGroups}
                onExclude={excludeGroups}
              />
            )}
            <AlertList
              view={view}
              list={list}
              answer={data}
              problem={error && !data ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
              isLoading={isLoading}
              selection={selection}
              onShow={show}
              onOpen={({ alert_id: id }) => address.set({ alert: id })}
              onAct={(act, alerts) => void triage.run(act, targetOf(alerts))}
              onExclude={setExcluding}
              onDeleted={reloadList}
            />
          </>
        )}
      </div>
      <Modal open={dialog === 'raise'} title="Raise alert" footer={null} onCancel={() => setDialog(null)} destroyOnHidden>
        <RaiseAlertForm
          subject={null}
          onCancel={() => setDialog(null)}
          onRaised={({ alert_id }: AlertInfo) => {
            setDialog(null);
            void mutate();
            address.set({ alert: alert_id });
          }}
        />
      </Modal>
      {dialog === 'rules' && <AlertRulesDialog onClose={() => setDialog(null)} />}
      {triage.dialog}
      {excluding.length > 0 && (
        <ExclusionDialog
          kind="ALERT"
          scopes={scopesOf(excluding.map(({ object_uri: uri, monitor_id: referenceId }) => ({ uri, referenceId })))}
          onClose={() => setExcluding([])}
          onSaved={() => void reload()}
        />
      )}
      {address.get('methods') === 'open' && mayReadMethods && <MethodsDrawer onClose={() => address.set({ methods: null })} />}
      {opened !== '' && (
        <AlertDrawer
          key={opened}
          alertId={opened}
          explained={explained}
          onClose={() => address.set({ alert: null })}
          onAct={(act, alert) => void triage.run(act, targetOf([alert]))}
          onExclude={(alert) => setExcluding([alert])}
          onChanged={reload}
          onDeleted={() => void reloadList()}
        />
      )}
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
