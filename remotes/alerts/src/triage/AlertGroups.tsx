import type { ReactNode } from 'react';
import { GROUP_EFFECTS, groupPlace, type AlertGroup, type Api, type GroupElement, type GroupKind } from '@cam/contracts';
import { EntityLink, useSession } from '@cam/platform';
import { Alert, Button, Checkbox, Dropdown, EmptyState, formatCount, SeverityTag } from '@cam/ui';
import { BULK_ACTIONS, type Act } from '../alerts/alert-actions';
import { alertsInWords } from './api';
import type { GroupSelection } from './use-group-selection';
import { ROW_FOCUS } from './use-triage-keys';
import { TicketList } from '../tickets/TicketList';
import styles from './triage.module.css';

/** Elements with a page of their own. */
const HAS_PAGE: readonly GroupElement[] = ['TRUST', 'MEMBERSHIP', 'IDENTITY', 'RESOURCE'];

/** Actions on all alerts of a group. */
const GROUP_ACTIONS = BULK_ACTIONS.filter(({ act }) => act !== 'keep');

interface ActionProps {
  /** The groups that the actions change together. */
  groups: readonly AlertGroup[];
  onAct: (act: Act, groups: readonly AlertGroup[]) => void;
  onExclude: (groups: readonly AlertGroup[]) => void;
}

interface Props extends Pick<ActionProps, 'onAct' | 'onExclude'> {
  selection: GroupSelection;
  answer: Api['GET /v1/alerts/groups']['answer'];
  by: GroupKind;
  onOpen: (group: AlertGroup) => void;
}

/** Lists the groups of alerts, the most important first. */
export function AlertGroups({
  answer: { groups, found_count: found, alerts_count: alerts, pending_count: pending },
  by,
  selection,
  onOpen,
  onAct,
  onExclude,
}: Props): ReactNode {
  const mayWrite = useSession().can('ALERTS');
  const title = by === 'CAUSE' ? 'Causes' : 'Groups';
  return (
    <>
      {pending > 0 && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={`CAM is determining the causes of ${alertsInWords(pending)}.`}
          description="Until then, these alerts are grouped by guardrail."
        />
      )}
      <section className={styles.groups} aria-label={title}>
        <div className={styles.head}>
          <h2>
            {title} <span>{formatCount(found)}</span>
          </h2>
          {selection.groups.length === 0 ? (
            <span className={styles.element}>{alertsInWords(alerts)}</span>
          ) : (
            <SelectedGroups selection={selection} onAct={onAct} onExclude={onExclude} />
          )}
        </div>
        {groups.length === 0 && <EmptyState title="No matching alerts" text="Clear the filters, or choose a longer time." />}
        {groups.map((group) => (
          <div key={group.key} className={styles.group} data-row-key={group.key} role="group" aria-label={group.name}>
            <span className={styles.severity}>
              {mayWrite && (
                <Checkbox
                  aria-label={`Select ${group.name}`}
                  checked={selection.isSelected(group.key)}
                  onChange={() => selection.toggle(group.key)}
                />
              )}
              <SeverityTag severity={group.severity} />
            </span>
            <div>
              <button type="button" className={`cam-link ${styles.name}`} {...{ [ROW_FOCUS]: '' }} onClick={() => onOpen(group)}>
                {group.name}
              </button>
              <div className={styles.element}>{groupPlace(group)}</div>
            </div>
            <div className={styles.counts}>
              <strong>{alertsInWords(group.count)}</strong>{' '}
              <span className={styles.element} title="Sum of the risk of its alerts">
                risk {formatCount(group.risk)} · {severitiesInWords(group)}
              </span>
            </div>
            {mayWrite && <GroupActions groups={[group]} onAct={onAct} onExclude={onExclude} />}
          </div>
        ))}
        {found > groups.length && (
          <p className={styles.note}>
            These are the {formatCount(groups.length)} most important of {formatCount(found)} groups. Filter the alerts to see the others.
          </p>
        )}
      </section>
    </>
  );
}

function severitiesInWords({ high_count: high, medium_count: medium, low_count: low, identities_count: entities }: AlertGroup): string {
  const counts = [
    [high, 'high'],
    [medium, 'medium'],
    [low, 'low'],
  ] as const;
  const words = counts.filter(([count]) => count > 0).map(([count, severity]) => `${formatCount(count)} ${severity}`);
  return [...words, entities === 1 ? '1 entity' : `${formatCount(entities)} entities`].join(' · ');
}

/** Says what is selected, with the actions on all of it. */
function SelectedGroups({ selection: { groups, clear }, onAct, onExclude }: Pick<Props, 'selection' | 'onAct' | 'onExclude'>): ReactNode {
  const alerts = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <span role="status" className={styles.element}>
        {groups.length === 1 ? '1 group' : `${formatCount(groups.length)} groups`} selected · {alertsInWords(alerts)}
      </span>
      <Button size="small" onClick={clear}>
        Clear selection
      </Button>
      <GroupActions groups={groups} onAct={onAct} onExclude={onExclude} />
    </>
  );
}

function GroupActions({ groups, onAct, onExclude }: ActionProps): ReactNode {
  const items = [
    ...GROUP_ACTIONS.map(({ act, label }) => ({ key: act as string, label, onClick: () => onAct(act, groups) })),
    { key: 'exclude', label: 'Exclude', onClick: () => onExclude(groups) },
  ];
  const [first] = groups;
  return (
    <div className={styles.buttons}>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button size="small" aria-label={`Actions on all alerts of ${groups.length === 1 ? first?.name : 'the selected groups'}`}>
          Actions
        </Button>
      </Dropdown>
    </div>
  );
}

/** Shows the opened group above its alerts, with the way back to the groups. */
export function OpenedGroup({
  group,
  by,
  onBack,
  onAct,
  onExclude,
}: Pick<ActionProps, 'onAct' | 'onExclude'> & { group: AlertGroup | undefined; by: GroupKind | null; onBack: () => void }): ReactNode {
  const mayWrite = useSession().can('ALERTS');
  return (
    <section className={styles.opened} aria-label="Group">
      <Button onClick={onBack}>Back to the groups</Button>
      <div>
        <h2>
          {group && group.uri !== '' && HAS_PAGE.includes(group.element) ? (
            <EntityLink uri={group.uri} name={group.name} />
          ) : (
            (group?.name ?? 'This group has no more alerts')
          )}
        </h2>
        {group && <div className={styles.element}>{GROUP_EFFECTS[group.element] ?? groupPlace(group)}</div>}
        {group && by === 'CAUSE' && <TicketList about={{ kind: 'GROUP', key: group.key }} />}
      </div>
      {group && mayWrite && <GroupActions groups={[group]} onAct={onAct} onExclude={onExclude} />}
    </section>
  );
}
