import { Type, type Static } from '@sinclair/typebox';
import { endpoint } from '../endpoint';
import { Words } from '../vocabulary';
import { AlertPlace } from './alerts';

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

/** Of a query about what changed: it came, it went, or it is of another kind now. */
export const ACCESS_CHANGES = ['ADDED', 'DELETED', 'CHANGED'] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

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
  policies: Type.Optional(Type.Array(Type.String(), { description: 'references to what grants it: LOOKUP:, IDP=, ROLE=' })),
  change: Type.Optional(Words(ACCESS_CHANGES)),
  actions_before: Type.Optional(Type.String({ description: 'of what changed: as actions_str was before; empty where there was none' })),
});
export type AccessRow = Static<typeof AccessRow>;

/** An event of a log. What the graph does not know has no URI, and its id in the place of its name. */
export const UsageEvent = Type.Object({
  event_id: Type.String(),
  event_name: Type.String(),
  action: Type.String(),
  refused: Type.Boolean({ description: 'whoever tried was not allowed to' }),
  identity_name: Type.String(),
  identity_uri: Type.String(),
  identity_type: Type.String(),
  identity_account_id: Type.String(),
  identity_account_name: Type.String(),
  session: Type.String({ description: 'the e-mail address under which somebody acted as the identity' }),
  resource_name: Type.String(),
  resource_uri: Type.String(),
  resource_type: Type.String(),
  resource_account_id: Type.String(),
  resource_account_name: Type.String(),
  ip_address: Type.String(),
  user_agent: Type.String(),
  timestamp: Type.String({ description: 'ISO 8601, UTC' }),
});
export type UsageEvent = Static<typeof UsageEvent>;

/** Columns that events are sorted and searched by. */
export const USAGE_FIELDS = ['timestamp', 'event_name', 'ip_address', 'user_agent'] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

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
  page_number: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'of a new session: the page that it opens at, from 0; the answer says which it is, where there are fewer',
    }),
  ),
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
  usage_table: Type.Array(UsageEvent, { description: 'the events of an answer of use, the last one first' }),
  has_next: Type.Boolean(),
  has_prev: Type.Boolean(),
  page_number: Type.Integer({ description: 'of a page of rows or events, from 0' }),
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

/** A part of a query that leaves nothing, though without it there would be something. */
export const Excluder = Type.Object({
  text: Type.String({ description: 'the part as it is written' }),
  query: Type.String({ description: 'the query without it' }),
  sentence: Type.String(),
});
export type Excluder = Static<typeof Excluder>;

export const SavedSearch = Type.Object({
  search_id: Type.String(),
  name: Type.String(),
  folder: Type.String({ description: 'empty: none' }),
  query: Type.String(),
  shared: Type.Boolean({ description: 'everybody of the tenant sees it' }),
  owner: Type.String({ description: 'e-mail address of whoever saved it' }),
  is_own: Type.Boolean(),
  saved_at: Type.String({ description: 'ISO 8601' }),
});
export type SavedSearch = Static<typeof SavedSearch>;

const savedFields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  folder: Type.Optional(Type.String({ maxLength: 200 })),
  query: Type.String({ minLength: 1, maxLength: 4000 }),
  shared: Type.Optional(Type.Boolean()),
};

