import { useState, type ReactNode } from 'react';
import { PRODUCT_NAMES, type Ticket } from '@cam/contracts';
import { confirm, useSession } from '@cam/platform';
import { Button, StatusTag } from '@cam/ui';
import { forgetTicket, retryTicket, useConnections, useTickets, type TicketAbout } from './api';
import { MakeTicketDialog } from './MakeTicketDialog';
import { ticketState } from './words';
import styles from './tickets.module.css';

/** Shows the tickets about an alert or a group, each with its state in the product, and makes another one. */
export function TicketList({ about }: { about: TicketAbout }): ReactNode {
  const mayMake = useSession().can('ALERTS');
  const { data, mutate } = useTickets(about);
  const connections = useConnections();
  const [isMaking, setMaking] = useState(false);
  const tickets = data?.tickets ?? [];
  const canMake = mayMake && connections.length > 0;
  if (tickets.length === 0 && !canMake) return null;
  return (
    <section className={styles.tickets} aria-label="Tickets">
      {tickets.map((ticket) => (
        <TicketLine key={ticket.ticket_id} ticket={ticket} mayChange={mayMake} onChanged={() => void mutate()} />
      ))}
      {canMake && (
        <Button size="small" onClick={() => setMaking(true)}>
          Make ticket
        </Button>
      )}
      {isMaking && <MakeTicketDialog about={about} connections={connections} onClose={() => setMaking(false)} onMade={() => void mutate()} />}
    </section>
  );
}

function TicketLine({ ticket, mayChange, onChanged }: { ticket: Ticket; mayChange: boolean; onChanged: () => void }): ReactNode {
  const { key, url, product, connection_label: connection, state, message } = ticket;
  const { label, tone } = ticketState(ticket);
  /** Runs an action. The platform shows why one fails. */
  const act = async (action: () => Promise<void>): Promise<void> => {
    await action().catch(() => undefined);
    onChanged();
  };
  const forget = () =>
    act(async () => {
      if (await confirm({ message: `Forget ${key || 'this ticket'}? It stays in ${PRODUCT_NAMES[product]}.`, okText: 'Forget' }))
        await forgetTicket(ticket);
    });
  const isStuck = state === 'FAILED' || state === 'LOST' || message !== '';
  return (
    <div className={styles.ticket}>
      <span className={styles.line}>
        {url === '' ? (
          <span>{PRODUCT_NAMES[product]} ticket</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {key}
          </a>
        )}
        <StatusTag tone={tone}>{label}</StatusTag>
        <span className={styles.detail}>{connection}</span>
        {isStuck && mayChange && (
          <Button size="small" onClick={() => void act(() => retryTicket(ticket))}>
            Retry
          </Button>
        )}
        {(state === 'FAILED' || state === 'LOST') && mayChange && (
          <Button size="small" onClick={() => void forget()}>
            Forget
          </Button>
        )}
      </span>
      {message !== '' && <span className={styles.problem}>{message}.</span>}
    </div>
  );
}
