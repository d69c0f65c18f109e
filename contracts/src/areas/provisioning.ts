import { Type, type Static } from '@sinclair/typebox';
import { API_TOKEN_SCOPES, ROTATION_HOURS } from '../api-token-scopes';
import { endpoint, NoAnswer } from '../endpoint';
import { WRITE_RIGHTS } from '../rights';
import { MOST_RIGHTS_RULES } from '../single-sign-on';
import { StringEnum } from '../vocabulary';

const Time = Type.String({ description: 'ISO 8601' });

/** A token with which a provider manages users, without its value. */
export const ProvisioningToken = Type.Object({
  token_id: Type.String(),
  name: Type.String(),
  created_by: Type.String({ description: 'e-mail of the creator' }),
  created_time: Time,
  last_used_time: Type.Union([Time, Type.Null()]),
  last_used_from: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the last use' }),
});
export type ProvisioningToken = Static<typeof ProvisioningToken>;

/** Gives scopes to the users of a group. */
export const GroupRule = Type.Object(
  {
    group: Type.String({ minLength: 1, maxLength: 500, description: 'name of the group, in the same case; * stands for any group' }),
    scopes: Type.Array(StringEnum(API_TOKEN_SCOPES), { minItems: 1, maxItems: API_TOKEN_SCOPES.length, uniqueItems: true }),
  },
  { additionalProperties: false },
);
export type GroupRule = Static<typeof GroupRule>;

/** A group that the provider manages. */
export const ProvisionedGroup = Type.Object({ name: Type.String(), users_count: Type.Integer() });
export type ProvisionedGroup = Static<typeof ProvisionedGroup>;

const admin = { access: WRITE_RIGHTS.GENERAL, apiTokens: false } as const;
const Rules = Type.Array(GroupRule, { maxItems: MOST_RIGHTS_RULES });
const NewToken = Type.Object({ token: Type.String({ description: 'the value, which cannot be read again' }), provisioning_token: ProvisioningToken });

/** Provisioning: the provider of the organization adds, changes and removes users with SCIM 2.0. */
export const provisioningEndpoints = {
  'GET /v1/provisioning': endpoint({
    ...admin,
    summary: 'Read the set-up of provisioning with SCIM, its tokens, groups and rules',
    answer: Type.Object({
      is_available: Type.Boolean({ description: 'false: an outside identity platform manages the users' }),
      url: Type.String({ description: 'base address of SCIM' }),
      tokens: Type.Array(ProvisioningToken),
      rules: Type.Array(GroupRule),
      groups: Type.Array(ProvisionedGroup, { description: 'the first 200 by name' }),
      groups_count: Type.Integer(),
      users_count: Type.Integer(),
      active_users_count: Type.Integer(),
    }),
  }),
  'PUT /v1/provisioning/rules': endpoint({
    ...admin,
    summary: 'Replace the rules that turn groups into rights. They count at once',
    audit: 'change',
    body: { rules: Rules },
    answer: Type.Object({ rules: Rules }),
  }),
  'POST /v1/provisioning/tokens': endpoint({
    ...admin,
    summary: 'Create a token for the provider',
    audit: 'add',
    body: { name: Type.String({ minLength: 1, maxLength: 100 }) },
    answer: NewToken,
    status: 201,
  }),
  'POST /v1/provisioning/tokens/{token_id}/rotate': endpoint({
    ...admin,
    summary: `Give a provisioning token a new value. The former one stays valid for ${ROTATION_HOURS} hours`,
    audit: 'change',
    path: { token_id: Type.String() },
    answer: NewToken,
  }),
  'DELETE /v1/provisioning/tokens/{token_id}': endpoint({
    ...admin,
    summary: 'Revoke a provisioning token at once',
    audit: 'remove',
    path: { token_id: Type.String() },
    answer: NoAnswer,
  }),
};
