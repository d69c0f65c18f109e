import type { Ticket } from './areas/tickets';

/** The words for a ticket that CAM cannot read in its product. */
const UNREAD: Readonly<Record<Exclude<Ticket['state'], 'LINKED'>, string>> = { MAKING: 'Being made', FAILED: 'Not made', LOST: 'Not found' };

/** Returns the state of a ticket in the words of its product, or what CAM does about it. */
export function ticketStateLabel({ state, status }: Pick<Ticket, 'state' | 'status'>): string {
  return state === 'LINKED' ? status : UNREAD[state];
}
