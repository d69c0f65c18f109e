import { useState, type ReactNode } from 'react';
import type { Exclusion, ExclusionCategory, ExclusionKind, ExclusionScope } from '@cam/contracts';
import { callApi, notify, useApi, useSession } from '@cam/platform';
import { Form, formatCount, Input, Radio, Select, SubmitDialog, TipField } from '@cam/ui';
import { dayAfter } from '../triage/days';
import styles from './exclusions.module.css';
import { CATEGORIES } from './words';

/** Shortest reason that the server accepts. */
const MIN_REASON = 10;

/** Choices for the end, in days; 0 means no end, -1 a day of the calendar. */
const ENDS = [
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 180, label: '180 days' },
  { value: -1, label: 'Until a day' },
  { value: 0, label: 'No end' },
];

interface Props {
  kind: ExclusionKind;
  /** One exclusion is added for each. */
  scopes: readonly ExclusionScope[];
  /** The exclusion to extend; absent: new ones are added. */
  extended?: Exclusion;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for the reason, the category, the owner and the end of an exclusion, and shows how much it hides. */
export function ExclusionDialog({ kind, scopes, extended, onClose, onSaved }: Props): ReactNode {
  const { user } = useSession();
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState<ExclusionCategory>(extended?.category ?? 'ACCEPTED');
  const [owner, setOwner] = useState(extended?.owner ?? user.email);
  const [ticket, setTicket] = useState(extended?.ticket ?? '');
  const [days, setDays] = useState(90);
  const [day, setDay] = useState(dayAfter(30));
  const isLong = reason.trim().length >= MIN_REASON;
  const isDayValid = days >= 0 || (day >= dayAfter(0) && day <= dayAfter(366));
  const save = async (): Promise<void> => {
    const fields = { reason: reason.trim(), category, owner: owner.trim(), ticket, ends_on: days === 0 ? null : days > 0 ? dayAfter(days) : day };
    if (extended) {
      const path = { exclusion_id: extended.exclusion_id };
      await callApi('PATCH /v1/exclusions/{exclusion_id}', { path, body: { ...fields, version: extended.version } }, { filtered: false });
    } else for (const scope of scopes) await callApi('POST /v1/exclusions', { body: { kind, scope, ...fields } }, { filtered: false });
    notify.success(days === 0 ? 'The exclusion waits for the approval of a second user.' : 'Exclusion saved.');
    onSaved();
  };
  return (
    <SubmitDialog
      title={extended ? 'Extend exclusion' : 'Exclude findings'}
      okText={extended ? 'Extend' : 'Exclude'}
      isComplete={isLong && isDayValid && owner.includes('@')}
      width={560}
      onClose={onClose}
      onSubmit={save}
    >
      {() => (
        <>
          <Hides kind={kind} scopes={scopes} />
          <TipField label="Reason" required error={reason === '' || isLong ? null : `Enter a reason of at least ${MIN_REASON} characters.`}>
            <Input.TextArea
              maxLength={2000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder="Reason *"
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </TipField>
          <div className={styles.pair}>
            <TipField label="Category">
              <Select<ExclusionCategory> value={category} options={[...CATEGORIES]} onChange={setCategory} />
            </TipField>
            <TipField label="Owner" required error={owner.includes('@') ? null : 'Enter the e-mail address of the owner.'}>
              <Input maxLength={320} value={owner} onChange={({ target: { value } }) => setOwner(value)} />
            </TipField>
          </div>
          <TipField label="Ticket">
            <Input maxLength={2000} placeholder="Key or address of a ticket" value={ticket} onChange={({ target: { value } }) => setTicket(value)} />
          </TipField>
          <Form.Item
            label="Excluded for"
            extra={
              days === 0
                ? 'It hides nothing until a second user approves it.'
                : 'After the last day, the findings are shown again. The owner gets an e-mail 14 and 3 days before.'
            }
          >
            <Radio.Group
              aria-label="Excluded for"
              optionType="button"
              options={ENDS}
              value={days}
              onChange={({ target: { value } }) => setDays(Number(value))}
            />
          </Form.Item>
          {days < 0 && (
            <TipField label="Last day" required error={isDayValid ? null : 'Choose a day from today to a year from now.'}>
              <Input type="date" min={dayAfter(0)} max={dayAfter(366)} value={day} onChange={({ target: { value } }) => setDay(value)} />
            </TipField>
          )}
        </>
      )}
    </SubmitDialog>
  );
}

/** Says how many findings the scopes hide now. The scopes of a selection do not overlap, so their sum counts each once. */
function Hides({ kind, scopes }: Pick<Props, 'kind' | 'scopes'>): ReactNode {
  return (
    <p className={styles.hides} aria-live="polite">
      {scopes.length === 1 && scopes[0] ? (
        <HidesOne kind={kind} scope={scopes[0]} />
      ) : (
        `Adds ${formatCount(scopes.length)} exclusions, one for each guardrail or rule.`
      )}
    </p>
  );
}

function HidesOne({ kind, scope }: { kind: ExclusionKind; scope: ExclusionScope }): ReactNode {
  const { data, error } = useApi('POST /v1/exclusions/preview', { body: { kind, scope } }, { filtered: false });
  if (error) return error.userMessage;
  if (!data) return 'Counting the findings';
  return `Hides ${data.hides === 1 ? '1 finding' : `${formatCount(data.hides)} findings`} now, of ${formatCount(data.of)}.`;
}
