import { useMemo, useState, type ReactNode } from 'react';
import type { TierRule } from '@cam/contracts';
import { callApi, confirm, notify, useAddress, useApi, useSession } from '@cam/platform';
import { Button, DataGrid, Icon, Switch, type GridColumn } from '@cam/ui';
import { CountLink } from '../explorer/ShowAsQuery';
import { TierTag } from '../explorer/TierTag';
import { RuleDrawer } from './RuleDrawer';
import { selectionText } from './sentences';
import styles from './crown-jewels.module.css';

interface Props {
  /** Names of the tiers. */
  names: readonly string[];
  onChanged: () => void;
}

/** Lists the tier rules. Built-in rules can only be switched on and off. */
export function TierRules({ names, onChanged }: Props): ReactNode {
  const { can } = useSession();
  const address = useAddress();
  const uri = address.get('uri');
  const mayWrite = can('GENERAL');
  const [opened, setOpened] = useState<TierRule | 'new' | null>(uri !== '' && mayWrite ? 'new' : null);
  const { data, error, mutate } = useApi('GET /v1/tiers/rules', {}, { filtered: false });
  const columns = useMemo((): GridColumn<TierRule>[] => {
    const reload = (): void => {
      void mutate();
      onChanged();
    };
    return [
      {
        key: 'tier',
        title: 'Tier',
        width: 90,
        value: ({ tier }) => tier,
        render: ({ tier }) => tier !== null && <TierTag tier={tier} name={names[tier]} />,
      },
      {
        key: 'name',
        title: 'Rule',
        value: ({ name, reason, notice }) => `${name} ${reason} ${notice}`,
        render: ({ name, reason, notice }) => (
          <span className={styles.rule}>
            <strong>{name}</strong>
            <small>{reason}</small>
            {notice !== '' && <small className={styles.problem}>{notice}</small>}
          </span>
        ),
      },
      { key: 'labels', title: 'Labels', value: ({ labels }) => labels.join(', ') },
      {
        key: 'selection',
        title: 'Selects',
        value: selectionText,
        render: (rule) => (rule.query === '' ? selectionText(rule) : <code className={styles.selection}>{rule.query}</code>),
      },
      {
        key: 'members',
        title: 'Members',
        value: ({ members }) => members,
        render: ({ name, members, query }) => <CountLink count={members} query={query} what={`entities that the rule ${name} selects`} />,
      },
      { key: 'proposed', title: 'Proposed', value: ({ proposed }) => proposed },
      { key: 'owner', title: 'Changed By', value: ({ owner, kind }) => (kind === 'BUILT_IN' && owner === '' ? 'Built in' : owner) },
      {
        key: 'actions',
        title: '',
        label: 'Actions',
        width: 150,
        sortable: false,
        sticky: true,
        value: () => null,
        render: (rule) => (mayWrite ? <RuleActions rule={rule} onEdit={() => setOpened(rule)} onChanged={reload} /> : rule.enabled ? 'On' : 'Off'),
      },
    ];
  }, [names, mayWrite, mutate, onChanged]);
  const close = (): void => {
    setOpened(null);
    if (uri !== '') address.set({ uri: null }, { replace: true });
  };
  return (
    <>
      <DataGrid<TierRule>
        fits
        title="Tier rules"
        rows={data?.rules}
        rowKey={({ rule_id: id }) => id}
        columns={columns}
        address={address}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No rules', text: 'A rule assigns entities to a tier.' }}
        toolbar={
          mayWrite && (
            <Button type="primary" icon={<Icon name="add" />} onClick={() => setOpened('new')}>
              Add rule
            </Button>
          )
        }
      />
      {opened !== null && (
        <RuleDrawer
          key={opened === 'new' ? opened : opened.rule_id}
          rule={opened === 'new' ? null : opened}
          uri={uri}
          names={names}
          onClose={close}
          onSaved={() => {
            close();
            void mutate();
            onChanged();
          }}
        />
      )}
    </>
  );
}

function RuleActions({ rule, onEdit, onChanged }: { rule: TierRule; onEdit: () => void; onChanged: () => void }): ReactNode {
  const { rule_id, name, enabled, kind } = rule;
  const [busy, setBusy] = useState(false);
  /** Reloads the list even after a failed request, which has shown its error: another user may have changed the rule. */
  const run = async (work: Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    await work.then(
      () => notify.success(done),
      () => undefined,
    );
    setBusy(false);
    onChanged();
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ message: `Delete the rule "${name}"? Its members leave the tier.`, okText: 'Delete' }))) return;
    await run(callApi('DELETE /v1/tiers/rules/{rule_id}', { path: { rule_id } }, { filtered: false }), `Deleted the rule "${name}"`);
  };
  const toggle = (value: boolean): Promise<void> => {
    const call = callApi('PATCH /v1/tiers/rules/{rule_id}', { path: { rule_id }, body: { enabled: value } }, { filtered: false });
    return run(call, `Switched the rule "${name}" ${value ? 'on' : 'off'}`);
  };
  return (
    <span className={styles.actions}>
      <Switch size="small" checked={enabled} loading={busy} onChange={(value) => void toggle(value)} aria-label={`Rule ${name} is on`} />
      {kind !== 'BUILT_IN' && (
        <>
          <Button type="text" aria-label={`Edit ${name}`} icon={<Icon name="edit" />} onClick={onEdit} />
          <Button type="text" danger aria-label={`Delete ${name}`} icon={<Icon name="delete" />} onClick={() => void remove()} />
        </>
      )}
    </span>
  );
}
