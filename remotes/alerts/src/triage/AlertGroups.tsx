import type { ReactNode } from 'react';
import type { AlertGroup, Api, GroupElement, GroupKind } from '@cam/contracts';
import { EntityLink, useSession } from '@cam/platform';
import { Alert, Button, Dropdown, EmptyState, formatCount, SeverityTag } from '@cam/ui';
import { BULK_ACTIONS, type Act } from '../alerts/alert-actions';
import { alertsInWords } from './api';
import { ROW_FOCUS } from './use-triage-keys';
import styles from './triage.module.css';

/** Names of the elements that the alerts of a group share. */
const ELEMENTS: Readonly<Record<GroupElement, string>> = {
  STATEMENT: 'Policy statement',
  ASSIGNMENT: 'Assignment',
  POLICY: 'Policy',
  TRUST: 'Assumed identity',
  MEMBERSHIP: 'Membership',
  IDENTITY: 'Identity',
  RESOURCE: 'Resource',
  ACCOUNT: 'Account',
  GUARDRAIL: 'Guardrail',
  NONE: '',
};

/** Explains what the alerts of a group have in common, for groups by cause. */
const EFFECTS: Readonly<Partial<Record<GroupElement, string>>> = {
  STATEMENT: 'Every access path of these alerts uses this statement. Removing it ends their findings.',
  ASSIGNMENT: 'The shortest access paths of these alerts use this assignment. Check for longer paths before you remove it.',
  POLICY: 'Every access path of these alerts uses this policy. Detaching it ends their findings.',
  TRUST:
    'The shortest access paths of these alerts lead through this identity. Check for longer paths before you remove the permission to become it.',
  MEMBERSHIP: 'The shortest access paths of these alerts use this membership. Check for longer paths before you remove it.',
};

/** Elements with a page of their own. */
const HAS_PAGE: readonly GroupElement[] = ['TRUST', 'MEMBERSHIP', 'IDENTITY', 'RESOURCE'];

/** Actions on all alerts of a group. */
const GROUP_ACTIONS = BULK_ACTIONS.filter(({ act }) => act !== 'keep');

interface ActionProps {
  group: AlertGroup;
  onAct: (act: Act, group: AlertGroup) => void;
  onExclude: (group: AlertGroup) => void;
}

interface Props extends Pick<ActionProps, 'onAct' | 'onExclude'> {
  answer: Api['GET /v1/alerts/groups']['answer'];
  by: GroupKind;
  onOpen: (group: AlertGroup) => void;
}

/** Lists the groups of alerts, the most important first. */
export function AlertGroups({
  answer: { groups, found_count: found, alerts_count: alerts, pending_count: pending },
  by,
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
          <span className={styles.element}>{alertsInWords(alerts)}</span>
        </div>
        {groups.length === 0 && <EmptyState title="No matching alerts" text="Clear the filters, or choose a longer time." />}
        {groups.map((group) => (
          <div key={group.key} className={styles.group} data-row-key={group.key} role="group" aria-label={group.name}>
            <span>
              <SeverityTag severity={group.severity} />
            </span>
            <div>
              <button type="button" className={`cam-link ${styles.name}`} {...{ [ROW_FOCUS]: '' }} onClick={() => onOpen(group)}>
                {group.name}
              </button>
              <div className={styles.element}>{[ELEMENTS[group.element], group.detail].filter((text) => text !== '').join(' · ')}</div>
            </div>
            <div className={styles.counts}>
              <strong>{alertsInWords(group.count)}</strong>{' '}
              <span className={styles.element} title="Sum of the risk of its alerts">
                risk {formatCount(group.risk)} · {severitiesInWords(group)}
              </span>
            </div>
            {mayWrite && <GroupActions group={group} onAct={onAct} onExclude={onExclude} />}
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

function GroupActions({ group, onAct, onExclude }: ActionProps): ReactNode {
  const items = [
    ...GROUP_ACTIONS.map(({ act, label }) => ({ key: act as string, label, onClick: () => onAct(act, group) })),
    { key: 'exclude', label: 'Exclude', onClick: () => onExclude(group) },
  ];
  return (
    <div className={styles.buttons}>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button size="small" aria-label={`Actions on all alerts of ${group.name}`}>
          Actions
        </Button>
      </Dropdown>
    </div>
  );
}

/** Shows the opened group above its alerts, with the way back to the groups. */
export function OpenedGroup({
  group,
  onBack,
  onAct,
  onExclude,
}: Pick<ActionProps, 'onAct' | 'onExclude'> & { group: AlertGroup | undefined; onBack: () => void }): ReactNode {
  const mayWrite = useSession().can('ALERTS');
  return (
    <section className={styles.opened} aria-label="Group">
      <Button onClick={onBack}>Back to the groups</Button>
      <div>
        <h2>
          {group && HAS_PAGE.includes(group.element) ? (
            <EntityLink uri={group.uri} name={group.name} />
          ) : (
            (group?.name ?? 'This group has no more alerts')
          )}
        </h2>
        {group && (
          <div className={styles.element}>
            {EFFECTS[group.element] ?? [ELEMENTS[group.element], group.detail].filter((text) => text !== '').join(' · ')}
          </div>
        )}
      </div>
      {group && mayWrite && <GroupActions group={group} onAct={onAct} onExclude={onExclude} />}
    </section>
  );
}
