import { Type, type Static } from '@sinclair/typebox';
import { endpoint, NARROWED, NO_ACCOUNTS, OWN_ROWS, refusedWithin } from '../endpoint';
import { StringEnum } from '../vocabulary';
import { AlertPlace } from './alerts';

const read = ['CAM_GENERAL_READ', 'CAM_GENERAL_WRITE'] as const;

/** States of the query language: the element that was read last. */
export const QUERY_STATES = [
  'START', 'ACCESS', 'NOT', 'OR', 'AND', 'FOR', 'ANY', 'WITH', 'VIA',
  'RESOURCE_TYPE', 'RESOURCE_TYPE_NAME', 'RESOURCE_TYPE_ATTRIBUTES',
  'IDENTITY_TYPE', 'IDENTITY_TYPE_NAME', 'IDENTITY_TYPE_ATTRIBUTES',
  'VIA_TYPE', 'VIA_TYPE_NAME', 'VIA_TYPE_ATTRIBUTES',
  'ATTRIBUTES_VALUE', 'ATTRIBUTES_VALUE_NEXT', 'IDENTITY_ANY', 'OBJECT', 'OBJECT_NAME', 'END', 'ACTION_TYPE',
  'READING_USAGE_OPERATOR', 'READING_USAGE_GT_OPERAND', 'READING_USAGE_LT_OPERAND',
  'READING_ACTION_TYPE', 'READING_XACCOUNT_TYPE', 'READING_ACTION', 'WITH_ROLE', 'WITH_SCOPE',
] as const; // prettier-ignore
/** Parts of a query, in order of input. */
export const QUERY_STAGES = ['IDENTITY', 'ATTRIBUTE', 'RESOURCE', 'STAGE_VIA', 'PRIVILEGE'] as const;
export type QueryState = (typeof QUERY_STATES)[number];
export type QueryStage = (typeof QUERY_STAGES)[number];

/** Kinds of an answer: suggestions, access rows or events. */
export const RESPONSE_TYPES = ['AUTO_COMPLETE_RESP_TYPE_OPTIONS', 'AUTO_COMPLETE_RESP_TYPE_QUERY', 'AUTO_COMPLETE_RESP_TYPE_USAGE'] as const;

/** Changes that a query about changed access finds: added, removed or changed. */
export const ACCESS_CHANGES = ['ADDED', 'DELETED', 'CHANGED'] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** A row of a query answer. Inventory rows leave the identity or the resource columns empty. */
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
  actions_str: Type.String({ description: '"RWA" with "-" for each kind of access that is not possible; empty without access' }),
  conditional_actions_str: Type.String({ description: '"RWA" with "-" for each kind of access that is unconditional or not possible' }),
  policies: Type.Optional(Type.Array(Type.String(), { description: 'references to the granting policies: LOOKUP:, IDP=, ROLE=' })),
  last_used: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'where requested: last use of the resource by the identity, or in sessions that it started; null: no log holds one',
    }),
  ),
  change: Type.Optional(StringEnum(ACCESS_CHANGES)),
  actions_before: Type.Optional(Type.String({ description: 'for changed access: the previous actions_str; empty when there was none' })),
  conditional_actions_before: Type.Optional(Type.String({ description: 'for changed access: the previous conditional_actions_str' })),
});
export type AccessRow = Static<typeof AccessRow>;

/** A logged event. Entities outside the graph have no URI, and their id as name. */
export const UsageEvent = Type.Object({
  event_id: Type.String(),
  event_name: Type.String(),
  action: Type.String(),
  refused: Type.Boolean({ description: 'the call was denied' }),
  identity_name: Type.String(),
  identity_uri: Type.String(),
  identity_type: Type.String(),
  identity_account_id: Type.String(),
  identity_account_name: Type.String(),
  session: Type.String({
    description: 'e-mail address or native id of the user who started the session of the identity; empty: unknown, or no session',
  }),
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

/** Columns for sorting and searching events. */
export const USAGE_FIELDS = ['timestamp', 'event_name', 'ip_address', 'user_agent'] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

/** A suggestion for the next word of a query. */
export const OptionInfo = Type.Object({
  option: Type.String(),
  kind: StringEnum(['keyword', 'type', 'name', 'attribute', 'value', 'operator', 'action']),
  description: Type.String(),
  count: Type.Union([Type.Integer(), Type.Null()]),
});
export type OptionInfo = Static<typeof OptionInfo>;

/** An error in a query, with its position. */
export const QueryError = Type.Object({
  position: Type.Integer({ description: 'UTF-16 offset of the invalid word' }),
  length: Type.Integer(),
  expected: Type.Array(Type.String()),
  message: Type.String({ description: 'sentence for the user' }),
  suggestion: Type.Optional(Type.String({ description: 'the query with its clauses in a valid order' })),
});
export type QueryError = Static<typeof QueryError>;

const SessionProps = Type.Object({
  session_id: Type.Optional(Type.String()),
  batch_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  is_next: Type.Optional(Type.Boolean()),
  page_number: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'for a new session: the first page, from 0; the answer holds the actual page when there are fewer',
    }),
  ),
});

