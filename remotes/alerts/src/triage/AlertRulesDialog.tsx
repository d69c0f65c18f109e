import { useState, type ReactNode } from 'react';
import type { AlertPolicy } from '@cam/contracts';
import { useSession } from '@cam/platform';
import { ErrorState, Form, Input, LoadingState, Modal, Switch, TipField } from '@cam/ui';
import { SEVERITIES } from '../severities';
import { savePolicy, usePolicy } from './api';
import styles from './triage.module.css';

const MOST_DAYS = 3650;

/** Shows the tenant's rules for the work on alerts, and changes them. */
export function AlertRulesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data, error, mutate } = usePolicy();
  const save = async (policy: AlertPolicy): Promise<void> => {
    await mutate(await savePolicy(policy), { revalidate: false });
    onClose();
  };
  if (data) return <RulesForm policy={data} onSave={save} onClose={onClose} />;
  return (
    <Modal open title="Alert rules" footer={null} onCancel={onClose} width={480}>
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : (
        <LoadingState label="Loading the alert rules" />
      )}
    </Modal>
  );
}

function RulesForm({
  policy,
  onSave,
  onClose,
}: {
  policy: AlertPolicy;
  onSave: (policy: AlertPolicy) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const mayWrite = useSession().can('GUARDRAIL');
  const [isReasonRequired, setReasonRequired] = useState(policy.reason_required);
  const [days, setDays] = useState<Record<keyof AlertPolicy['due_days'], string>>({
    HIGH: String(policy.due_days.HIGH),
    MEDIUM: String(policy.due_days.MEDIUM),
    LOW: String(policy.due_days.LOW),
  });
  const [busy, setBusy] = useState(false);
  const isDays = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST_DAYS;
  const isValid = SEVERITIES.every(({ value }) => isDays(days[value]));
  const submit = async (): Promise<void> => {
    setBusy(true);
    const due_days = { HIGH: Number(days.HIGH), MEDIUM: Number(days.MEDIUM), LOW: Number(days.LOW) };
    // The platform shows an error.
    await onSave({ reason_required: isReasonRequired, due_days }).catch(() => setBusy(false));
  };
  return (
    <Modal
      open
      title="Alert rules"
      okText="Save"
      okButtonProps={{ disabled: !mayWrite || !isValid, loading: busy }}
      onOk={() => void submit()}
      onCancel={onClose}
      width={480}
    >
      <Form layout="vertical" disabled={!mayWrite}>
        <label className={styles.switch}>
          <Switch size="small" aria-label="Require a reason to dismiss alerts" checked={isReasonRequired} onChange={setReasonRequired} /> Require a
          reason to dismiss alerts
        </label>
        <div className={styles.days}>
          {SEVERITIES.map(({ value, label }) => (
            <TipField key={value} label={`${label}: due after (days)`} error={isDays(days[value]) ? null : `Enter 1 to ${MOST_DAYS} days.`}>
              <Input
                inputMode="numeric"
                value={days[value]}
                onChange={({ target: { value: text } }) => setDays((now) => ({ ...now, [value]: text.trim() }))}
              />
            </TipField>
          ))}
        </div>
      </Form>
    </Modal>
  );
}
