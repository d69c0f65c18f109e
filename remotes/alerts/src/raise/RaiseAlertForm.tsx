import { useState, type ReactNode } from 'react';
import type { AlertInfo, Severity } from '@cam/contracts';
import { Button, Form, Input, Radio, TipField } from '@cam/ui';
import { raiseAlert } from '../alerts/api';
import { SEVERITIES } from '../severities';
import { SubjectField } from './SubjectField';
import type { Subject } from './subject';
import styles from './raise.module.css';

interface Props {
  /** Whom or what it is about; null: whoever raises it chooses. */
  subject: Subject | null;
  onRaised: (alert: AlertInfo) => void;
  onCancel: () => void;
}

const MIN_LENGTH = 3;
const MOST_REASONS = 10;
const MOST_LETTERS = 1000;

/** Raises an alert about something that no guardrail and no log tells of. */
export function RaiseAlertForm({ subject, onRaised, onCancel }: Props): ReactNode {
  const [about, setAbout] = useState(subject);
  const [name, setName] = useState('');
  const [severity, setSeverity] = useState<Severity>('HIGH');
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const reasons = reasonsOf(why);
  const nameError = name.trim().length < MIN_LENGTH ? 'Say in at least three characters what is wrong.' : null;
  const whyError = reasonsError(reasons);
  const isValid = about !== null && !nameError && !whyError;

  const submit = async (): Promise<void> => {
    if (!isValid || busy) return;
    setBusy(true);
    try {
      onRaised(await raiseAlert({ monitor_name: name.trim(), severity, object_uri: about.uri, reasons }));
    } catch {
      // The platform has told the person.
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" onFinish={() => void submit()}>
      {subject ? (
        <p className={styles.about}>
          About <strong>{subject.name}</strong>.
        </p>
      ) : (
        <SubjectField value={about} onChange={setAbout} />
      )}
      <TipField label="What is wrong" required error={name === '' ? null : nameError}>
        <Input placeholder="What is wrong *" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
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
      <TipField label="Why" error={whyError} hint="Each line is a reason of its own.">
        <Input.TextArea placeholder="Why" autoSize={{ minRows: 2, maxRows: 8 }} value={why} onChange={({ target }) => setWhy(target.value)} />
      </TipField>
      <div className={styles.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={!isValid} loading={busy}>
          Raise Alert
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
  if (reasons.length > MOST_REASONS) return `There may be ${MOST_REASONS} reasons at most.`;
  return reasons.some(({ length }) => length > MOST_LETTERS) ? `A reason may have ${MOST_LETTERS} characters at most.` : null;
}
