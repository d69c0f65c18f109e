import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';

/** The keys that a user changed. */
export const UserKeys = Type.Object({
  single_keys: Type.Boolean({ description: 'keys without Ctrl act' }),
  keys: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9.-]{0,79}$' }), Type.String({ maxLength: 3 }), {
    additionalProperties: false,
    maxProperties: 200,
    description: 'changed keys by the id of an action or a command: one character, or g and a letter for a command; empty for no key',
  }),
});
export type UserKeys = Static<typeof UserKeys>;

/** Keys of the console, which each user can change. */
export const userKeyEndpoints = {
  'GET /v1/tenants/users/keys': endpoint({
    summary: 'Read the keys of the console that the user changed',
    access: 'session',
    answer: UserKeys,
  }),
  'PUT /v1/tenants/users/keys': endpoint({
    summary: 'Replace the keys of the console that the user changed. Two actions that are available together cannot have the same key',
    access: 'session',
    audit: 'change',
    body: UserKeys.properties,
    answer: UserKeys,
  }),
};
