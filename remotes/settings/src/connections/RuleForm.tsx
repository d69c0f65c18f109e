import { useState, type ReactNode } from 'react';
import { MOST_TICKETS_A_DAY, type Connection, type Severity, type Ticket, type TicketRule } from '@cam/contracts';
import { callApi, useApi, useSession } from '@cam/platform';
import { Checkbox, Form, formatCount, Input, Radio, Select, SubmitDialog, TipField } from '@cam/ui';
import { SEVERITY_ORDER } from './severities';
import { tiersOf } from './rule-words';

interface Props {
  /** The rule to change; null adds one. */
  rule: TicketRule | null;
  /** The connections that have tickets, at least one. */
  systems: readonly Connection[];
  onClose: () => void;
  onSaved: () => void;
}

const RISKS = [0, 25, 50, 75, 90];
const TIERS = [0, 1, 2];

/** Asks for the conditions of a rule and where it makes tickets, and shows how many it would make now. */
export function RuleForm({ rule, systems, onClose, onSaved }: Props): ReactNode {
  const { tenant } = useSession();
  const guardrails = useApi('GET /v1/intents/monitors', {}, { filtered: false });
  const [name, setName] = useState(rule?.name ?? '');
  const [connectionId, setConnectionId] = useState(rule?.connection_id ?? systems[0]?.connection_id ?? '');
  const [about, setAbout] = useState<Ticket['about']['kind']>(rule?.about ?? 'GROUP');
  const [risk, setRisk] = useState(rule ? rule.risk_above : 75);
  const [tier, setTier] = useState(rule ? rule.max_tier : 1);
  const [severities, setSeverities] = useState<Severity[]>(rule?.severities ?? []);
  const [monitorIds, setMonitorIds] = useState(rule?.monitor_ids ?? []);
  const [accountIds, setAccountIds] = useState(rule?.account_ids ?? []);
  const conditions = {
    ...{ connection_id: connectionId, about, risk_above: risk, max_tier: tier, severities },
    ...{ monitor_ids: monitorIds, account_ids: accountIds },
  };
  const preview = useApi('POST /v1/tickets/rules/preview', { body: conditions }, { filtered: false });
  const save = async (): Promise<void> => {
    const body = { name: name.trim(), ...conditions };
    if (rule) await callApi('PATCH /v1/tickets/rules/{rule_id}', { path: { rule_id: rule.rule_id }, body }, { filtered: false });
    else await callApi('POST /v1/tickets/rules', { body }, { filtered: false });
    onSaved();
  };
  const risks = [...new Set([...RISKS, ...(risk === null ? [] : [risk])])].sort((a, b) => a - b);
  return (
    <SubmitDialog
      title={rule ? `Change ${rule.name}` : 'Add rule'}
      okText={rule ? 'Save' : 'Add'}
      isComplete={name.trim().length >= 3 && connectionId !== ''}
      width={560}
      onClose={onClose}
      onSubmit={save}
    >
      {(submit) => (
        <>
          <TipField label="Name" required>
            <Input
              maxLength={100}
              placeholder="Such as: crown jewels"
              value={name}
              onChange={({ target: { value } }) => setName(value)}
              onPressEnter={submit}
            />
          </TipField>
          <TipField label="Risk">
            <Select
              value={risk ?? -1}
              options={[{ value: -1, label: 'Any' }, ...risks.map((value) => ({ value, label: `Above ${value}` }))]}
              onChange={(value: number) => setRisk(value < 0 ? null : value)}
            />
          </TipField>
          <TipField label="Tier">
            <Select
              value={tier ?? -1}
              options={[{ value: -1, label: 'Any' }, ...TIERS.map((value) => ({ value, label: `Only ${tiersOf(value)}` }))]}
              onChange={(value: number) => setTier(value < 0 ? null : value)}
            />
          </TipField>
          <Form.Item label="Severity">
            <Checkbox.Group
              value={severities}
              options={SEVERITY_ORDER.map((value) => ({ value, label: value.toLowerCase() }))}
              onChange={setSeverities}
            />
          </Form.Item>
          <TipField label="Guardrails">
            <Select
              mode="multiple"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Any guardrail"
              value={monitorIds}
              options={guardrails.data?.monitor_info_list.map(({ monitor_id: value, name: label }) => ({ value, label })) ?? []}
              onChange={setMonitorIds}
            />
          </TipField>
          <TipField label="Accounts">
            <Select
              mode="multiple"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="Any account"
              value={accountIds}
              options={tenant.account_info.map(({ account_id: value, account_name: label }) => ({ value, label }))}
              onChange={setAccountIds}
            />
          </TipField>
          <TipField label="Connection" required>
            <Select value={connectionId} options={systems.map(({ connection_id: value, label }) => ({ value, label }))} onChange={setConnectionId} />
          </TipField>
          <Form.Item label="Tickets">
            <Radio.Group
              aria-label="Tickets"
              value={about}
              options={[
                { value: 'GROUP', label: 'One for each group by cause' },
                { value: 'ALERT', label: 'One for each alert' },
              ]}
              onChange={({ target: { value } }) => setAbout(value as Ticket['about']['kind'])}
            />
          </Form.Item>
          <p role="status">{previewWords(preview)}</p>
        </>
      )}
    </SubmitDialog>
  );
}

function previewWords({ data, error }: { data?: { tickets_count: number; alerts_count: number }; error?: { userMessage: string } }): string {
  if (error) return error.userMessage;
  if (!data) return 'Counting the tickets.';
  const { tickets_count: tickets, alerts_count: alerts } = data;
  if (alerts === 0) return 'Would make no tickets now.';
  const limit = tickets > MOST_TICKETS_A_DAY ? `, at most ${formatCount(MOST_TICKETS_A_DAY)} a day` : '';
  const subject = alerts === 1 ? '1 alert' : `${formatCount(alerts)} alerts`;
  return `Would make ${tickets === 1 ? '1 ticket' : `${formatCount(tickets)} tickets`} now, about ${subject}${limit}.`;
}
