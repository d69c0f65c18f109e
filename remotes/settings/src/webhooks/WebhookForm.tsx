import { useState, type ReactNode } from 'react';
import { EVENT_FORMATS, EVENT_KIND_NAMES, EVENT_KINDS, type EventFormat, type EventKind, type Webhook } from '@cam/contracts';
import { callApi, useSession } from '@cam/platform';
import { Checkbox, Form, Input, Radio, Select, SubmitDialog, TipField } from '@cam/ui';
import { bucketOf, inputOf, isComplete } from './bucket';
import { BucketFields } from './BucketFields';
import { FORMAT_WORDS, KIND_WORDS } from './words';
import styles from './webhooks.module.css';

interface Props {
  /** The webhook to change; null creates one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** Receives the signing secret of a new webhook. */
  onSaved: (saved: { label: string; secret: string | null }) => void;
}

/** Asks for the name, the address, the kinds of events and the format of a webhook. */
export function WebhookForm({ webhook, onClose, onSaved }: Props): ReactNode {
  const { rights } = useSession();
  const readable = EVENT_KIND_NAMES.filter((kind) => EVENT_KINDS[kind].some((right) => rights.includes(right)));
  const [label, setLabel] = useState(webhook?.label ?? '');
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<EventKind[]>(webhook?.kinds ?? readable.filter((kind) => kind.startsWith('alert.')));
  const [format, setFormat] = useState<EventFormat>(webhook?.format ?? 'CAM');
  const [isBucket, setIsBucket] = useState(webhook !== null && webhook.bucket !== null);
  const [bucket, setBucket] = useState(inputOf(webhook?.bucket ?? null));
  const isTargetComplete = isBucket ? isComplete(bucket) : webhook !== null || url.trim() !== '';
  const save = async (): Promise<void> => {
    const target = isBucket ? { bucket: bucketOf(bucket) } : url.trim() === '' ? {} : { url: url.trim() };
    const fields = { label: label.trim(), kinds, format, ...target };
    if (webhook === null) {
      const { secret } = await callApi('POST /v1/webhooks', { body: fields }, { filtered: false });
      return onSaved({ label: fields.label, secret: secret === '' ? null : secret });
    }
    const path = { webhook_id: webhook.webhook_id };
    await callApi('PATCH /v1/webhooks/{webhook_id}', { path, body: fields }, { filtered: false });
    return onSaved({ label: fields.label, secret: null });
  };
  return (
    <SubmitDialog
      title={webhook === null ? 'Create webhook' : `Change ${webhook.label}`}
      okText={webhook === null ? 'Create' : 'Save'}
      isComplete={label.trim().length >= 3 && kinds.length > 0 && isTargetComplete}
      width={560}
      onClose={onClose}
      onSubmit={save}
    >
      {(submit) => (
        <>
          <TipField label="Name" required>
            <Input
              maxLength={100}
              placeholder="System that receives the events"
              value={label}
              onChange={({ target: { value } }) => setLabel(value)}
            />
          </TipField>
          {webhook === null && (
            <Form.Item label="Send to">
              <Radio.Group
                aria-label="Send to"
                value={isBucket}
                options={[
                  { value: false, label: 'Webhook: a message for each event' },
                  { value: true, label: 'Bucket: files with many events' },
                ]}
                onChange={({ target: { value } }) => setIsBucket(value as boolean)}
              />
            </Form.Item>
          )}
          {isBucket ? (
            <BucketFields value={bucket} onChange={setBucket} />
          ) : (
            <TipField
              label="Address"
              required={webhook === null}
              {...(webhook === null
                ? {}
                : { hint: `Leave empty to keep ${webhook.url}. What follows the path is not shown, because it may hold a secret.` })}
            >
              <Input
                maxLength={2000}
                placeholder="https://siem.example.com/events"
                value={url}
                onChange={({ target: { value } }) => setUrl(value)}
                onPressEnter={submit}
              />
            </TipField>
          )}
          <Form.Item label="Events" required>
            <Checkbox.Group
              className={styles.choices ?? ''}
              value={kinds}
              options={readable.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
              onChange={setKinds}
            />
          </Form.Item>
          <TipField label="Format">
            <Select value={format} options={EVENT_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))} onChange={setFormat} />
          </TipField>
        </>
      )}
    </SubmitDialog>
  );
}
