import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';

/** A browser that the user signed in with. */
export const UserSession = Type.Object({
  session_id: Type.String(),
  is_current: Type.Boolean({ description: 'the session of this request' }),
  device: Type.String({ description: 'browser and system by the user agent, for example "Firefox on Windows"' }),
  address: Type.String({ description: 'IP address of the last use' }),
  signed_in_time: Type.String({ description: 'ISO 8601' }),
  last_used_time: Type.String({ description: 'ISO 8601, to the minute' }),
});
export type UserSession = Static<typeof UserSession>;

/** The user's own sessions. An outside identity platform manages its sessions itself, and the list is then empty. */
export const userSessionEndpoints = {
  'GET /v1/tenants/users/sessions': endpoint({
    summary: "List the user's own sessions",
    access: 'session',
    answer: Type.Object({ sessions: Type.Array(UserSession) }),
  }),
  'DELETE /v1/tenants/users/sessions/{session_id}': endpoint({
    summary: "End one of the user's own sessions",
    access: 'session',
    audit: 'remove',
    path: { session_id: Type.String() },
    answer: NoAnswer,
    status: 204,
  }),
  'DELETE /v1/tenants/users/sessions': endpoint({
    summary: 'Sign out everywhere: end all sessions and tokens of the user except the one of this request',
    access: 'session',
    audit: 'remove',
    answer: Type.Object({ ended: Type.Integer({ description: 'number of ended sessions' }) }),
  }),
};
