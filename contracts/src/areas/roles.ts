import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NoAnswer } from '../endpoint';
import { ROLE_MEMBER_KINDS } from '../role-rights';
import { WRITE_RIGHTS } from '../rights';
import { StringEnum } from '../vocabulary';

/** A person by e-mail address, or a group: one that a provider manages with SCIM, or that the identity platform names in its tokens. */
export const RoleMember = Type.Object(
  { kind: StringEnum(ROLE_MEMBER_KINDS), name: Type.String({ minLength: 1, maxLength: 320, description: 'e-mail address, or name of the group' }) },
  { additionalProperties: false },
);
export type RoleMember = Static<typeof RoleMember>;

const access = {
  rights: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
  accounts: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 500,
    uniqueItems: true,
    description: 'ids of the only accounts in which the rights apply; empty: all',
  }),
};

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  description: Type.String({ maxLength: 500 }),
  ...access,
  members: Type.Array(RoleMember, { maxItems: 1000, uniqueItems: true }),
};

/** A role: rights, the accounts in which they apply, and who has them. */
export const Role = Type.Object({
  role_id: Type.String(),
  ...fields,
  built_in: Type.Boolean({ description: 'only its members can be changed' }),
  version: Type.Integer({ description: 'grows with each change' }),
  changed_by: Type.String({ description: 'e-mail address; empty for a built-in role' }),
  changed_time: Type.Union([Type.String({ description: 'ISO 8601' }), Type.Null()]),
});
export type Role = Static<typeof Role>;

/** The calls about one subject that a role may make. */
export const RoleCalls = Type.Object({
  subject: Type.String(),
  calls: Type.Array(
    Type.Object({
      summary: Type.String(),
      changes: Type.Boolean({ description: 'the call changes something' }),
      refused: Type.String({ description: 'why the call refuses a role that is limited to accounts; empty: it serves the role' }),
    }),
  ),
});
export type RoleCalls = Static<typeof RoleCalls>;

const RolePath = { role_id: Type.String({ maxLength: 100 }) };

/** Roles of the tenant. They add rights to those that users have from the identity platform. */
export const roleEndpoints = {
  'GET /v1/roles': endpoint({
    summary: 'List the roles with their members, and the rights that the caller may give',
    access: WRITE_RIGHTS.GENERAL,
    answer: Type.Object({
      roles: Type.Array(Role, { description: 'built-in roles first, then by name' }),
      grantable: Type.Array(Type.String(), { description: 'rights that the caller holds, and may give to roles' }),
    }),
  }),
  'POST /v1/roles': endpoint({
    summary: 'Add a role. Nobody can give rights that they do not hold',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'add',
    body: fields,
    answer: Role,
    status: 201,
  }),
  'PUT /v1/roles/{role_id}': endpoint({
    summary: 'Change a role and its members. The change takes effect with the next call of each member',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'change',
    path: RolePath,
    body: { ...fields, version: Type.Optional(Type.Integer({ description: 'refuses the change when the role has another version' })) },
    answer: Role,
  }),
  'DELETE /v1/roles/{role_id}': endpoint({
    summary: 'Delete a role. Its members lose its rights with their next call',
    access: WRITE_RIGHTS.GENERAL,
    audit: 'remove',
    path: RolePath,
    status: 204,
    answer: NoAnswer,
  }),
  'POST /v1/roles/preview': endpoint({
    summary: 'List the calls that a role with these rights and accounts may make, without saving it',
    access: WRITE_RIGHTS.GENERAL,
    audit: { exempt: 'It changes nothing.' },
    readOnly: true,
    body: access,
    answer: Type.Object({ subjects: Type.Array(RoleCalls, { description: 'subjects without a call of the role are left out' }) }),
  }),
};
