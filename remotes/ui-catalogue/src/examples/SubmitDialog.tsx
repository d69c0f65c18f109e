import { useState, type ReactNode } from 'react';
import { notify } from '@cam/platform';
import { Button, Input, SubmitDialog } from '@cam/ui';

export default function Example(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const submit = (): Promise<void> => Promise.resolve(notify.success(`Dismissed: ${reason}`));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dismiss</Button>
      {isOpen && (
        <SubmitDialog title="Dismiss the alert" okText="Dismiss" isComplete={reason !== ''} onClose={() => setOpen(false)} onSubmit={submit}>
          {(enter) => (
            <Input aria-label="Reason" placeholder="Reason" value={reason} onChange={({ target }) => setReason(target.value)} onPressEnter={enter} />
          )}
        </SubmitDialog>
      )}
    </>
  );
}
