import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../../endpoint';
import { StringEnum } from '../../vocabulary';
import { Count, CountFreshness, Nullable, NullableCount, paging, Query, INVENTORY_READ } from './common';

/**
 * Status of a person in the connected directories: active, active in some of them only, deprovisioned in all of them, or not listed by any. A
 * suspended, disabled or archived account counts as deprovisioned.
 */
export const PERSON_STATES = ['ACTIVE', 'PARTLY', 'DEPROVISIONED', 'UNKNOWN'] as const;

/** A reference to a person. */
export const PersonReference = Type.Object({ person_id: Type.String(), name: Type.String() });

const person = {
  person_id: Type.String(),
  name: Type.String(),
  email: Type.String({ description: 'empty: none is known' }),
  status: StringEnum(PERSON_STATES),
};

/** A person in the list. */
export const PersonRow = Type.Object({
  ...person,
  accounts_count: Count,
  clouds: Type.Array(Type.String(), { description: 'clouds and directories with an account of the person' }),
});
export type PersonRow = Static<typeof PersonRow>;

/** An account of a person. */
export const PersonAccount = Type.Object({
  uri: Type.String(),
  name: Type.String(),
  type: Type.String(),
  account_id: Type.String(),
  account_name: Type.String(),
  cloud_type: Type.String(),
  status: Type.String({ description: 'as its source says; empty: unknown' }),
  usable: Type.Boolean({ description: 'false when its source says that nobody can sign in with it' }),
  evidence: Type.Array(Type.String(), { description: 'facts that link the account to the person, in words' }),
  mfa: Type.Union([Type.Boolean(), Type.Null()]),
  key_age_days: NullableCount,
  privileged: Type.Boolean(),
  last_used: Nullable(Type.String()),
  objects_total: Count,
  objects_used: NullableCount,
  roles_total: Count,
});
export type PersonAccount = Static<typeof PersonAccount>;

/** A step that removes the access of a person. */
export const RemovalStep = Type.Object({
  uri: Type.String({ description: 'account that the step concerns' }),
  name: Type.String(),
  account_name: Type.String(),
  step: Type.String(),
  done: Type.Boolean({ description: 'true when the last snapshot shows it as done' }),
});
export type RemovalStep = Static<typeof RemovalStep>;

/** A person with all accounts. */
export const PersonDetail = Type.Object({
  ...person,
  ...CountFreshness,
  accounts: Type.Array(PersonAccount),
  removal: Type.Array(RemovalStep, { description: 'steps that remove the access, in this order' }),
  query: Query,
});
export type PersonDetail = Static<typeof PersonDetail>;

/** People, by all of their accounts in clouds and directories. */
export const peopleEndpoints = {
  'GET /v1/graph-querymgr/people': endpoint({
    summary: 'List people with the number of their accounts, by page',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    query: { ...paging, search: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name or the e-mail address' })) },
    answer: Type.Object({ ...CountFreshness, rows: Type.Array(PersonRow), total: Count }),
  }),
  'GET /v1/graph-querymgr/people/{person_id}': endpoint({
    summary: 'Read a person: all accounts, their status and use, and the steps that remove the access',
    access: INVENTORY_READ,
    owner: 'graph-explorer',
    path: { person_id: Type.String() },
    answer: PersonDetail,
  }),
};
