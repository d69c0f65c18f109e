import { useState, type ReactNode } from 'react';
import type { ReviewItem } from '@cam/contracts';
import { callApi, notify } from '@cam/platform';
import { Input, Select, SubmitDialog, TipField } from '@cam/ui';
import { usePeople } from './use-people';

interface Props {
  campaignId: string;
  items: readonly ReviewItem[];
  onClose: () => void;
  onDone: () => void;
}

/** Gives items to another reviewer. The log of the review keeps the reason. */
export function DelegateDialog({ campaignId, items, onClose, onDone }: Props): ReactNode {
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const people = usePeople();
  const own = items[0]?.reviewer;
  const delegate = async (): Promise<void> => {
    const body = {
      items: items.map(({ item_id, version }) => ({ item_id, version })),
      to,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    };
    await callApi('POST /v1/campaigns/{campaign_id}/delegate', { path: { campaign_id: campaignId }, body }, { filtered: false }).finally(onDone);
    notify.success(`Delegated to ${to}.`);
  };
  return (
    <SubmitDialog
      title={items.length === 1 ? 'Delegate item' : `Delegate ${items.length} items`}
      okText="Delegate"
      isComplete={to.includes('@')}
      onClose={onClose}
      onSubmit={delegate}
    >
      {(submit) => (
        <>
          <TipField label="New reviewer" required>
            {people.length > 0 ? (
              <Select<string>
                showSearch={{ optionFilterProp: 'label' }}
                aria-label="New reviewer"
                placeholder="Choose a user"
                options={people.filter(({ value }) => value !== own)}
                value={to === '' ? undefined : to}
                onChange={setTo}
              />
            ) : (
              <Input maxLength={320} value={to} onChange={({ target: { value } }) => setTo(value)} />
            )}
          </TipField>
          <TipField label="Reason">
            <Input maxLength={2000} value={reason} onChange={({ target: { value } }) => setReason(value)} onPressEnter={submit} />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
