import { useState, type ReactNode } from 'react';
import type { AlertInfo } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { Button, Input, Select, SubmitDialog, TipField } from '@cam/ui';
import { changeWork, type WorkChange } from '../triage/api';
import { NOBODY, useAssignees } from '../triage/AssignDialog';
import { DueDate } from './alert-columns';
import styles from './alerts.module.css';

interface Props {
  alert: AlertInfo;
  onChanged: () => Promise<void>;
}

/** Shows who handles an alert, until when, and in which ticket. Users who may change alerts can change all three. */
export function AlertWork({ alert, onChanged }: Props): ReactNode {
  const mayWrite = useSession().can('ALERTS') && alert.status !== 'ALERT_STATUS_CLOSE';
  const [isLinking, setLinking] = useState(false);
  const change = async (work: WorkChange): Promise<void> => {
    // The platform showed the error, and the reload shows the actual state.
    await changeWork([alert.alert_id], work).catch(() => undefined);
    await onChanged();
  };
  if (!mayWrite) return <WorkFacts alert={alert} />;
  return (
    <section className={styles.work} aria-label="Work">
      <div className={styles.field}>
        <span>Assignee</span>
        <Assignee alert={alert} onChange={(assignee) => void change({ assignee })} />
      </div>
      <div className={styles.field}>
        <span>Due date</span>
        <Input
          type="date"
          aria-label="Due date"
          key={alert.due_date}
          defaultValue={alert.due_date}
          status={alert.is_overdue ? 'error' : ''}
          onBlur={({ target: { value } }) => value !== alert.due_date && void change({ due_date: value === '' ? null : value })}
        />
      </div>
      <div className={styles.field}>
        <span>Ticket</span>
        <span className={styles.line}>
          {alert.ticket && (
            <a href={alert.ticket.url} target="_blank" rel="noreferrer">
              {alert.ticket.key}
            </a>
          )}
          <Button size="small" onClick={() => setLinking(true)}>
            {alert.ticket ? 'Change ticket' : 'Link ticket'}
          </Button>
          {alert.ticket && (
            <Button size="small" onClick={() => void change({ ticket: null })}>
              Unlink
            </Button>
          )}
        </span>
      </div>
      {isLinking && (
        <TicketDialog
          ticket={alert.ticket}
          onClose={() => setLinking(false)}
          onLink={async (ticket) => {
            await changeWork([alert.alert_id], { ticket });
            await onChanged();
          }}
        />
      )}
    </section>
  );
}

function Assignee({ alert: { assignee }, onChange }: { alert: AlertInfo; onChange: (assignee: string | null) => void }): ReactNode {
  const choices = useAssignees();
  const isListed = assignee === null || choices.some(({ value }) => value === assignee);
  return (
    <Select<string>
      aria-label="Assignee"
      showSearch={{ optionFilterProp: 'label' }}
      value={assignee ?? NOBODY}
      options={isListed ? choices : [...choices, { value: assignee, label: assignee }]}
      onChange={(email) => onChange(email === NOBODY ? null : email)}
    />
  );
}

function WorkFacts({ alert }: { alert: AlertInfo }): ReactNode {
  return (
    <dl className={styles.facts} aria-label="Work">
      <dt>Assignee</dt>
      <dd>{alert.assignee ?? 'Nobody'}</dd>
      <dt>Due date</dt>
      <dd>
        {alert.due_date} <DueDate alert={alert} />
      </dd>
      {alert.ticket && (
        <>
          <dt>Ticket</dt>
          <dd>
            <a href={alert.ticket.url} target="_blank" rel="noreferrer">
              {alert.ticket.key}
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

interface TicketProps {
  ticket: AlertInfo['ticket'];
  onClose: () => void;
  onLink: (ticket: { key: string; url: string }) => Promise<void>;
}

function TicketDialog({ ticket, onClose, onLink }: TicketProps): ReactNode {
  const [key, setKey] = useState(ticket?.key ?? '');
  const [url, setUrl] = useState(ticket?.url ?? '');
  const urlError = /^https?:\/\/[^\s/]+/.test(url) ? null : 'Enter an address that starts with https:// or http://.';
  const isValid = key.trim() !== '' && urlError === null;
  return (
    <SubmitDialog
      title="Link ticket"
      okText="Link ticket"
      isComplete={isValid}
      onClose={onClose}
      onSubmit={() => onLink({ key: key.trim(), url: url.trim() })}
    >
      {(submit) => (
        <>
          <TipField label="Key" required>
            <Input maxLength={100} placeholder="SEC-123 *" value={key} onChange={({ target }) => setKey(target.value)} />
          </TipField>
          <TipField label="Address" required error={url === '' ? null : urlError}>
            <Input maxLength={2000} placeholder="https:// *" value={url} onChange={({ target }) => setUrl(target.value)} onPressEnter={submit} />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
