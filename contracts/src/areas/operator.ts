import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { AREA_NAME_PATTERN } from '../area-names';
import { SCOPES, type Scope } from '../rights';

/** A scope of CAM, or a right that an area declares. */
const ScopeSchema = Type.Unsafe<Scope>({
  anyOf: [
    { type: 'string', enum: [...SCOPES] },
    { type: 'string', pattern: AREA_NAME_PATTERN },
  ],
});

const PoolUser = Type.Object({ email: Type.String(), tenant: Type.String(), scopes: Type.Array(ScopeSchema) });

const FirstPassword = {
  first_password: Type.Union([Type.String(), Type.Null()], { description: 'a random password; null if the call named one' }),
  first_password_until: Type.Union([Type.String(), Type.Null()], { description: 'time until which the first password counts' }),
};
const NewPoolUser = Type.Object({ email: Type.String(), tenant: Type.String(), scopes: Type.Array(ScopeSchema), ...FirstPassword });

/** The key that signs the tokens for the servers of teams, after it was replaced. */
export const RotatedBackEndKey = Type.Object({
  kid: Type.String({ description: 'name of the new key' }),
  signs_from: Type.String({ description: 'time from which the new key signs' }),
  published: Type.Integer({ description: 'number of published keys' }),
});
export type RotatedBackEndKey = Static<typeof RotatedBackEndKey>;

/** Calls of the command line on the machine of the installation, authorised by the key file in the data folder. */
export const operatorEndpoints = {
  'POST /v1/operator/token': endpoint({
    summary: 'Issue a bearer token of the embedded platform, for one of its users or for an operator of a tenant',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    body: {
      user: Type.Optional(Type.String({ description: 'email address of a user of the embedded user pool' })),
      tenant: Type.Optional(Type.String({ description: 'without user: the tenant of an operator token' })),
      scopes: Type.Optional(Type.Array(ScopeSchema, { description: 'without user: limits the granted scopes; all by default' })),
    },
    answer: Type.Object({ access_token: Type.String(), token_type: Type.String(), expires_in: Type.Integer(), tenant: Type.String() }),
  }),
  'POST /v1/operator/tenants': endpoint({
    summary: 'Create a tenant with its first administrator in the embedded user pool',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    status: 201,
    body: {
      tenant_id: Type.String({ pattern: '^[a-z][a-z0-9-]{1,40}$' }),
      name: Type.String({ minLength: 1, maxLength: 200 }),
      admin_email: Type.Optional(Type.String()),
      admin_password: Type.Optional(Type.String({ description: 'without it: a random first password, which the administrator replaces at sign-in' })),
      is_first_password: Type.Optional(
        Type.Boolean({ description: 'admin_password is a first password: it counts for 72 hours, and must be replaced at sign-in' }),
      ),
    },
    answer: Type.Object({ tenant_id: Type.String(), name: Type.String(), admin_email: Type.Union([Type.String(), Type.Null()]), ...FirstPassword }),
  }),
  'POST /v1/operator/tenants/{tenant_id}/check': endpoint({
    summary: 'Compare the stored facts of every source with those of its last import',
    access: 'operator-key',
    audit: { exempt: 'it stores only its result' },
    path: { tenant_id: Type.String() },
    answer: Type.Object({
      sources: Type.Integer({ description: 'number of sources that were compared' }),
      unknown: Type.Array(Type.String(), { description: 'accounts that were last imported by a release that recorded no manifest' }),
      differing: Type.Array(
        Type.Object({
          account_id: Type.String(),
          cloud_type: Type.String(),
          stored: Type.Integer({ description: 'number of stored facts' }),
          imported: Type.Integer({ description: 'number of facts of the last import' }),
        }),
        { description: 'sources whose stored facts are not those of their last import' },
      ),
    }),
  }),
  'POST /v1/operator/users': endpoint({
    summary: 'Add a user to the embedded user pool',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    status: 201,
    body: {
      email: Type.String({ minLength: 3, maxLength: 320 }),
      tenant: Type.String(),
      password: Type.Optional(
        Type.String({ maxLength: 1000, description: 'without it: a random first password, which the user replaces at the first sign-in' }),
      ),
      scopes: Type.Array(ScopeSchema),
      first_name: Type.Optional(Type.String({ maxLength: 200 })),
      last_name: Type.Optional(Type.String({ maxLength: 200 })),
    },
    answer: NewPoolUser,
  }),
  'POST /v1/operator/users/{email}/first-password': endpoint({
    summary: 'Set a random first password for a user who lost the password, and end all sessions of the user',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    path: { email: Type.String() },
    answer: NewPoolUser,
  }),
  'PATCH /v1/operator/users/{email}': endpoint({
    summary: 'Replace the rights of a user of the embedded user pool. A removed right ends all sessions of the user',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    path: { email: Type.String() },
    body: { scopes: Type.Array(ScopeSchema) },
    answer: PoolUser,
  }),
  'DELETE /v1/operator/users/{email}': endpoint({
    summary: 'Remove a user from the embedded user pool, and end all sessions of the user',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    path: { email: Type.String() },
    answer: PoolUser,
  }),
  'DELETE /v1/operator/users/{email}/second-factor': endpoint({
    summary: 'Remove the second factors of a user who lost them, and end all sessions of the user',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    path: { email: Type.String() },
    answer: PoolUser,
  }),
  'POST /v1/operator/secrets/rotate': endpoint({
    summary: 'Replace the key that seals secrets, and seal all secrets again',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    answer: Type.Object({
      sealed: Type.Integer({ description: 'number of secrets sealed with the new key' }),
      lost: Type.Integer({ description: 'number of secrets that no key opens' }),
    }),
  }),
  'POST /v1/operator/secrets/rotate-back-end-key': endpoint({
    summary: 'Replace the key that signs the tokens for the servers of teams',
    access: 'operator-key',
    audit: { exempt: 'the installation calls it, not a user of a tenant' },
    body: {
      compromised: Type.Optional(
        Type.Boolean({ description: 'ends the former keys at once; otherwise they stay published while their tokens live' }),
      ),
    },
    answer: RotatedBackEndKey,
  }),
};
