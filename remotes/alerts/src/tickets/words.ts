import { ticketStateLabel, type Ticket } from '@cam/contracts';

const TONES = { TODO: 'neutral', DOING: 'accent', DONE: 'ok' } as const;
const TONES_UNREAD = { MAKING: 'neutral', FAILED: 'high', LOST: 'medium' } as const;

/** Returns the label and the tone of a ticket's state. */
export function ticketState(ticket: Pick<Ticket, 'state' | 'status' | 'category'>): {
  label: string;
  tone: 'ok' | 'high' | 'neutral' | 'accent' | 'medium';
} {
  const { state, category } = ticket;
  return { label: ticketStateLabel(ticket), tone: state === 'LINKED' ? TONES[category] : TONES_UNREAD[state] };
}