/** Answer to a query or to an incomplete input. */
export const AutocompleteAnswer = Type.Object({
  options: Type.Array(Type.String(), { description: 'ascending; the single option "INVALID INPUT" when nothing can follow' }),
  option_info: Type.Array(OptionInfo),
  options_total: Type.Integer({ description: 'number of matching options; at most 20 are listed' }),
  state: StringEnum(QUERY_STATES),
  stage: StringEnum(QUERY_STAGES),
  partial_word: Type.String(),
  accepting: Type.Boolean({ description: 'true when the input is a complete query' }),
  meaning: Type.Union([Type.String(), Type.Null()], { description: 'the query in one English sentence' }),
  error: Type.Union([QueryError, Type.Null()]),
  resp_type: StringEnum(RESPONSE_TYPES),
  session_id: Type.Union([Type.String(), Type.Null()]),
  result_table: Type.Array(AccessRow),
  usage_table: Type.Array(UsageEvent, { description: 'events of a usage answer, the latest first' }),
  has_next: Type.Boolean(),
  has_prev: Type.Boolean(),
  page_number: Type.Integer({ description: 'page of rows or events, from 0' }),
  usage_resp: Type.Union([Type.Null(), Type.Object({ start_timestamp: Type.String(), end_timestamp: Type.String(), query: Type.String() })]),
});
export type AutocompleteAnswer = Static<typeof AutocompleteAnswer>;

/** One hop of an access path: from an entity to the next by membership, assumption, attachment or grant. */
export const PathHop = Type.Object({
  uri: Type.String(),
  type: Type.String(),
  name: Type.String(),
  account_id: Type.String(),
  relation: Type.String({ description: 'relation to the previous hop: member of, may assume, is granted by, reaches' }),
  conditions: Type.Array(Type.String({ description: 'in words' })),
});
export type PathHop = Static<typeof PathHop>;

/** A policy statement that grants or denies access. */
export const DecidingStatement = Type.Object({
  effect: StringEnum(['Allow', 'Deny']),
  policy_name: Type.String(),
  policy_uri: Type.String(),
  policy_id: Type.String({ description: 'policy id for POST /v1/policy-reader/policies' }),
  policy_account_id: Type.String(),
  statement_index: Type.Integer(),
  statement: Type.Unknown({ description: 'the statement as the provider stores it' }),
  document: Type.String({ description: 'the whole policy document, JSON text' }),
  words: Type.String({ description: 'the statement in one sentence' }),
  conditions: Type.Array(Type.String()),
});
export type DecidingStatement = Static<typeof DecidingStatement>;

/** How far an access path grants what a query asks for: without conditions, under conditions, or not at all. */
export const ASKED_GRANTS = ['ALWAYS', 'CONDITIONALLY', 'NO'] as const;
export type AskedGrant = (typeof ASKED_GRANTS)[number];

/** An access path with the statements that grant and limit it. */
export const AccessPath = Type.Object({
  hops: Type.Array(PathHop),
  actions_str: Type.String(),
  conditional_actions_str: Type.String(),
  conditional: Type.Boolean({ description: 'all access of the path is conditional' }),
  privileges: Type.Array(Type.String(), { description: 'actions granted on the resource, at most 100' }),
  privileges_total: Type.Integer(),
  grants: Type.Array(DecidingStatement),
  limits: Type.Array(DecidingStatement, { description: 'statements that deny or limit access on this path' }),
  sentence: Type.String({ description: 'the path in one sentence' }),
  grants_asked: Type.Optional(
    Type.Unsafe<AskedGrant>({
      ...StringEnum(ASKED_GRANTS),
      description: 'whether the path grants a privilege that the query asks for; absent without one',
    }),
  ),
});
export type AccessPath = Static<typeof AccessPath>;

