import { adaptiveCard, cardMessage, cardText, type AdaptiveCard, type CardElement, type TeamsMessage } from '../notifications';
import { callProduct, cloudOf, isServiceUrl, ProductError, type Reach, type TeamsChannel } from '../tickets';
import type { ChatProduct, Note, Place } from './chat-product';
import type { BotCredentials, EntraTokens } from './entra-tokens';

/** Sentences for the statuses of the Bot Connector service. @see https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages */
const ERRORS: Readonly<Record<number, string>> = {
  401: 'It refused the token of the bot (401). Check that the bot is a single-tenant bot of this directory',
  403: 'The bot is no member of the channel (403). Add it to the team',
  404: 'The channel or the message no longer exists (404)',
  413: 'The message is too large for Microsoft Teams (413)',
};

/** Another change of the conversation came first. Microsoft asks bots to repeat such a call. */
const CONFLICTED = 412;

/** The bot of a connection, and the channel that it posts to. */
interface TeamsAccess extends BotCredentials {
  channel: TeamsChannel | null;
}

/** The Bot Connector API of Microsoft Teams, as far as CAM uses it. All calls throw a `ProductError`. */
export class Teams implements ChatProduct {
  constructor(
    private readonly access: TeamsAccess,
    private readonly tokens: EntraTokens,
    private readonly reach: Reach,
  ) {}

  async post(message: TeamsMessage): Promise<Place> {
    const { id: channel } = this.#channel();
    const answer = await this.#call<{ id?: unknown } | undefined>('POST', activitiesOf(channel), message);
    return { channel, ts: typeof answer?.id === 'string' ? answer.id : '' };
  }

  async update({ channel, ts }: Place, message: TeamsMessage): Promise<void> {
    await this.#call('PUT', `${activitiesOf(channel)}/${encodeURIComponent(ts)}`, { ...message, id: ts });
  }

  noted(message: TeamsMessage, note: Note): TeamsMessage {
    const card = cardOf(message);
    return cardMessage({ ...card, body: [...card.body, noteText(note)] }, message.summary);
  }

  /** Without a channel, it only shows that the bot can sign in. */
  async test(words: string): Promise<void> {
    if (this.access.channel === null) await this.tokens.get(this.access, this.reach);
    await this.post(cardMessage(adaptiveCard([cardText(words)], []), words));
  }

  #channel(): TeamsChannel {
    if (this.access.channel) return this.access.channel;
    throw new ProductError(
      'The bot signs in, but no channel is chosen yet. Add the bot to a team, write to it in the channel, and choose the channel',
      0,
      false,
    );
  }

  async #call<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
    const { service_url: service } = this.#channel();
    // The operator may have withdrawn a network since the channel was heard.
    if (!(await isServiceUrl(service, cloudOf(this.access.url), this.reach.targets)))
      throw new ProductError('The service URL of the channel is not one of Microsoft Teams', 0, false);
    const url = new URL(`${service.replace(/\/+$/, '')}/${path}`);
    const attempt = async (): Promise<T> => {
      const token = await this.tokens.get(this.access, this.reach);
      return callProduct<T>({ method, url, headers: { authorization: `Bearer ${token}` }, body }, this.reach);
    };
    try {
      return await attempt().catch((error: unknown) => {
        if (!(error instanceof ProductError && error.status === 401)) throw error;
        // A kept token ends early when the secret is withdrawn or the keys of the directory are replaced.
        this.tokens.forget(this.access);
        return attempt();
      });
    } catch (error) {
      if (!(error instanceof ProductError) || error.later) throw error;
      const isSignIn = error.message.startsWith('The bot could not sign in');
      throw new ProductError((isSignIn ? undefined : ERRORS[error.status]) ?? error.message, error.status, error.status === CONFLICTED, error.wait);
    }
  }
}

/** Returns the card of a message of a bot. */
export function cardOf({ attachments: [{ content }] }: TeamsMessage): AdaptiveCard {
  return content;
}

/** Text runs know no markup, so neither names nor reasons need escapes. */
function noteText({ before, user, email, after }: Note): CardElement {
  return cardText(`${before} ${user.name} (${email}) ${after}`.trim(), { isSubtle: true });
}

function activitiesOf(conversation: string): string {
  return `v3/conversations/${encodeURIComponent(conversation)}/activities`;
}
