import { useState, type ReactNode } from 'react';
import { MIN_KEEP_REASON, type ReviewItem } from '@cam/contracts';
import { Input, SubmitDialog, TipField } from '@cam/ui';
import { hasText } from './words';

/** Asks why access to tier 0 without known use stays. */
export function ReasonDialog({
  item,
  onClose,
  onSubmit,
}: {
  item: Pick<ReviewItem, 'identity' | 'unit'>;
  onClose: () => void;
  onSubmit: (reason: string) => Promise<void>;
}): ReactNode {
  const [reason, setReason] = useState('');
  const isLong = reason.trim().length >= MIN_KEEP_REASON;
  return (
    <SubmitDialog title="Keep unused access to tier 0" okText="Keep" isComplete={isLong} onClose={onClose} onSubmit={() => onSubmit(reason.trim())}>
      {(submit) => (
        <>
          <p>{hasText(item)}. It reaches tier 0, and no use is known.</p>
          <TipField label="Reason" required error={reason === '' || isLong ? null : `Enter a reason of at least ${MIN_KEEP_REASON} characters.`}>
            <Input maxLength={2000} value={reason} onChange={({ target: { value } }) => setReason(value)} onPressEnter={submit} />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
