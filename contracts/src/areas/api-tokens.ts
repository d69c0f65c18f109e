import { Type, type Static } from '@sinclair/typebox';
import { API_TOKEN_KINDS, API_TOKEN_SCOPES, MAX_TOKEN_DAYS, ROTATION_HOURS } from '../api-token-scopes';
import { endpoint, NoAnswer } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { StringEnum } from '../vocabulary';

const Time = Type.String({ description: 'ISO 8601' });

/** An API token without its value, which only its creator sees, once. */
export const ApiToken = Type.Object({
  token_id: Type.String(),
  name: Type.String(),
  kind: StringEnum(API_TOKEN_KINDS),
  owner: Type.String({ description: 'email address of the user who created it' }),
  scopes: Type.Array(StringEnum(API_TOKEN_SCOPES)),
  networks: Type.Array(Type.String(), { description: 'addresses and networks (CIDR) that may use it; empty: any address' }),
  accounts: Type.Array(Type.String(), { description: 'ids of the only accounts that it may read; empty: all' }),
  created_time: Time,
  expires_time: Time,
  last_used_time: Type.Union([Time, Type.Null()]),
  last_used_from: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the last use' }),
  revoked_time: Type.Union([Time, Type.Null()]),
  assistant_host: Type.Union([Type.String(), Type.Null()], {
    description: 'host of the assistant that a user connected by signing in; null: a token whose value its owner has',
  }),
});
export type ApiToken = Static<typeof ApiToken>;

const NewApiToken = Type.Object({ token: Type.String({ description: 'the value, which cannot be read again' }), api_token: ApiToken });

const Policy = Type.Object({ max_days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS, description: 'longest life of a new token' }) });

const Accounts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'ids of the only accounts that the token may read; without them, all',
  }),
);

/** API tokens: calls without a browser. A token never creates tokens, and never changes how users sign in. */
export const apiTokenEndpoints = {
  'GET /v1/tokens': endpoint({
    summary: "List the user's own API tokens; for an administrator, also the service tokens and those of other users",
    access: 'session',
    answer: Type.Object({ tokens: Type.Array(ApiToken), max_days: Type.Integer() }),
  }),
  'POST /v1/tokens': endpoint({
    summary: 'Create an API token',
    access: 'session',
    audit: 'add',
    body: {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      kind: StringEnum(API_TOKEN_KINDS),
      scopes: Type.Array(StringEnum(API_TOKEN_SCOPES), { minItems: 1, maxItems: API_TOKEN_SCOPES.length, uniqueItems: true }),
      days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
      networks: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 })),
      accounts: Accounts,
    },
    answer: NewApiToken,
    status: 201,
  }),
  'POST /v1/tokens/requests': endpoint({
    summary: 'Ask for an API token, which a user allows in the console. For programs without a token, as in RFC 8628',
    access: 'public',
    audit: { exempt: 'nothing is granted yet' },
    body: {
      name: Type.String({ minLength: 3, maxLength: 100, description: 'shown to the user, such as "cam on ana-laptop"' }),
      accounts: Accounts,
    },
    answer: Type.Object({
      device_code: Type.String({ description: 'secret of the program' }),
      user_code: Type.String({ description: 'code that the user types' }),
      verification_uri: Type.String(),
      verification_uri_complete: Type.String({ description: 'the same with the code' }),
      expires_in: Type.Integer({ description: 'seconds' }),
      interval: Type.Integer({ description: 'seconds between two questions for the token' }),
    }),
  }),
  'POST /v1/tokens/requests/value': endpoint({
    summary: 'Take the requested token, once. Null: the user has not decided. 403: the user refused. 404: the request is over',
    access: 'public',
    audit: { exempt: 'the decision of the user is recorded' },
    body: { device_code: Type.String({ minLength: 10, maxLength: 100 }) },
    answer: Type.Object({ token: Type.Union([Type.String(), Type.Null()]) }),
  }),
  'GET /v1/tokens/requests/{user_code}': endpoint({
    summary: 'Read who asks for a token with this code',
    access: 'session',
    path: { user_code: Type.String({ maxLength: 20 }) },
    answer: Type.Object({
      name: Type.String(),
      address: Type.String(),
      created_time: Time,
      accounts: Type.Array(Type.String(), { description: 'accounts to which the program wants its token limited; empty: all' }),
    }),
  }),
  'POST /v1/tokens/requests/{user_code}': endpoint({
    summary: 'Give the program that shows this code a personal token',
    access: 'session',
    audit: 'add',
    path: { user_code: Type.String({ maxLength: 20 }) },
    body: {
      scopes: Type.Array(StringEnum(API_TOKEN_SCOPES), { minItems: 1, maxItems: API_TOKEN_SCOPES.length, uniqueItems: true }),
      days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
      accounts: Accounts,
    },
    answer: Type.Object({ api_token: ApiToken }),
  }),
  'DELETE /v1/tokens/requests/{user_code}': endpoint({
    summary: 'Refuse the program that shows this code',
    access: 'session',
    audit: { exempt: 'nothing was granted' },
    path: { user_code: Type.String({ maxLength: 20 }) },
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/tokens/{token_id}/rotate': endpoint({
    summary: `Give an API token a new value; the former one stays valid for ${ROTATION_HOURS} hours`,
    access: 'session',
    audit: 'change',
    path: { token_id: Type.String() },
    answer: NewApiToken,
  }),
  'DELETE /v1/tokens/{token_id}': endpoint({
    summary: 'Revoke an API token',
    access: 'session',
    audit: 'remove',
    path: { token_id: Type.String() },
    answer: NoAnswer,
    status: 204,
  }),
  'PUT /v1/tokens/policy': endpoint({
    summary: 'Set the longest life of new API tokens of the tenant',
    access: WRITE_RIGHTS.GENERAL,
    apiTokens: false,
    audit: 'change',
    body: Policy.properties,
    answer: Policy,
  }),
};
