import type { ChatKind, Connection, Ticket } from '@cam/contracts/server';
import type { SlackMessage, TeamsMessage } from '../notifications';
import type { Block } from '../tickets';

/** The place of a message: its channel, and its id in it. */
export interface Place {
  channel: string;
  /** Slack: the time of the message, which is its id. */
  ts: string;
}

/** The action that a user of a chat service chose. */
export type Wish =
  | { act: 'dismiss' | 'ticket' | 'explain'; about: Ticket['about'] }
  /** The forms of these actions. */
  | { act: 'dismiss-form'; about: Ticket['about']; reason: string; endsOn: string }
  | { act: 'ticket-form'; about: Ticket['about']; connectionId: string }
  | { act: 'link-form'; code: string };

/** A user of a chat service, as its verified message names the user. */
export interface ChatUser {
  id: string;
  name: string;
}

export interface ChatAction {
  user: ChatUser;
  place: Place;
  wish: Wish;
}

/** A line that an action adds to its message, for everybody: `before`, the person, `after`. */
export interface Note {
  before: string;
  user: ChatUser;
  /** Email address of the user of CAM. */
  email: string;
  after: string;
}

/** The answer to an action. Only the note is for everybody. */
export type Reply =
  | { show: 'text'; text: string }
  | { show: 'explanation'; title: string; blocks: readonly Block[] }
  | { show: 'link-form' }
  | { show: 'dismiss-form'; about: Ticket['about'] }
  | { show: 'ticket-form'; about: Ticket['about']; connections: readonly Connection[] }
  | { show: 'note'; note: Note };

/** A message in the form of its chat service. */
export type ChannelMessage = SlackMessage | TeamsMessage;

/** The channel of a connection in a chat service. Calls throw a `ProductError`. */
export interface ChatProduct {
  /** Posts a message to the channel. */
  post(message: ChannelMessage): Promise<Place>;
  update(place: Place, message: ChannelMessage): Promise<void>;
  /** Returns the message with a line more. */
  noted(message: ChannelMessage, note: Note): ChannelMessage;
  /** Posts words of CAM itself. */
  test(words: string): Promise<void>;
}

/** Calls by which each chat service brings actions, for the audit log. */
export const INCOMING_CALLS = {
  slack: 'POST /v1/incoming/{connection_id}/slack',
  teams: 'POST /v1/incoming/{connection_id}/teams',
} as const satisfies Record<ChatKind, string>;

/** Reads the value of a button: `ALERT id` or `GROUP key`. */
export function aboutOf(value: string): Ticket['about'] | null {
  const [, kind, key] = /^(ALERT|GROUP) (.+)$/s.exec(value) ?? [];
  return kind === undefined || key === undefined ? null : { kind: kind as Ticket['about']['kind'], key };
}

/** Writes the value of a button. */
export function valueOf({ kind, key }: Ticket['about']): string {
  return `${kind} ${key}`;
}
