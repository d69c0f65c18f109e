import { DEFAULT_EXCLUSION_DAYS, type Connection, type Ticket } from '@cam/contracts/server';
import { adaptiveCard, CARD_TYPE, cardText, execute, openUrl, type AdaptiveCard, type CardElement } from '../notifications';
import type { Block } from '../tickets';
import { valueOf, type Reply } from './chat-product';

/** The answer to an invoke activity `adaptiveCard/action`. @see https://learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model#response-format */
export interface InvokeAnswer {
  statusCode: number;
  type: string;
  value: Record<string, unknown>;
}

/** Longest text of a card, characters. Microsoft Teams refuses large answers. */
const LONGEST_CARD = 12_000;

/** Shows a card to the person who acted, in place of the message. The others still see the message. */
export function shown(card: AdaptiveCard): InvokeAnswer {
  return { statusCode: 200, type: CARD_TYPE, value: { ...card } };
}

/** Refuses an action. */
export function failed(message: string): InvokeAnswer {
  return { statusCode: 400, type: 'application/vnd.microsoft.error', value: { code: 'BadRequest', message } };
}

/** Returns the card that answers an action. @param console origin of the console */
export function replyCard(reply: Reply, console: string): AdaptiveCard {
  switch (reply.show) {
    case 'text':
      return card([cardText(reply.text)]);
    case 'explanation':
      return card([cardText(reply.title, { weight: 'Bolder', size: 'Medium' }), ...within(reply.blocks.flatMap(elementsOf))]);
    case 'link-form':
      return linkCard(console);
    case 'dismiss-form':
      return dismissCard(reply.about, new Date());
    case 'ticket-form':
      return ticketCard(reply.about, reply.connections);
    case 'note': {
      const { before, email, after } = reply.note;
      return card([cardText(`${before} you (${email}) ${after}`.trim())]);
    }
  }
}

/** Asks for the code that links the user to a user of CAM. */
function linkCard(console: string): AdaptiveCard {
  const text = 'Sign in to CAM, choose Get a code under Slack and Microsoft Teams, and enter the code here. You then act with your rights in CAM.';
  const code = { type: 'Input.Text', id: 'code', label: 'Code', maxLength: 20, ...required('Enter the code.') };
  return card([cardText(text), code], [openUrl('Open CAM', `${console}/settings/profile`), execute('link-form', 'Link')]);
}

/** Asks why and until when a finding is accepted. */
function dismissCard(about: Ticket['about'], now: Date): AdaptiveCard {
  const end = new Date(now.getTime() + DEFAULT_EXCLUSION_DAYS * 86_400_000).toISOString().slice(0, 10);
  return card(
    [
      { type: 'Input.Text', id: 'reason', label: 'Reason', isMultiline: true, maxLength: 2000, ...required('Enter the reason.') },
      { type: 'Input.Date', id: 'ends_on', label: 'Last day', value: end, ...required('Choose a last day.') },
    ],
    [execute('dismiss-form', 'Dismiss', { about: valueOf(about) })],
  );
}

/** Asks in which ticket system a ticket is made. */
function ticketCard(about: Ticket['about'], connections: readonly Connection[]): AdaptiveCard {
  const choices = connections.map(({ connection_id: value, label, project }) => ({ title: `${label}: ${project}`, value }));
  // A compact list shows its titles as they are; an expanded one would read markup in them.
  const field = { type: 'Input.ChoiceSet', id: 'connection', label: 'Connection', style: 'compact', choices, value: choices[0]?.value };
  return card([{ ...field, ...required('Choose a connection.') }], [execute('ticket-form', 'Make ticket', { about: valueOf(about) })]);
}

/** Returns a card with a way back to the message. */
function card(body: readonly CardElement[], actions: readonly CardElement[] = []): AdaptiveCard {
  // Without it, a form could not be left before its required fields are filled in.
  return adaptiveCard(body, [...actions, { ...execute('back', 'Back'), associatedInputs: 'none' }]);
}

const required = (errorMessage: string): CardElement => ({ isRequired: true, errorMessage });

/** Writes a part of a ticket. Text runs know no markup, so names need no escapes. */
function elementsOf(block: Block): CardElement[] {
  switch (block.kind) {
    case 'heading':
      return [cardText(block.text, { weight: 'Bolder' })];
    case 'text':
      return [cardText(block.text)];
    case 'link':
      return [cardText(block.text, {}, block.url)];
    case 'list':
      return block.items.map(({ text, url }) => cardText(`• ${text}`, {}, url));
  }
}

/** Leaves out the end of a text that is too long for a card. */
function within(elements: readonly CardElement[]): CardElement[] {
  let left = LONGEST_CARD;
  const kept = elements.filter((element) => (left -= JSON.stringify(element).length) >= 0);
  return kept.length === elements.length ? kept : [...kept, cardText('Open CAM for the rest.')];
}
