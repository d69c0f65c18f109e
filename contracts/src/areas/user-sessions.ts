import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { StringEnum } from '../vocabulary';

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

/** A second factor of the user. */
export const SecondFactor = Type.Object({
  factor_id: Type.String(),
  kind: StringEnum(['totp', 'passkey'] as const),
  name: Type.String(),
  created_time: Type.String({ description: 'ISO 8601' }),
  last_used_time: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601' }),
});
export type SecondFactor = Static<typeof SecondFactor>;

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
  'GET /v1/tenants/users/second-factor': endpoint({
    summary: "List the user's own second factors",
    access: 'session',
    answer: Type.Object({
      factors: Type.Array(SecondFactor),
      recovery_codes_left: Type.Integer(),
      is_required: Type.Boolean({ description: 'the tenant requires a second factor at sign-in' }),
      manage_url: Type.Union([Type.String(), Type.Null()], {
        description: 'page that adds and removes second factors; null if another system manages the sign-in',
      }),
    }),
  }),
  'PUT /v1/tenants/second-factor': endpoint({
    summary: 'Set whether all users of the tenant need a second factor at their next sign-in',
    access: WRITE_RIGHTS.GENERAL,
    apiTokens: false,
    audit: 'change',
    body: { is_required: Type.Boolean() },
    answer: Type.Object({ is_required: Type.Boolean() }),
  }),
};
