import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../platform/context';
import { notFound } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import type { TeamsMessage } from '../notifications';
import { cloudOf, isServiceUrl, type Connections, type ConnectionRow, type Incoming, type IncomingMessage } from '../tickets';
import { BotTokens, refused } from './bot-tokens';
import type { ChatActions } from './chat-actions';
import type { ChatMessages } from './chat-messages';
import { cardOf } from './teams';
import { parseActivity, readActivity, wishOf, type Activity } from './teams-activity';
import { failed, replyCard, shown, type InvokeAnswer } from './teams-cards';

/** Time after which an action is answered although it goes on, ms. Microsoft Teams waits for an answer for a few seconds only. */
const PATIENCE = 8000;

/** Time limit of fetching keys, ms. */
const KEYS_LIMIT = 5000;

interface TeamsDependencies {
  connections: Connections;
  incoming: Incoming;
  targets: OutboundTargets;
  actions: ChatActions;
  messages: ChatMessages;
}

/**
 * Takes the activities of a bot in Microsoft Teams: it checks them, learns the channel, and takes actions. The answer to an action is a card that the person
 * alone sees, so an action is taken during its call, other than in Slack; the message for everybody is updated in a job.
 */
export class TeamsIncoming {
  readonly #tokens = new BotTokens();

  constructor(
    private readonly ctx: Context,
    private readonly deps: TeamsDependencies,
  ) {}

  /** @returns null for an activity that wants no answer @throws ApiError 403 for a wrong token, 400 for a stale or repeated activity, and as `Incoming.receive` */
  async take(message: IncomingMessage): Promise<InvokeAnswer | null> {
    const { tenantId, connection: row, body } = await this.deps.incoming.receive(message);
    if (row.kind !== 'teams') throw notFound('There is no such connection.');
    const activity = await this.#verified(row, message.headers.authorization, body);
    // The body is not signed, so its id alone tells that an activity came before, however it was altered.
    await this.deps.incoming.remember(tenantId, row.connection_id, `activity ${activity.id}`);
    await this.#learn(tenantId, row, activity);
    return activity.invoke ? this.#answer(tenantId, row, activity.invoke) : null;
  }

  async #verified(row: ConnectionRow, authorization: string | undefined, body: Buffer): Promise<Activity> {
    const { targets } = this.deps;
    const cloud = cloudOf(row.url);
    const token = await this.#tokens.verify(authorization, { appId: row.username, cloud }, { targets, signal: AbortSignal.timeout(KEYS_LIMIT) });
    const activity = readActivity(parseActivity(body), token, row, Date.now());
    if (!(await isServiceUrl(token.serviceUrl, cloud, targets))) throw refused('Its service URL is not one of Microsoft Teams');
    return activity;
  }

  /** Keeps the channel in which the bot was heard, and the present service URL of its channel, which may move. */
  async #learn(tenantId: string, row: ConnectionRow, { channel }: Activity): Promise<void> {
    if (!channel) return;
    const { isHeard, ...heard } = channel;
    const hasMoved = row.channel?.id === heard.id && row.channel.service_url !== heard.service_url;
    const isNew = row.channel?.id !== heard.id && isHeard;
    if (hasMoved || isNew) await this.deps.connections.hear(tenantId, row.connection_id, heard);
  }

  async #answer(tenantId: string, row: ConnectionRow, invoke: NonNullable<Activity['invoke']>): Promise<InvokeAnswer> {
    const { user, place, verb } = invoke;
    if (verb === 'back') {
      const message = await this.deps.messages.find(tenantId, row.connection_id, place);
      return message ? shown(cardOf(message as TeamsMessage)) : failed('CAM no longer knows this message. Open CAM.');
    }
    const wish = wishOf(invoke);
    if (!wish) return failed('CAM does not know this action. Open CAM.');
    const taken = this.deps.actions.take({ tenantId, row, action: { user, place, wish } });
    const ended = new AbortController();
    const late = delay(PATIENCE, null, { signal: ended.signal }).catch(() => null);
    const reply = await Promise.race([taken, late]).finally(() => ended.abort());
    if (reply) return shown(replyCard(reply, this.ctx.publicUrl));
    taken.catch((err: unknown) => this.ctx.log.error({ err, tenantId }, 'an action in Microsoft Teams failed after its answer'));
    return shown(replyCard({ show: 'text', text: 'CAM is still at work. The message changes when it is done.' }, this.ctx.publicUrl));
  }
}
