import { useState, type ReactNode } from 'react';
import { isChatKind, MOST_LONGEST_HOURS, type RequestPolicy } from '@cam/contracts';
import { callApi, notify, useApi } from '@cam/platform';
import { ErrorState, Input, LoadingState, Modal, Select, SubmitDialog, TipField } from '@cam/ui';
import styles from './requests.module.css';

/** Sets the longest access of requests, and the ticket system that gets approved ones. */
export function PolicyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/access-requests/policy', {}, { filtered: false });
  if (data) return <Fields policy={data} onClose={onClose} onSaved={() => void mutate()} />;
  return (
    <Modal open title="Settings of requests" footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />
      ) : (
        <LoadingState label="Loading the settings" rows={3} />
      )}
    </Modal>
  );
}

function Fields({ policy, onClose, onSaved }: { policy: RequestPolicy; onClose: () => void; onSaved: () => void }): ReactNode {
  const { data } = useApi('GET /v1/connections', {}, { filtered: false });
  const [hours, setHours] = useState(policy.longest_hours);
  const [connection, setConnection] = useState(policy.connection_id ?? '');
  const isValid = Number.isInteger(hours) && hours >= 1 && hours <= MOST_LONGEST_HOURS;
  const systems = (data?.connections ?? []).filter(({ kind }) => !isChatKind(kind));
  const save = async (): Promise<void> => {
    const body = { longest_hours: hours, connection_id: connection === '' ? null : connection };
    await callApi('PUT /v1/access-requests/policy', { body }, { filtered: false });
    notify.success('Settings saved.');
    onSaved();
  };
  return (
    <SubmitDialog title="Settings of requests" okText="Save" isComplete={isValid} width={480} onClose={onClose} onSubmit={save}>
      {(submit) => (
        <>
          <TipField
            label="Longest access, hours"
            required
            error={isValid ? null : `Enter a whole number from 1 to ${MOST_LONGEST_HOURS.toLocaleString('en')}.`}
          >
            <Input
              type="number"
              min={1}
              max={MOST_LONGEST_HOURS}
              value={hours}
              onChange={({ target: { value } }) => setHours(Number(value))}
              onPressEnter={submit}
            />
          </TipField>
          <TipField
            label="Tickets"
            hint={
              <p className={styles.hint}>
                Each approved request becomes a ticket with the change and the end. Connections are made in Settings, Connections.
              </p>
            }
          >
            <Select<string>
              value={connection}
              options={[{ value: '', label: 'None' }, ...systems.map(({ connection_id: value, label }) => ({ value, label }))]}
              onChange={setConnection}
            />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
