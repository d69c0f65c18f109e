import { mrkdwn, type SlackBlock, type SlackMessage } from '../notifications';
import { callProduct, ProductError, type Reach } from '../tickets';
import type { ChatProduct, ChatUser, Note, Place } from './chat-product';

interface Answer {
  ok: boolean;
  error?: string;
  ts?: string;
  channel?: string;
}

/** Sentences for the errors of Slack. @see https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const ERRORS: Readonly<Record<string, string>> = {
  invalid_auth: 'It refused the bot token (invalid_auth)',
  not_authed: 'It refused the bot token (not_authed)',
  account_inactive: 'The app was removed from the workspace (account_inactive)',
  token_revoked: 'The bot token was revoked (token_revoked)',
  missing_scope: 'The app lacks a scope (missing_scope). It needs chat:write',
  channel_not_found: 'The channel does not exist, or is private and the app is no member (channel_not_found)',
  not_in_channel: 'The app is no member of the channel (not_in_channel). Invite it',
  is_archived: 'The channel is archived (is_archived)',
  expired_trigger_id: 'The form could not be opened in time. Press the button again (expired_trigger_id)',
};

/** Errors that pass. */
const LATER = ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited'];

/** Longest text that only one user sees, characters. */
const LONGEST_TEXT = 3500;

/** The address of Slack, the token of the app, and its channel. */
interface SlackAccess {
  url: string;
  /** Bot token. */
  token: string;
  channel: string;
}

/** The Web API of Slack, as far as CAM uses it. All methods throw a `ProductError`. */
export class Slack implements ChatProduct {
  constructor(
    private readonly access: SlackAccess,
    private readonly reach: Reach,
  ) {}

  async post({ text, blocks }: SlackMessage): Promise<Place> {
    const { channel } = this.access;
    const { ts = '', channel: id = channel } = await this.#call('chat.postMessage', { channel, text, blocks, unfurl_links: false });
    return { ts, channel: id };
  }

  async update({ channel, ts }: Place, { text, blocks }: SlackMessage): Promise<void> {
    await this.#call('chat.update', { channel, ts, text, blocks });
  }

  noted(message: SlackMessage, { before, user, email, after }: Note): SlackMessage {
    const text = `${mrkdwn(before)} <@${mrkdwn(user.id)}> (${mrkdwn(email)}) ${mrkdwn(after)}`.trim();
    return { ...message, blocks: [...message.blocks, { type: 'context', elements: [{ type: 'mrkdwn', text }] }] };
  }

  async test(words: string): Promise<void> {
    await this.post({ text: words, blocks: [] });
  }

  /** Tells one user something that nobody else sees. */
  async whisper({ place, user }: { place: Place; user: ChatUser }, text: string): Promise<void> {
    await this.#call('chat.postEphemeral', { channel: place.channel, user: user.id, text: mrkdwn(text).slice(0, LONGEST_TEXT) });
  }

  /** Opens a form. `trigger` is valid for three seconds after the user pressed a button. */
  async open(trigger: string, view: SlackBlock): Promise<void> {
    await this.#call('views.open', { trigger_id: trigger, view });
  }

  async #call(method: string, body: object): Promise<Answer> {
    const url = new URL(`${this.access.url.replace(/\/+$/, '')}/api/${method}`);
    const answer = await callProduct<Answer>({ method: 'POST', url, headers: { authorization: `Bearer ${this.access.token}` }, body }, this.reach);
    if (answer.ok) return answer;
    const error = answer.error ?? 'unknown_error';
    throw new ProductError(ERRORS[error] ?? `It answered ${error}`, 200, LATER.includes(error));
  }
}
