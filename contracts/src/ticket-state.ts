import type { Ticket } from './areas/tickets';

/** The words for a ticket that CAM cannot read in its product. */
const UNREAD: Readonly<Record<Exclude<Ticket['state'], 'LINKED'>, string>> = { MAKING: 'Being made', FAILED: 'Not made', LOST: 'Not found' };

/** Returns the state of a ticket in the words of its product, or what CAM does about it. */
export function ticketStateLabel({ state, status }: Pick<Ticket, 'state' | 'status'>): string {
  return state === 'LINKED' ? status : UNREAD[state];
}

/** Tickets that one rule makes within 24 hours. The others follow with later scorings. */
export const MOST_TICKETS_A_DAY = 200;