/** A condition that empties the answer: without it, the query has results. */
export const Excluder = Type.Object({
  text: Type.String({ description: 'the condition as written' }),
  query: Type.String({ description: 'the query without the condition' }),
  sentence: Type.String(),
});
export type Excluder = Static<typeof Excluder>;

/** Things that a part of a query finds by itself, without the other parts. */
export const QueryMatches = Type.Object({
  count: Type.Integer({ description: 'number of things that match, of those looked at' }),
  of: Type.Integer({ description: 'number of things looked at' }),
  is_whole: Type.Boolean({ description: 'false: there are more things than were looked at' }),
  examples: Type.Array(Type.String(), { description: 'at most three names of things that match' }),
  others: Type.Array(Type.String(), { description: 'at most three names of things that do not match' }),
});
export type QueryMatches = Static<typeof QueryMatches>;

/** A part of a query in words. Lines follow the line that they belong to, one level deeper. */
export const QueryLine = Type.Object({
  depth: Type.Integer({ description: 'level in the tree, from 0' }),
  words: Type.String(),
  text: Type.String({ description: 'the part as the query language writes it; empty where it names the same identities again' }),
  matches: Type.Optional(
    Type.Union([QueryMatches, Type.Null()], { description: 'what the part finds by itself; null for parts that find nothing by themselves' }),
  ),
  cost: Type.Optional(Type.String({ description: 'why the part may be slow; empty for a fast one' })),
});
export type QueryLine = Static<typeof QueryLine>;

