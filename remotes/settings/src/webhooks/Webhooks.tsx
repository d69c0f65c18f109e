import { useState, type ReactNode } from 'react';
import { EVENT_DAYS, type Webhook } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { Button, DataGrid, formatCount, StatusTag, timeColumn, type GridColumn } from '@cam/ui';
import { ShownOnce } from '../tokens/ShownOnce';
import { WebhookDrawer } from './WebhookDrawer';
import { WebhookForm } from './WebhookForm';
import { FORMAT_WORDS, stateOf } from './words';
import { TabIntro } from '../TabIntro';
import styles from './webhooks.module.css';

/** Lists the webhooks of the tenant, and creates, changes and repeats them. */
export function Webhooks(): ReactNode {
  const { data, error, mutate } = useApi('GET /v1/webhooks', {}, { filtered: false });
  const [isCreating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [made, setMade] = useState<{ secret: string; label: string } | null>(null);
  const open = data?.webhooks.find(({ webhook_id: id }) => id === openId);
  return (
    <section className={styles.webhooks} aria-label="Webhooks">
      <TabIntro
        actions={
          <Button type="primary" onClick={() => setCreating(true)}>
            Create webhook
          </Button>
        }
      >
        A webhook sends events to another system as they happen, or puts them into a bucket as files: new alerts, snapshots and changes in CAM.
        Messages are signed as Standard Webhooks describes, arrive in order, and are repeated for three days until they are accepted. Events are kept
        for {EVENT_DAYS} days.
      </TabIntro>
      {made && (
        <ShownOnce
          title={`Copy the signing secret of "${made.label}" now. It is not shown again.`}
          value={made.secret}
          copies={[{ label: 'Copy secret', text: made.secret, done: 'Secret copied.' }]}
          note="With the secret, the receiver checks that messages come from CAM. Any library for Standard Webhooks does this."
          onClose={() => setMade(null)}
        />
      )}
      <DataGrid<Webhook>
        title="Webhooks"
        rows={data?.webhooks}
        rowKey={({ webhook_id: id }) => id}
        columns={columns(setOpenId)}
        error={error ? { message: error.userMessage, supportCode: error.trackingId, retry: () => void mutate() } : null}
        empty={{ title: 'No webhooks', text: 'Create a webhook to send events to a SIEM, a ticket system or a program of your own.' }}
      />
      {isCreating && (
        <WebhookForm
          webhook={null}
          onClose={() => setCreating(false)}
          onSaved={({ label, secret }) => {
            if (secret !== null) setMade({ label, secret });
            void mutate();
          }}
        />
      )}
      {open && (
        <WebhookDrawer
          webhook={open}
          onClose={() => setOpenId(null)}
          onChanged={() => void mutate()}
          onSecret={(secret) => {
            setOpenId(null);
            setMade({ label: open.label, secret });
          }}
        />
      )}
    </section>
  );
}

function columns(open: (id: string) => void): GridColumn<Webhook>[] {
  return [
    {
      key: 'label',
      title: 'Name',
      width: 180,
      value: ({ label }) => label,
      render: ({ label, webhook_id: id }) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(id)}>
          {label}
        </Button>
      ),
    },
    {
      key: 'state',
      title: 'State',
      value: (row) => stateOf(row).label,
      render: (row) => <StatusTag tone={stateOf(row).tone}>{stateOf(row).label}</StatusTag>,
    },
    { key: 'url', title: 'Address', width: 260, value: ({ url }) => url },
    { key: 'format', title: 'Format', value: ({ format }) => FORMAT_WORDS[format] },
    { key: 'kinds', title: 'Events', width: 200, value: ({ kinds }) => kinds.join(', ') },
    { key: 'waiting', title: 'Waiting', value: ({ waiting }) => waiting, text: ({ waiting }) => formatCount(waiting) },
    timeColumn({ key: 'created', title: 'Created', at: ({ created_time: at }) => at }),
  ];
}