export const graphQueryEndpoints = {
  'POST /v1/graph-querymgr/why-empty': endpoint({
    summary: 'Which parts of a query leave nothing: without each of them there would be an answer',
    access: read,
    audit: { not: 'it looks at the graph' },
    asks: true,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: Type.Object({ excluders: Type.Array(Excluder), sentence: Type.String({ description: 'the reason in short' }) }),
  }),
  'GET /v1/graph-querymgr/saved-searches': endpoint({
    summary: 'Searches that the user saved, and those that others share with the tenant',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({ searches: Type.Array(SavedSearch) }),
  }),
  'POST /v1/graph-querymgr/saved-searches': endpoint({
    summary: 'Save a search',
    access: read,
    audit: 'add',
    owner: 'graph-explorer',
    body: savedFields,
    answer: SavedSearch,
    status: 201,
  }),
  'PATCH /v1/graph-querymgr/saved-searches/{search_id}': endpoint({
    summary: 'Rename, move, share or change a saved search of the user',
    access: read,
    audit: 'change',
    owner: 'graph-explorer',
    path: { search_id: Type.String() },
    body: { name: Type.Optional(savedFields.name), folder: savedFields.folder, query: Type.Optional(savedFields.query), shared: savedFields.shared },
    answer: SavedSearch,
  }),
  'DELETE /v1/graph-querymgr/saved-searches/{search_id}': endpoint({
    summary: 'Delete a saved search; one of somebody else only with the right to write, where it is shared',
    access: read,
    audit: 'remove',
    owner: 'graph-explorer',
    path: { search_id: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/graph-querymgr/search-history': endpoint({
    summary: 'What the user searched for last, the latest first',
    access: read,
    owner: 'graph-explorer',
    answer: Type.Object({ searches: Type.Array(Type.Object({ query: Type.String(), searched_at: Type.String() })) }),
  }),
  'DELETE /v1/graph-querymgr/search-history': endpoint({
    summary: 'Forget what the user searched for',
    access: read,
    audit: { not: 'what somebody searched for is seen by that person alone' },
    owner: 'graph-explorer',
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/usage/usage': endpoint({
    summary: 'Events of one identity, or of the answer to a query, between two points in time, by page',
    access: read,
    owner: 'graph-explorer',
    query: {
      username: Type.Optional(Type.String({ maxLength: 2000, description: 'name or URI of the identity; without it a query is needed' })),
      'table_options.query': Type.Optional(Type.String({ maxLength: 4000 })),
      'table_options.page_number': Type.Optional(Type.Integer({ minimum: 0 })),
      'table_options.page_size': Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      'table_options.sorted_field': Type.Optional(Words(USAGE_FIELDS)),
      'table_options.sorted_asc': Type.Optional(Type.Boolean()),
      'table_options.search_filter': Type.Optional(Type.String({ maxLength: 500 })),
      'table_options.search_fields': Type.Optional(Type.Array(Words(USAGE_FIELDS))),
      start_time: Type.String({ description: 'ISO 8601' }),
      end_time: Type.String({ description: 'ISO 8601' }),
    },
    answer: Type.Object({ pages_count: Type.Integer(), usage_info_list: Type.Array(UsageEvent) }),
  }),
  'GET /v1/usage/user-location': endpoint({
    summary: 'Where an identity did something from, between two points in time, by address, the last first',
    access: read,
    owner: 'graph-explorer',
    query: {
      username: Type.String({ minLength: 1, maxLength: 2000, description: 'name or URI of the identity' }),
      start_time: Type.String({ description: 'ISO 8601' }),
      end_time: Type.String({ description: 'ISO 8601' }),
    },
    answer: Type.Object({
      user_location_list: Type.Array(
        Type.Object({
          ip_address: Type.String(),
          location: Type.Union([AlertPlace, Type.Null()], { description: 'null: nobody can tell where the address is' }),
          first_time: Type.String(),
          last_time: Type.String(),
          event_count: Type.Integer(),
        }),
      ),
      is_cut: Type.Boolean({ description: 'there were more events than are looked at: the newest were' }),
    }),
  }),
  'GET /v1/usage/eventraw': endpoint({
    summary: 'One event as its log has it',
    access: read,
    owner: 'graph-explorer',
    query: { event_id: Type.String({ minLength: 1, maxLength: 500 }) },
    answer: Type.Object({ unparsed_event: Type.String({ description: 'JSON text' }) }),
  }),
  'POST /v1/graph-querymgr/autocomplete': endpoint({
    summary: 'Options only: what may follow the input. Never runs the query',
    access: read,
    audit: { not: 'it looks at the graph' },
    asks: true,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/autocomplete-user': endpoint({
    summary: 'Run a query and page through its answer by session; an incomplete query is answered with options',
    access: read,
    audit: { not: 'it looks at the graph' },
    asks: true,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }), session_props: Type.Optional(SessionProps) },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/close-session': endpoint({
    summary: 'Close a search session',
    access: read,
    audit: { not: 'the pages of a search are seen by whoever searches alone' },
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