/** A query that a user saved. */
export const SavedSearch = Type.Object({
  search_id: Type.String(),
  name: Type.String(),
  folder: Type.String({ description: 'empty without a folder' }),
  query: Type.String(),
  shared: Type.Boolean({ description: 'visible to every user of the tenant' }),
  owner: Type.String({ description: 'email address of the owner' }),
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

/** Queries on the access graph, saved searches and activity of identities. */
export const graphQueryEndpoints = {
  'POST /v1/graph-querymgr/why-empty': endpoint({
    summary: 'Find the conditions that empty the answer to a query',
    access: read,
    audit: { exempt: 'it only reads the graph' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: Type.Object({ excluders: Type.Array(Excluder), sentence: Type.String({ description: 'the reason in one sentence' }) }),
  }),
  'GET /v1/graph-querymgr/saved-searches': endpoint({
    summary: "List the user's saved searches and those shared with the tenant",
    access: read,
    accounts: refusedWithin('saved searches may name entities of other accounts'),
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
    summary: 'Delete a saved search. A shared search of another user requires write permission',
    access: read,
    audit: 'remove',
    owner: 'graph-explorer',
    path: { search_id: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/graph-querymgr/search-history': endpoint({
    summary: "List the user's recent searches, the latest first",
    access: read,
    accounts: refusedWithin('the searches of the user may name entities of other accounts'),
    owner: 'graph-explorer',
    answer: Type.Object({ searches: Type.Array(Type.Object({ query: Type.String(), searched_at: Type.String() })) }),
  }),
  'DELETE /v1/graph-querymgr/search-history': endpoint({
    summary: "Clear the user's search history",
    access: read,
    audit: { exempt: 'only the user sees the search history' },
    owner: 'graph-explorer',
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/usage/usage': endpoint({
    summary: 'List the events of an identity or of a query in a time range, by page',
    access: read,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    query: {
      username: Type.Optional(Type.String({ maxLength: 2000, description: 'name or URI of the identity; a query is required without it' })),
      'table_options.query': Type.Optional(Type.String({ maxLength: 4000 })),
      'table_options.page_number': Type.Optional(Type.Integer({ minimum: 0 })),
      'table_options.page_size': Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      'table_options.sorted_field': Type.Optional(StringEnum(USAGE_FIELDS)),
      'table_options.sorted_asc': Type.Optional(Type.Boolean()),
      'table_options.search_filter': Type.Optional(Type.String({ maxLength: 500 })),
      'table_options.search_fields': Type.Optional(Type.Array(StringEnum(USAGE_FIELDS))),
      start_time: Type.String({ description: 'ISO 8601' }),
      end_time: Type.String({ description: 'ISO 8601' }),
    },
    answer: Type.Object({ pages_count: Type.Integer(), usage_info_list: Type.Array(UsageEvent) }),
  }),
  'GET /v1/usage/user-location': endpoint({
    summary: "List the locations of an identity's activity in a time range, by IP address, the latest first",
    access: read,
    accounts: refusedWithin('the places come from the logs of all accounts'),
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
          location: Type.Union([AlertPlace, Type.Null()], { description: 'null when the location of the address is unknown' }),
          first_time: Type.String(),
          last_time: Type.String(),
          event_count: Type.Integer(),
        }),
      ),
      is_cut: Type.Boolean({ description: 'true when only the newest events were evaluated' }),
    }),
  }),
  'GET /v1/usage/eventraw': endpoint({
    summary: 'Read one event as logged by the provider',
    access: read,
    accounts: refusedWithin('a log record names identities and resources of other accounts'),
    owner: 'graph-explorer',
    query: { event_id: Type.String({ minLength: 1, maxLength: 500 }) },
    answer: Type.Object({ unparsed_event: Type.String({ description: 'JSON text' }) }),
  }),
  'POST /v1/graph-querymgr/autocomplete': endpoint({
    summary: 'Suggest how to continue an input. The call never runs the query',
    access: read,
    audit: { exempt: 'it only reads the graph' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/words': endpoint({
    summary: 'Explain a query in words, part by part. The call never runs the query',
    access: read,
    audit: { exempt: 'it only reads the graph' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: { input: Type.String({ maxLength: 4000 }) },
    answer: Type.Object({
      lines: Type.Array(QueryLine, { description: 'none for an input that is no complete query' }),
      open: Type.Array(Type.String(), { description: 'sentences that say what the query does not ask' }),
    }),
  }),
  'POST /v1/graph-querymgr/autocomplete-user': endpoint({
    summary: 'Run a query and page through its answer by session. An incomplete query returns suggestions',
    access: read,
    audit: { exempt: 'it only reads the graph' },
    readOnly: true,
    accounts: OWN_ROWS,
    owner: 'graph-explorer',
    body: {
      input: Type.String({ maxLength: 4000 }),
      session_props: Type.Optional(SessionProps),
      in_history: Type.Optional(Type.Boolean({ description: "false: not a search of the user's own, so the search history omits it" })),
      with_last_use: Type.Optional(Type.Boolean({ description: 'rows say when the identity last used the resource' })),
    },
    answer: AutocompleteAnswer,
  }),
  'POST /v1/graph-querymgr/close-session': endpoint({
    summary: 'Close a search session',
    access: read,
    audit: { exempt: 'only the user sees the pages of a search' },
    accounts: NO_ACCOUNTS,
    owner: 'graph-explorer',
    body: { session_id: Type.String() },
    answer: Type.Object({ error: Type.String() }),
  }),
  'GET /v1/graph-querymgr/explain': endpoint({
    summary: 'Explain access: every access path from an identity to a resource, with the statements that grant or deny it',
    access: read,
    accounts: NARROWED,
    owner: 'graph-explorer',
    query: {
      identity_uri: Type.String(),
      resource_uri: Type.String(),
      as_of: Type.Optional(Type.String({ format: 'date', description: 'state of the graph at the end of this day, UTC' })),
      query: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'the query whose row is explained: it says which privileges matter, and names the day without as_of',
        }),
      ),
      lost: Type.Optional(Type.Boolean({ description: 'the row is access lost since the day of the query, at which it is explained' })),
    },
    answer: Type.Object({
      identity: PathHop,
      resource: PathHop,
      as_of: Type.Union([Type.String(), Type.Null()], { description: 'the day that is explained; null: now' }),
      asked_privileges: Type.Array(Type.String(), {
        description: 'privileges that the query asks for, as the query language writes them; empty without a query',
      }),
      actions_str: Type.String(),
      conditional_actions_str: Type.String(),
      paths: Type.Array(AccessPath),
    }),
  }),
};
