import { Fragment, useState, type ReactNode } from 'react';
import type { Webhook } from '@cam/contracts';
import { callApi, confirm, notify, useApi } from '@cam/platform';
import { Button, Drawer, ErrorState, FactList, formatCount, LoadingState, StatusTag, Time, formatZoned } from '@cam/ui';
import { copyText } from '../copy-text';
import { WebhookForm } from './WebhookForm';
import { FORMAT_WORDS, KIND_WORDS, stateOf } from './words';
import styles from './webhooks.module.css';

interface Props {
  webhook: Webhook;
  onClose: () => void;
  onChanged: () => void;
  /** Receives a new signing secret. */
  onSecret: (secret: string) => void;
}

/** Shows one webhook with its last attempts, and the actions on it. */
export function WebhookDrawer({ webhook, onClose, onChanged, onSecret }: Props): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const path = { webhook_id: webhook.webhook_id };
  const attempts = useApi('GET /v1/webhooks/{webhook_id}/attempts', { path }, { filtered: false });
  const state = stateOf(webhook);

  /** Runs an action. The platform shows why one fails. One that sends nothing adds no attempt. */
  const act = async (action: () => Promise<void>, { sends = true } = {}): Promise<void> => {
    await action().catch(() => undefined);
    onChanged();
    if (sends) await attempts.mutate();
  };
  const test = () =>
    act(async () => {
      const { sent, message } = await callApi('POST /v1/webhooks/{webhook_id}/test', { path }, { filtered: false });
      if (sent) notify.success('The receiver accepted the test event.');
      else notify.error(`The test event was not accepted. ${message}.`);
    });
  const turn = (next: 'ON' | 'OFF') =>
    act(
      async () => {
        await callApi('PATCH /v1/webhooks/{webhook_id}', { path, body: { state: next } }, { filtered: false });
        notify.success(next === 'ON' ? 'The webhook is on. Waiting events are sent now.' : 'The webhook is off. Events wait until it is on again.');
      },
      { sends: next === 'ON' },
    );
  const replay = () =>
    act(async () => {
      if (!(await confirm({ message: 'Send all events of the last 30 days again? They have the same ids as before.', okText: 'Replay' }))) return;
      await callApi('POST /v1/webhooks/{webhook_id}/replay', { path, body: { after: 0 } }, { filtered: false });
      notify.success('The events are being sent again.');
    });
  const renew = () =>
    act(async () => {
      const message = 'Make a new signing secret and public key? Messages also have signatures with the present ones for 24 hours.';
      if (!(await confirm({ message, okText: 'New secret' }))) return;
      onSecret((await callApi('POST /v1/webhooks/{webhook_id}/secret', { path }, { filtered: false })).secret);
    });
  const remove = async (): Promise<void> => {
    if (!(await confirm({ message: `Delete "${webhook.label}"? It gets no more events.`, okText: 'Delete' }))) return;
    const isDeleted = await callApi('DELETE /v1/webhooks/{webhook_id}', { path }, { filtered: false }).then(
      () => true,
      () => false,
    );
    if (isDeleted) {
      notify.success(`Deleted ${webhook.label}.`);
      onClose();
    }
    onChanged();
  };

  return (
    <Drawer open title={webhook.label} size={640} onClose={onClose} destroyOnHidden>
      <FactList
        facts={[
          [
            'State',
            <Fragment key="state">
              <StatusTag tone={state.tone}>{state.label}</StatusTag>
              {webhook.state_reason !== '' && ` ${webhook.state_reason}.`}
              {webhook.next_attempt !== null && ` Next attempt ${formatZoned(webhook.next_attempt)}.`}
            </Fragment>,
          ],
          ['Address', webhook.url],
          ['Format', FORMAT_WORDS[webhook.format]],
          ['Events', webhook.kinds.map((kind) => KIND_WORDS[kind]).join('; ')],
          ['Waiting', formatCount(webhook.waiting)],
          ...(webhook.bucket === null ? [['Public key', <PublicKeys key="keys" webhook={webhook} />] as const] : []),
        ]}
      />
      <div className={styles.buttons}>
        <Button onClick={() => void test()}>Send test</Button>
        <Button onClick={() => setEditing(true)}>Edit</Button>
        <Button onClick={() => void turn(webhook.state === 'ON' && !webhook.failing ? 'OFF' : 'ON')}>
          {webhook.state === 'OFF' ? 'Turn on' : webhook.failing ? 'Try now' : 'Turn off'}
        </Button>
        <Button onClick={() => void replay()}>Replay</Button>
        {webhook.bucket === null && <Button onClick={() => void renew()}>New secret</Button>}
        <Button danger onClick={() => void remove()}>
          Delete
        </Button>
      </div>
      <section aria-label="Last attempts">
        <h2>Last attempts</h2>
        {attempts.error && (
          <ErrorState message={attempts.error.userMessage} supportCode={attempts.error.trackingId} onRetry={() => void attempts.mutate()} />
        )}
        {!attempts.data && !attempts.error && <LoadingState label="Loading the last attempts" rows={2} />}
        {attempts.data?.attempts.length === 0 && <p className={styles.detail}>Nothing was sent yet.</p>}
        <ol className={styles.attempts}>
          {attempts.data?.attempts.map(({ seq, kind, time, ms, sent, message, file }) => (
            <li key={`${time} ${seq}`}>
              <div>
                <StatusTag tone={sent ? 'ok' : 'high'}>{sent ? 'Accepted' : 'Not accepted'}</StatusTag>{' '}
                {file === '' ? `${kind}, event ${formatCount(seq)}` : file}
              </div>
              <div className={styles.detail}>
                <Time at={time} />, {formatCount(ms)} ms{message && `: ${message}`}
              </div>
            </li>
          ))}
        </ol>
      </section>
      {isEditing && <WebhookForm webhook={webhook} onClose={() => setEditing(false)} onSaved={() => void act(async () => undefined)} />}
    </Drawer>
  );
}

function PublicKeys({ webhook }: Pick<Props, 'webhook'>): ReactNode {
  if (webhook.public_keys.length === 0) return 'None yet. New secret makes one.';
  return webhook.public_keys.map(({ key, valid_until: until }) => (
    <div key={key}>
      <code>{key}</code>
      {until !== null && `, the former one, until ${formatZoned(until)}`}{' '}
      <Button size="small" aria-label={`Copy public key ${key}`} onClick={() => void copyText(key, 'Public key copied.')}>
        Copy
      </Button>
    </div>
  ));
}
