import { ENDPOINT_GROUPS, operationIdOf, scopesOfRights, type Endpoint } from '@cam/contracts/server';
import type { TSchema } from '@sinclair/typebox';

/** Parameters of nearly all calls: they stand in the introduction, not at each call. */
const COMMON: readonly string[] = ['account_id', 'account_uid', 'req_hdr', 'req_hdr.tid'];

/** Returns the reference of the API as Markdown: every call by subject, with its scopes and parameters. */
export function apiReference(): string {
  const groups = ENDPOINT_GROUPS.map(({ tag, description, endpoints }) =>
    [`## ${tag}`, `${description}.`, ...Object.entries(endpoints).map(([key, endpoint]) => callOf(key, endpoint))].join('\n\n'),
  );
  return `${[
    '# API reference',
    '<!-- Generated from the contracts: CAM_WRITE_DOCS=1 npx jest --selectProjects=node --testPathPatterns api-reference -->',
    INTRODUCTION,
    ...groups,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `All calls that the console makes, and that programs may make with an [API token](api-tokens.md). \`/v1/openapi.json\` has the same in OpenAPI 3.1 with all
schemas, for tools that make clients from it.

A call needs one of its scopes. Calls of the session need a user at a browser; an API token does not suffice. Every answer about data takes \`account_id\` (id of an account or
organization at its provider) and \`account_uid\` (id of a source) as a filter. A refusal has a \`code\`, a sentence for the user (\`user_message\`) and a \`trackingId\`
for the log.`;

function callOf(key: string, endpoint: Endpoint): string {
  const parameters = [
    ...parametersOf(endpoint.path, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.consumes ? [] : parametersOf(endpoint.body, 'body')),
  ];
  const facts = [`\`${operationIdOf(key)}\``, whoMay(endpoint), ...limitedTokensOf(endpoint), ...mediaOf(endpoint)];
  return [`### ${key}`, `${sentence(endpoint.summary)} ${facts.join('; ')}.`, ...(parameters.length > 0 ? [parameters.join('\n')] : [])].join('\n\n');
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function whoMay({ access, apiTokens }: Endpoint): string {
  if (access === 'public') return 'without a token';
  if (access === 'session') return apiTokens ? 'session of a user, or any API token' : 'session of a user';
  if (access === 'operator-key') return 'key of the installation';
  return `scope ${scopesOfRights(access)
    .map((scope) => `\`${scope}\``)
    .join(' or ')}${apiTokens === false ? ', by a session of a user' : ''}`;
}

function limitedTokensOf({ accounts }: Endpoint): string[] {
  if (!accounts) return [];
  if (accounts.by === 'REFUSED') return [`not with a token that is limited to accounts: ${accounts.why}`];
  const without = 'without' in accounts && accounts.without ? `, without ${accounts.without.map((name) => `\`${name}\``).join(' and ')}` : '';
  return [`also with a token that is limited to accounts${without}`];
}

function mediaOf({ consumes, produces }: Endpoint): string[] {
  return [...(consumes ? [`takes ${consumes}`] : []), ...(produces && produces !== consumes ? [`returns ${produces}`] : [])];
}

function parametersOf(schema: TSchema, place: string): string[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties)
    .filter(([name]) => !COMMON.includes(name))
    .map(([name, property]) => {
      const isNeeded = place === 'path' || required.includes(name);
      const about = [typeOf(property), ...(isNeeded ? ['required'] : []), ...(property.description ? [property.description] : [])];
      return `- \`${name}\` (${place}): ${about.join('; ')}`;
    });
}

function typeOf(schema: TSchema): string {
  const { type, enum: values, anyOf, const: value, items } = schema as Record<string, unknown> & { anyOf?: TSchema[]; items?: TSchema };
  if (Array.isArray(values)) return values.map((one) => `\`${String(one)}\``).join(', ');
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'values'}`;
  return typeof type === 'string' ? type : 'any value';
}
