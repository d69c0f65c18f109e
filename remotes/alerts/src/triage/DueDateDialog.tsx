import { useState, type ReactNode } from 'react';
import { Form, Input, Radio, SubmitDialog, TipField } from '@cam/ui';
import { alertsInWords, changeWork } from './api';
import { dayAfter } from './days';
import type { TriageDialogProps } from './target';

/** Asks for a due date. */
export function DueDateDialog({ target, onClose, onChanged }: TriageDialogProps): ReactNode {
  const [isOwn, setOwn] = useState(true);
  const [day, setDay] = useState(dayAfter(7));
  const submit = async (): Promise<void> => {
    try {
      await changeWork(await target.ids(), { due_date: isOwn ? day : null });
    } finally {
      void onChanged();
    }
  };
  return (
    <SubmitDialog
      title={`Set the due date of ${alertsInWords(target.count)}`}
      okText="Set due date"
      isComplete={!isOwn || day !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      {() => (
        <>
          <Form.Item label="Due date from">
            <Radio.Group
              aria-label="Due date from"
              optionType="button"
              options={[
                { value: true, label: 'A day' },
                { value: false, label: 'The severity' },
              ]}
              value={isOwn}
              onChange={({ target: { value } }) => setOwn(value === true)}
            />
          </Form.Item>
          {isOwn && (
            <TipField label="Day" required>
              <Input type="date" value={day} onChange={({ target: { value } }) => setDay(value)} />
            </TipField>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
