import { useState, type ReactNode } from 'react';
import { isChatKind, type Connection, type TicketRule } from '@cam/contracts';
import { callApi, confirm, notify, type useApi } from '@cam/platform';
import { Button, DataGrid, formatCount, type GridColumn } from '@cam/ui';
import { RuleForm } from './RuleForm';
import { conditionsOf } from './rule-words';
import styles from './connections.module.css';

interface Props {
  connections: readonly Connection[];
  /** The answer with the rules. */
  rules: Pick<ReturnType<typeof useApi<'GET /v1/tickets/rules'>>, 'data' | 'error' | 'mutate'>;
}

/** Lists the rules that make tickets by themselves, and adds, changes and deletes them. */
export function TicketRules({ connections, rules: { data, error, mutate } }: Props): ReactNode {
  const [form, setForm] = useState<{ rule: TicketRule | null } | null>(null);
  const systems = connections.filter(({ kind }) => !isChatKind(kind));
  const remove = async ({ rule_id, name }: TicketRule): Promise<void> => {
    if (!(await confirm({ message: `Delete the rule "${name}"? Its tickets stay.`, okText: 'Delete' }))) return;
    const isDeleted = await callApi('DELETE /v1/tickets/rules/{rule_id}', { path: { rule_id } }, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (isDeleted) notify.success(`Deleted ${name}.`);
    await mutate();
  };
  return (
    <div className={styles.rules}>
      <div className={styles.head}>
        <h2>Rules for tickets</h2>
        <Button disabled={systems.length === 0} onClick={() => setForm({ rule: null })}>
          Add rule
        </Button>
      </div>
      <p className={styles.detail}>
        A rule makes tickets about alerts that meet all of its conditions, after their risk is computed. The same alert or group never gets a second
        ticket in a connection.
      </p>
      <DataGrid<TicketRule>
        title="Rules for tickets"
        rows={data?.rules}
        rowKey={({ rule_id: id }) => id}
        columns={columns({ change: (rule) => setForm({ rule }), remove: (rule) => void remove(rule) })}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No rules', text: systems.length === 0 ? 'Connect a ticket system first.' : 'Add a rule to make tickets without a click.' }}
      />
      {form && <RuleForm rule={form.rule} systems={systems} onClose={() => setForm(null)} onSaved={() => void mutate()} />}
    </div>
  );
}

function columns({ change, remove }: Record<'change' | 'remove', (rule: TicketRule) => void>): GridColumn<TicketRule>[] {
  return [
    { key: 'name', title: 'Name', width: 180, value: ({ name }) => name },
    { key: 'when', title: 'When', width: 280, value: conditionsOf },
    {
      key: 'then',
      title: 'Then',
      width: 240,
      value: ({ about, connection_label: label }) => `One ticket for each ${about === 'GROUP' ? 'group' : 'alert'} in ${label}`,
    },
    { key: 'tickets', title: 'Tickets', value: ({ tickets_count: n }) => n, text: ({ tickets_count: n }) => formatCount(n) },
    {
      key: 'actions',
      title: '',
      label: 'Actions',
      value: () => null,
      sortable: false,
      sticky: true,
      width: 170,
      render: (rule) => (
        <span className={styles.buttons}>
          <Button size="small" aria-label={`Change ${rule.name}`} onClick={() => change(rule)}>
            Change
          </Button>
          <Button size="small" danger aria-label={`Delete ${rule.name}`} onClick={() => remove(rule)}>
            Delete
          </Button>
        </span>
      ),
    },
  ];
}
