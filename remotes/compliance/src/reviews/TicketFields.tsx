import type { ReactNode } from 'react';
import { isChatKind, type TicketsPer } from '@cam/contracts';
import { useApi } from '@cam/platform';
import { Form, Radio, Select, TipField } from '@cam/ui';
import styles from './reviews.module.css';

interface Props {
  connectionId: string;
  per: TicketsPer;
  onChange: (some: { connectionId?: string; ticketsPer?: TicketsPer }) => void;
}

/** Chooses the ticket system that gets the revocations, and how many tickets it gets. */
export function TicketFields({ connectionId, per, onChange }: Props): ReactNode {
  const { data } = useApi('GET /v1/connections', {}, { filtered: false });
  const systems = (data?.connections ?? []).filter(({ kind }) => !isChatKind(kind));
  return (
    <>
      <TipField
        label="Tickets for revocations"
        hint={<p className={styles.hint}>They are made when the review closes. Connections are made in Settings, Connections.</p>}
      >
        <Select<string>
          value={connectionId}
          options={[{ value: '', label: 'None' }, ...systems.map(({ connection_id: value, label }) => ({ value, label }))]}
          onChange={(value) => onChange({ connectionId: value })}
        />
      </TipField>
      {connectionId !== '' && (
        <Form.Item label="One ticket for each">
          <Radio.Group
            aria-label="One ticket for each"
            optionType="button"
            options={[
              { value: 'SOURCE', label: 'Source' },
              { value: 'REVIEWER', label: 'Reviewer' },
            ]}
            value={per}
            onChange={({ target: { value } }) => onChange({ ticketsPer: value as TicketsPer })}
          />
        </Form.Item>
      )}
    </>
  );
}
