import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { Words } from '../vocabulary';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** States of the query language: what has just been read. */
export const QUERY_STATES = [
  'START', 'ACCESS', 'NOT', 'OR', 'AND', 'FOR', 'ANY', 'WITH', 'VIA',
  'RESOURCE_TYPE', 'RESOURCE_TYPE_NAME', 'RESOURCE_TYPE_ATTRIBUTES',
  'IDENTITY_TYPE', 'IDENTITY_TYPE_NAME', 'IDENTITY_TYPE_ATTRIBUTES',
  'VIA_TYPE', 'VIA_TYPE_NAME', 'VIA_TYPE_ATTRIBUTES',
  'ATTRIBUTES_VALUE', 'ATTRIBUTES_VALUE_NEXT', 'IDENTITY_ANY', 'OBJECT', 'OBJECT_NAME', 'END', 'ACTION_TYPE',
  'READING_USAGE_OPERATOR', 'READING_USAGE_GT_OPERAND', 'READING_USAGE_LT_OPERAND',
  'READING_ACTION_TYPE', 'READING_XACCOUNT_TYPE', 'READING_ACTION', 'WITH_ROLE', 'WITH_SCOPE',
] as const; // prettier-ignore
export const QUERY_STAGES = ['IDENTITY', 'ATTRIBUTE', 'RESOURCE', 'STAGE_VIA', 'PRIVILEGE'] as const;
export type QueryState = (typeof QUERY_STATES)[number];
export type QueryStage = (typeof QUERY_STAGES)[number];

export const RESPONSE_TYPES = ['AUTO_COMPLETE_RESP_TYPE_OPTIONS', 'AUTO_COMPLETE_RESP_TYPE_QUERY', 'AUTO_COMPLETE_RESP_TYPE_USAGE'] as const;

/** A row of an answer. Inventory rows leave the resource columns (or the identity columns) empty. */
export const AccessRow = Type.Object({
  identity: Type.String(),
  identity_type: Type.String(),
  identity_uri: Type.String(),
  identityAccountID: Type.String(),
  identity_account_name: Type.String(),
  resource: Type.String(),
  resource_type: Type.String(),
  resource_uri: Type.String(),
  resourceAccountID: Type.String(),
  resource_account_name: Type.String(),
  actions_str: Type.String({ description: '"RWA" with "-" for what is absent, then "C" where access is conditional' }),
});
export type AccessRow = Static<typeof AccessRow>;

export const OptionInfo = Type.Object({
  option: Type.String(),
  kind: Words(['keyword', 'type', 'name', 'attribute', 'value', 'operator', 'action']),
  description: Type.String(),
  count: Type.Union([Type.Integer(), Type.Null()]),
});
export type OptionInfo = Static<typeof OptionInfo>;

export const QueryError = Type.Object({
  position: Type.Integer({ description: 'UTF-16 offset of the word that is wrong' }),
  length: Type.Integer(),
  expected: Type.Array(Type.String()),
  message: Type.String({ description: 'a sentence for a person' }),
});
export type QueryError = Static<typeof QueryError>;

const SessionProps = Type.Object({
  session_id: Type.Optional(Type.String()),
  batch_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  is_next: Type.Optional(Type.Boolean()),
});

export const AutocompleteAnswer = Type.Object({
  options: Type.Array(Type.String(), { description: 'ascending; the single option "INVALID INPUT" where nothing can follow' }),
  option_info: Type.Array(OptionInfo),
  options_total: Type.Integer({ description: 'how many would match; at most 20 are listed' }),
  state: Words(QUERY_STATES),
  stage: Words(QUERY_STAGES),
  partial_word: Type.String(),
  accepting: Type.Boolean({ description: 'whether the input as it stands is a whole query' }),
  meaning: Type.Union([Type.String(), Type.Null()], { description: 'the query as one English sentence' }),
  error: Type.Union([QueryError, Type.Null()]),
  resp_type: Words(RESPONSE_TYPES),
  session_id: Type.Union([Type.String(), Type.Null()]),
  result_table: Type.Array(AccessRow),
  has_next: Type.Boolean(),
  has_prev: Type.Boolean(),
  usage_resp: Type.Union([Type.Null(), Type.Object({ start_timestamp: Type.String(), end_timestamp: Type.String(), query: Type.String() })]),
});
export type AutocompleteAnswer = Static<typeof AutocompleteAnswer>;

/** One step of a path: from an entity to the next by membership, assumption, attachment or grant. */
export const PathHop = Type.Object({
  uri: Type.String(),
  type: Type.String(),
  name: Type.String(),
  account_id: Type.String(),
  relation: Type.String({ description: 'how the previous hop leads here: member of, may assume, is granted by, reaches' }),
  conditions: Type.Array(Type.String({ description: 'in words' })),
});
export type PathHop = Static<typeof PathHop>;

export const DecidingStatement = Type.Object({
  effect: Words(['Allow', 'Deny']),
  policy_name: Type.String(),
  policy_uri: Type.String(),
  policy_id: Type.String({ description: 'for POST /v1/policy-reader/policies' }),
  policy_account_id: Type.String(),
  statement_index: Type.Integer(),
  statement: Type.Unknown({ description: 'the statement as the provider stores it' }),
  document: Type.String({ description: 'the whole policy document, JSON text' }),
  words: Type.String({ description: 'what the statement says, one sentence' }),
  conditions: Type.Array(Type.String()),
});
export type DecidingStatement = Static<typeof DecidingStatement>;

export const AccessPath = Type.Object({
  hops: Type.Array(PathHop),
  actions_str: Type.String(),
  conditional: Type.Boolean(),
  privileges: Type.Array(Type.String(), { description: 'the actions granted on the resource, at most 100' }),
  privileges_total: Type.Integer(),
  grants: Type.Array(DecidingStatement),
  limits: Type.Array(DecidingStatement, { description: 'what denies or limits on this path' }),
  sentence: Type.String({ description: 'the path in one sentence' }),
});
export type AccessPath = Static<typeof AccessPath>;

export const graphQueryEndpoints = {
  'POST /v1/graph-querymgr/autocomplete': endpoint({
    summary: 'Options only: what may follow the input. Never runs the query',
    access: read,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/autocomplete-user': endpoint({
    summary: 'Run a query and page through its answer by session; an incomplete query is answered with options',
    access: read,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }), session_props: Type.Optional(SessionProps) },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/close-session': endpoint({
    summary: 'Close a search session',
    access: read,
    owner: 'graph-explorer',
    body: { session_id: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/graph-querymgr/explain': endpoint({
    summary: 'Every path from an identity to a resource, with the statement that grants or denies',
    access: read,
    owner: 'graph-explorer',
    query: {
      identity_uri: Type.String(),
      resource_uri: Type.String(),
      as_of: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'in the graph at the end of this day, UTC' })),
    },
    answer: Type.Object({ identity: PathHop, resource: PathHop, actions_str: Type.String(), paths: Type.Array(AccessPath) }),
  }),
};
