import { useState, type ReactNode } from 'react';
import { EVENT_FORMATS, EVENT_KIND_NAMES, EVENT_KINDS, type EventFormat, type EventKind, type Webhook } from '@cam/contracts';
import { callApi, useSession } from '@cam/platform';
import { Checkbox, Form, Input, Select, SubmitDialog, TipField } from '@cam/ui';
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
  const save = async (): Promise<void> => {
    const fields = { label: label.trim(), kinds, format };
    if (webhook === null) {
      const { secret } = await callApi('POST /v1/webhooks', { body: { ...fields, url: url.trim() } }, { filtered: false });
      return onSaved({ label: fields.label, secret });
    }
    const path = { webhook_id: webhook.webhook_id };
    const body = { ...fields, ...(url.trim() === '' ? {} : { url: url.trim() }) };
    await callApi('PATCH /v1/webhooks/{webhook_id}', { path, body }, { filtered: false });
    return onSaved({ label: fields.label, secret: null });
  };
  return (
    <SubmitDialog
      title={webhook === null ? 'Create webhook' : `Change ${webhook.label}`}
      okText={webhook === null ? 'Create' : 'Save'}
      isComplete={label.trim().length >= 3 && kinds.length > 0 && (webhook !== null || url.trim() !== '')}
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
