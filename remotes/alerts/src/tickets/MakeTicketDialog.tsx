import { useState, type ReactNode } from 'react';
import { PRODUCT_NAMES } from '@cam/contracts';
import { notify } from '@cam/platform';
import { ErrorState, LoadingState, Select, SubmitDialog, TipField } from '@cam/ui';
import { makeTicket, usePreview, type TicketAbout, type TicketConnection } from './api';
import styles from './tickets.module.css';

interface Props {
  about: TicketAbout;
  /** At least one. */
  connections: readonly TicketConnection[];
  onClose: () => void;
  onMade: () => void;
}

/** Shows the ticket that would be made, and asks where. */
export function MakeTicketDialog({ about, connections, onClose, onMade }: Props): ReactNode {
  const [chosen, setChosen] = useState(connections[0]?.connection_id ?? '');
  const { data, error, mutate } = usePreview(about);
  const make = async (): Promise<void> => {
    const ticket = await makeTicket(chosen, about);
    notify.success(ticket.key === '' ? `CAM makes the ticket in ${PRODUCT_NAMES[ticket.product]}.` : `${ticket.key} is the ticket about this.`);
    onMade();
  };
  return (
    <SubmitDialog
      title="Make ticket"
      okText="Make ticket"
      isComplete={data !== undefined && chosen !== ''}
      width={640}
      onClose={onClose}
      onSubmit={make}
    >
      {() => (
        <>
          <TipField label="Connection" required>
            <Select<string>
              value={chosen}
              options={connections.map(({ connection_id: id, kind, label, project }) => ({
                value: id,
                label: `${label}: ${PRODUCT_NAMES[kind]} ${project}`,
              }))}
              onChange={setChosen}
            />
          </TipField>
          {error && <ErrorState message={error.userMessage} supportCode={error.trackingId} onRetry={() => void mutate()} />}
          {!data && !error && <LoadingState label="Loading the preview" rows={4} />}
          {data && (
            <section aria-label="Preview" className={styles.preview}>
              <h3>{data.title}</h3>
              <p>{data.text}</p>
            </section>
          )}
        </>
      )}
    </SubmitDialog>
  );
}
