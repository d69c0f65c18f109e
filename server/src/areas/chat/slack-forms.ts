import { DEFAULT_EXCLUSION_DAYS, MIN_EXCLUSION_REASON, type Connection, type Ticket } from '@cam/contracts/server';
import type { SlackBlock } from '../notifications';
import { valueOf, type Place } from './chat-product';

const plainText = (text: string): SlackBlock => ({ type: 'plain_text', text });

function form(id: string, title: string, submit: string, about: Ticket['about'] | null, place: Place, blocks: SlackBlock[]): SlackBlock {
  const metadata = { ...place, ...(about ? { about: valueOf(about) } : {}) };
  return {
    type: 'modal',
    callback_id: id,
    title: plainText(title),
    submit: plainText(submit),
    close: plainText('Cancel'),
    private_metadata: JSON.stringify(metadata),
    blocks,
  };
}

const input = (id: string, label: string, element: SlackBlock): SlackBlock => ({
  type: 'input',
  block_id: id,
  label: plainText(label),
  element: { ...element, action_id: id },
});

/** Asks why and until when a finding is accepted. */
export function dismissForm(about: Ticket['about'], place: Place, now: Date): SlackBlock {
  const end = new Date(now.getTime() + DEFAULT_EXCLUSION_DAYS * 86_400_000).toISOString().slice(0, 10);
  return form('dismiss', 'Dismiss', 'Dismiss', about, place, [
    input('reason', 'Reason', { type: 'plain_text_input', multiline: true, min_length: MIN_EXCLUSION_REASON, max_length: 2000 }),
    input('ends_on', 'Last day', { type: 'datepicker', initial_date: end }),
  ]);
}

/** Asks in which ticket system a ticket is made. */
export function ticketForm(about: Ticket['about'], place: Place, connections: readonly Connection[]): SlackBlock {
  const options = connections.map(({ connection_id: value, label, project }) => ({ value, text: plainText(`${label}: ${project}`.slice(0, 75)) }));
  return form('ticket', 'Make ticket', 'Make ticket', about, place, [
    input('connection', 'Connection', { type: 'static_select', options, initial_option: options[0] }),
  ]);
}

/** Asks for the code that links the user to a user of CAM. */
export function linkForm(place: Place, console: string): SlackBlock {
  const text = `Sign in to <${console}/settings/profile|CAM>, choose *Get a code* under *Slack and Microsoft Teams*, and enter the code here. You then act with your rights in CAM.`;
  return form('link', 'Link to CAM', 'Link', null, place, [
    { type: 'section', text: { type: 'mrkdwn', text } },
    input('code', 'Code', { type: 'plain_text_input', min_length: 8, max_length: 20 }),
  ]);
}
