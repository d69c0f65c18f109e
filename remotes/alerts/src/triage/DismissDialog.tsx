import { useState, type ReactNode } from 'react';
import { Form, Input, Radio, SubmitDialog, TipField } from '@cam/ui';
import { alertsInWords, dismissAlerts, usePolicy } from './api';
import { dayAfter } from './days';
import type { TriageDialogProps } from './target';

/** Shortest reason that the server accepts where the tenant requires one. */
const MIN_REASON = 3;

/** Choices for the end of a dismissal, in days; 0 means no end, -1 a day of the calendar. */
const ENDS = [
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 0, label: 'No end' },
  { value: -1, label: 'Until a day' },
];

/** Asks for the reason and the end of a dismissal. Enter dismisses. */
export function DismissDialog({ target, onClose, onChanged }: TriageDialogProps): ReactNode {
  const isRequired = usePolicy().data?.reason_required ?? false;
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(0);
  const [day, setDay] = useState(dayAfter(30));
  const missing = isRequired && reason.trim().length < MIN_REASON ? `Enter a reason of at least ${MIN_REASON} characters.` : null;
  const isValid = missing === null && (days >= 0 || day >= dayAfter(0));
  const dismiss = async (): Promise<void> => {
    try {
      await dismissAlerts(await target.ids(), { reason: reason.trim(), until: days === 0 ? null : days > 0 ? dayAfter(days) : day });
    } finally {
      void onChanged();
    }
  };
  return (
    <SubmitDialog
      title={`Dismiss ${alertsInWords(target.count)}`}
      okText="Dismiss"
      isComplete={isValid}
      width={520}
      onClose={onClose}
      onSubmit={dismiss}
    >
      {(submit) => (
        <>
          <TipField
            label="Reason"
            required={isRequired}
            error={reason === '' ? null : missing}
            hint={isRequired ? 'Your organization requires a reason.' : undefined}
          >
            <Input.TextArea
              maxLength={2000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={isRequired ? 'Reason *' : 'Reason'}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
              onPressEnter={(event) => {
                if (event.shiftKey) return;
                event.preventDefault();
                submit();
              }}
            />
          </TipField>
          <Form.Item label="Dismissed for" extra="The alert is open again after the last day.">
            <Radio.Group
              aria-label="Dismissed for"
              optionType="button"
              options={ENDS}
              value={days}
              onChange={({ target: { value } }) => setDays(Number(value))}
            />
          </Form.Item>
          {days < 0 && (
            <TipField label="Last day" required error={day >= dayAfter(0) ? null : 'Choose today or a later day.'}>
              <Input type="date" min={dayAfter(0)} value={day} onChange={({ target: { value } }) => setDay(value)} />
            </TipField>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
