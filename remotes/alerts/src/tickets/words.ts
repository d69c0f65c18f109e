import type { Ticket } from '@cam/contracts';

const TONES = { TODO: 'neutral', DOING: 'accent', DONE: 'ok' } as const;

/** Returns the state of a ticket in the words of its product, or what CAM does about it. */
export function ticketState({ state, status, category }: Pick<Ticket, 'state' | 'status' | 'category'>): {
  label: string;
  tone: 'ok' | 'high' | 'neutral' | 'accent' | 'medium';
} {
  if (state === 'MAKING') return { label: 'Being made', tone: 'neutral' };
  if (state === 'FAILED') return { label: 'Not made', tone: 'high' };
  if (state === 'LOST') return { label: 'Not found', tone: 'medium' };
  return { label: status, tone: TONES[category] };
}
