import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { CHAT_KINDS } from '../product-kinds';
import { StringEnum } from '../vocabulary';

/** A user of a chat service whose actions are those of a user of CAM. */
export const ChatLink = Type.Object({
  connection_id: Type.String(),
  product: StringEnum(CHAT_KINDS),
  user_id: Type.String({ description: 'id of the user in Slack, or object id in Microsoft Entra' }),
  user_name: Type.String(),
  linked_time: Type.String({ description: 'ISO 8601' }),
});
export type ChatLink = Static<typeof ChatLink>;

/** Calls about users of chat services, and the actions that they take in them. */
export const chatEndpoints = {
  'GET /v1/chat/links': endpoint({
    summary: 'List the users of chat services who act as the caller',
    access: 'session',
    answer: Type.Object({ links: Type.Array(ChatLink) }),
  }),
  'POST /v1/chat/codes': endpoint({
    summary: 'Get a code that links a user of Slack or Microsoft Teams to the caller. It is entered there, once, within ten minutes',
    access: 'session',
    audit: { requestOnly: 'the code is not kept in the log' },
    answer: Type.Object({ code: Type.String(), expires_time: Type.String({ description: 'ISO 8601' }) }),
  }),
  'DELETE /v1/chat/links/{connection_id}/{user_id}': endpoint({
    summary: 'Unlink a user of a chat service from the caller',
    access: 'session',
    audit: 'remove',
    path: { connection_id: Type.String(), user_id: Type.String() },
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/incoming/{connection_id}/slack': endpoint({
    summary: 'Take an action in Slack: for the interactivity of the Slack app, which signs it. At most 1 MB, 60 calls a minute for each connection',
    access: 'public',
    audit: { exempt: 'the job that takes the action records it' },
    path: { connection_id: Type.String() },
    consumes: 'application/x-www-form-urlencoded',
    answer: NoAnswer,
  }),
  'POST /v1/incoming/{connection_id}/teams': endpoint({
    summary:
      'Take an activity of the bot in Microsoft Teams: its messaging endpoint, for calls with a token of the Bot Connector service. At most 1 MB, 60 calls a minute for each connection',
    access: 'public',
    audit: { exempt: 'the action itself is recorded' },
    path: { connection_id: Type.String() },
    consumes: 'application/json',
    answer: Type.Object(
      {
        statusCode: Type.Integer(),
        type: Type.String(),
        value: Type.Record(Type.String(), Type.Unknown(), { description: 'card for the person who acted' }),
      },
      { description: 'answer to an invoke activity `adaptiveCard/action`; other activities get an empty answer' },
    ),
  }),
};
