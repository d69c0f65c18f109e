/** An element or action of an adaptive card. @see https://adaptivecards.io/explorer/ */
export type CardElement = Record<string, unknown>;

export interface AdaptiveCard {
  $schema: string;
  type: 'AdaptiveCard';
  version: '1.4';
  body: readonly CardElement[];
  actions: readonly CardElement[];
}

/** A message to Microsoft Teams: one adaptive card. */
export interface TeamsMessage {
  type: 'message';
  /** Text of notifications. */
  summary?: string;
  attachments: [{ contentType: string; contentUrl: null; content: AdaptiveCard }];
}

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** Returns a paragraph. Text runs know no markup, unlike text blocks, so names need no escapes. */
export function cardText(words: string, style: CardElement = {}, url?: string): CardElement {
  const action = url === undefined ? {} : { selectAction: openUrl('', url) };
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: words, ...style, ...action }] };
}

/** Returns an action that opens a page. The action of a text has no title. */
export function openUrl(title: string, url: string): CardElement {
  return { type: 'Action.OpenUrl', ...(title === '' ? {} : { title }), url };
}

/** Returns an action that Microsoft Teams sends to the bot of the card. */
export function execute(verb: string, title: string, data: Readonly<Record<string, string>> = {}): CardElement {
  return { type: 'Action.Execute', verb, title, data };
}

export function adaptiveCard(body: readonly CardElement[], actions: readonly CardElement[]): AdaptiveCard {
  return { $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4', body, actions };
}

export function cardMessage(content: AdaptiveCard, summary?: string): TeamsMessage {
  return { type: 'message', ...(summary === undefined ? {} : { summary }), attachments: [{ contentType: CARD_TYPE, contentUrl: null, content }] };
}
