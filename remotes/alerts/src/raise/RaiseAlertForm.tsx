import { useState, type ReactNode } from 'react';
import type { AlertInfo, Severity } from '@cam/contracts';
import { Button, Form, Input, Radio, TipField } from '@cam/ui';
import { raiseAlert } from '../alerts/api';
import { SEVERITIES } from '../severities';
import { SubjectField } from './SubjectField';
import type { Subject } from './subject';
import styles from './raise.module.css';

interface Props {
  /** Entity of the alert; null adds a field to choose it. */
  subject: Subject | null;
  onRaised: (alert: AlertInfo) => void;
  onCancel: () => void;
}

const MIN_LENGTH = 3;
const MAX_REASONS = 10;
const MAX_REASON_LENGTH = 1000;

/** Raises an alert manually, about a finding that no guardrail and no log shows. */
export function RaiseAlertForm({ subject, onRaised, onCancel }: Props): ReactNode {
  const [entity, setEntity] = useState(subject);
  const [name, setName] = useState('');
  const [severity, setSeverity] = useState<Severity>('HIGH');
  const [reasonText, setReasonText] = useState('');
  const [busy, setBusy] = useState(false);
  const reasons = reasonsOf(reasonText);
  const nameError = name.trim().length < MIN_LENGTH ? 'Enter a title of at least 3 characters.' : null;
  const reasonError = reasonsError(reasons);
  const isValid = entity !== null && !nameError && !reasonError;

  const submit = async (): Promise<void> => {
    if (!isValid || busy) return;
    setBusy(true);
    try {
      onRaised(await raiseAlert({ monitor_name: name.trim(), severity, object_uri: entity.uri, reasons }));
    } catch {
      // The platform showed the error.
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      {subject ? (
        <p className={styles.subject}>
          About <strong>{subject.name}</strong>.
        </p>
      ) : (
        <SubjectField value={entity} onChange={setEntity} />
      )}
      <TipField label="Title" required error={name === '' ? null : nameError}>
        <Input placeholder="Title *" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      </TipField>
      <Form.Item label="Severity">
        <Radio.Group
          aria-label="Severity"
          optionType="button"
          options={[...SEVERITIES]}
          value={severity}
          onChange={({ target }) => setSeverity(target.value as Severity)}
        />
      </Form.Item>
      <TipField label="Reasons" error={reasonError} hint="Enter one reason per line.">
        <Input.TextArea
          placeholder="Reasons"
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={reasonText}
          onChange={({ target }) => setReasonText(target.value)}
        />
      </TipField>
      <div className={styles.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={!isValid} loading={busy}>
          Raise alert
        </Button>
      </div>
    </Form>
  );
}

function reasonsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function reasonsError(reasons: readonly string[]): string | null {
  if (reasons.length > MAX_REASONS) return `Enter at most ${MAX_REASONS} reasons.`;
  return reasons.some(({ length }) => length > MAX_REASON_LENGTH) ? `Shorten each reason to at most ${MAX_REASON_LENGTH} characters.` : null;
}
