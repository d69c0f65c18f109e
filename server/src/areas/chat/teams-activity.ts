import { badRequest } from '../../platform/http/errors';
import { plain } from '../notifications';
import type { ConnectionRow, TeamsChannel } from '../tickets';
import { refused, type BotToken } from './bot-tokens';
import { aboutOf, type ChatUser, type Place, type Wish } from './chat-product';

/** Difference between the clocks of Microsoft and CAM that the time of an activity may have, ms. */
const REPLAY_WINDOW = 5 * 60_000;

/** The parts of an activity that CAM reads, which may be anything. @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference#activity-object */
interface RawActivity {
  type?: unknown;
  id?: unknown;
  timestamp?: unknown;
  serviceUrl?: unknown;
  channelId?: unknown;
  name?: unknown;
  action?: unknown;
  replyToId?: unknown;
  from?: { name?: unknown; aadObjectId?: unknown };
  recipient?: { id?: unknown };
  conversation?: { id?: unknown; conversationType?: unknown; tenantId?: unknown };
  channelData?: { tenant?: { id?: unknown }; channel?: { id?: unknown } };
  membersAdded?: unknown;
  value?: { action?: { verb?: unknown; data?: Record<string, unknown> } };
}

/** A verified activity. */
export interface Activity {
  id: string;
  /** The channel that it came from; null: a chat. `isHeard`: somebody wrote to the bot there, or added it. */
  channel: (TeamsChannel & { isHeard: boolean }) | null;
  /** The action of a card; null: it is none. */
  invoke: { user: ChatUser; place: Place; verb: string; data: Readonly<Record<string, unknown>> } | null;
}

/** Reads the body of an activity, before it is compared with its token. @throws ApiError 400 */
export function parseActivity(body: Buffer): RawActivity {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The body is no activity of Microsoft Teams.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('The body is no activity of Microsoft Teams.');
  return value;
}

/**
 * Checks that an activity belongs to its token and to the directory of the connection, and reads it.
 * @throws ApiError 403 for another channel, service URL or directory, 400 for a time that is more than five minutes away, or without an id
 */
export function readActivity(raw: RawActivity, token: BotToken, { project: directory }: Pick<ConnectionRow, 'project'>, now: number): Activity {
  const { type, from, recipient, conversation } = raw;
  if (raw.channelId !== 'msteams' || !token.endorsements.includes('msteams')) throw refused('Its key does not stand for Microsoft Teams');
  if (raw.serviceUrl !== token.serviceUrl) throw refused('Its service URL is not that of its token');
  const tenants = [raw.channelData?.tenant?.id, conversation?.tenantId].filter((one) => one !== undefined);
  if (tenants.length === 0 || tenants.some((one) => textOf(one).toLowerCase() !== directory.toLowerCase()))
    throw refused('It comes from another directory');
  const id = textOf(raw.id);
  if (id === '') throw badRequest('The activity has no id.');
  if (!(Math.abs(now - Date.parse(textOf(raw.timestamp))) <= REPLAY_WINDOW))
    throw badRequest('The time of this activity is missing or more than 5 minutes away. Check the clocks.');
  const conversationId = textOf(conversation?.id).replace(/;messageid=.*$/, '');
  const channelId = textOf(raw.channelData?.channel?.id) || conversationId;
  const name = plain(textOf(from?.name));
  const isChannel = conversation?.conversationType === 'channel' && channelId !== '';
  const isHeard =
    type === 'message' || (type === 'installationUpdate' && textOf(raw.action).startsWith('add')) || isAdded(raw, textOf(recipient?.id));
  const userId = textOf(from?.aadObjectId);
  const action = type === 'invoke' && raw.name === 'adaptiveCard/action' ? raw.value?.action : undefined;
  if (action && userId === '') throw badRequest('The activity names no user of the directory.');
  return {
    id,
    channel: isChannel ? { id: channelId, service_url: token.serviceUrl, heard_from: name, isHeard } : null,
    invoke: action
      ? {
          user: { id: userId, name },
          place: { channel: isChannel ? channelId : conversationId, ts: textOf(raw.replyToId) },
          verb: textOf(action.verb),
          data: action.data ?? {},
        }
      : null,
  };
}

/** Reads the action of a card. @returns null for one that CAM does not know */
export function wishOf({ verb, data }: NonNullable<Activity['invoke']>): Wish | null {
  const field = (name: string): string => textOf(data[name]);
  if (verb === 'link-form') return { act: verb, code: field('code') };
  const about = aboutOf(field('about'));
  if (!about) return null;
  switch (verb) {
    case 'dismiss':
    case 'ticket':
    case 'explain':
      return { act: verb, about };
    case 'dismiss-form':
      return { act: verb, about, reason: field('reason'), endsOn: field('ends_on') };
    case 'ticket-form':
      return { act: verb, about, connectionId: field('connection') };
    default:
      return null;
  }
}

/** Reports whether the bot itself was added. Other members join all the time. */
function isAdded({ type, membersAdded }: RawActivity, bot: string): boolean {
  return type === 'conversationUpdate' && Array.isArray(membersAdded) && membersAdded.some((one: { id?: unknown } | null) => one?.id === bot);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
