import { Type } from '@sinclair/typebox';
import { AccessPath, AccessRow, AskReading, entityAddress, FoundName, PathHop, UsageEvent } from '@cam/contracts/server';
import { paged, tool, ToolError, type Tool } from './tool';

const Uri = Type.String({ minLength: 1, maxLength: 2000, description: 'URI of an entity, as the other tools return it' });
const EXAMPLES = ['user with-access object_store for write', 'any with-access keystore and with-usage never'];

/** Tools about names, questions and access. */
export const ACCESS_TOOLS: readonly Tool[] = [
  tool({
    name: 'find_entities',
    title: 'Find entities by name',
    description: 'Find users, groups, roles, buckets and other entities, and accounts, whose name begins with or contains a text. At most 8.',
    call: 'GET /v1/graph-querymgr/names',
    input: { text: Type.String({ minLength: 1, maxLength: 200 }) },
    row: FoundName,
    toCall: (query) => ({ query }),
    // A person is no entity: the other tools know its accounts.
    toFound: ({ names }) => ({ rows: names.filter(({ type }) => type !== 'PERSON'), total: null }),
    page: () => '/searchresult',
  }),
  tool({
    name: 'ask',
    title: 'Read a question as a query',
    description:
      'Read a plain English question about access, such as "which contractors can change customer data?", as a query. It does not run the query: check the meaning, then use the tool `query`.',
    call: 'POST /v1/graph-querymgr/ask',
    input: {
      question: Type.String({ minLength: 1, maxLength: 4000 }),
      time_zone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone for days such as "yesterday"' })),
    },
    row: AskReading,
    about: {
      outcome: Type.String({ description: 'READ: one meaning. CHOOSE: several, ask the user. PART: a word was not understood' }),
      not_understood: Type.Union([Type.String(), Type.Null()]),
      suggestions: Type.Array(Type.String()),
      ignored: Type.Array(Type.String()),
    },
    toCall: ({ question, time_zone: tz }) => ({ body: { text: question, ...(tz === undefined ? {} : { tz }) } }),
    toFound: ({ readings, outcome, unread, suggestions, ignored }) => ({
      rows: readings,
      total: readings.length,
      about: { outcome, not_understood: unread?.text ?? null, suggestions, ignored },
    }),
    page: ({ question }) => searchPage(question),
  }),
  tool({
    name: 'query',
    title: 'Search the access graph',
    description:
      'Run a query of the CAM query language (resource cam://language). A query with `with-access` returns who has access to what, one with `with-usage` returns logged events, and any other the entities.',
    call: 'POST /v1/graph-querymgr/autocomplete-user',
    input: { query: Type.String({ minLength: 1, maxLength: 4000 }), ...paged },
    row: Type.Union([AccessRow, UsageEvent]),
    about: { meaning: Type.Union([Type.String(), Type.Null()]), more: Type.Boolean({ description: 'a further page has rows' }) },
    toCall: ({ query, limit = 50, page = 0 }) => ({
      body: { input: query, session_props: { batch_size: limit, page_number: page }, in_history: false, with_last_use: true },
    }),
    toFound: ({ accepting, error, options, meaning, result_table: rows, usage_table: events, has_next: more, page_number: shown }, { page = 0 }) => {
      if (error) {
        const { message, position, expected, suggestion } = error;
        throw new ToolError(message, { position, expected, suggestion: suggestion ?? null, examples: EXAMPLES });
      }
      if (!accepting) throw new ToolError('The query is not complete.', { may_follow: options, examples: EXAMPLES });
      const found = events.length > 0 ? events : rows;
      const notes = shown === page ? [] : [`There is no page ${page}. This is page ${shown}, the last one.`];
      return { rows: found, total: null, about: { meaning, more }, notes };
    },
    page: ({ query }) => searchPage(query),
  }),
  tool({
    name: 'explain_access',
    title: 'Explain access',
    description: 'List every access path from an identity to a resource, with the statements that grant, deny or limit it.',
    call: 'GET /v1/graph-querymgr/explain',
    input: {
      identity_uri: Uri,
      resource_uri: Uri,
      as_of: Type.Optional(Type.String({ format: 'date', description: 'state at the end of this day, UTC, such as 2026-01-31' })),
    },
    row: AccessPath,
    about: { identity: PathHop, resource: PathHop, actions: Type.String(), conditional_actions: Type.String() },
    toCall: (query) => ({ query }),
    toFound: ({ paths, identity, resource, actions_str: actions, conditional_actions_str: conditional }) => ({
      // A document repeats for each of its statements. The statement itself stays.
      rows: paths.map(({ grants, limits, ...path }) => ({ ...path, grants: grants.map(withoutDocument), limits: limits.map(withoutDocument) })),
      total: paths.length,
      about: { identity, resource, actions, conditional_actions: conditional },
      notes: ['The field `document` of each statement is empty here. The console shows the whole policies.'],
    }),
    page: ({ identity_uri: identity }) => entityAddress(identity) ?? '/identities',
  }),
];

function withoutDocument<T extends object>(statement: T): T {
  return { ...statement, document: '' };
}

function searchPage(query: string): string {
  return `/searchresult?${new URLSearchParams({ query })}`;
}
