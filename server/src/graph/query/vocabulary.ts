/**
 * One table of the language's words: the parser, the suggestions, the meaning in words and the page that documents the language all
 * read it. Types, attributes and keywords are three disjoint sets, so that one word of look-ahead decides how a query goes on.
 */
export interface Word {
  word: string;
  description: string;
}

/** In which places a type may stand: identities and actors can act, objects are acted on, `via` lies on a path between them. */
export type TypeGroup = 'identity' | 'actor' | 'object' | 'via';

export interface TypeWord extends Word {
  plural: string;
  groups: readonly TypeGroup[];
}

const type = (word: string, plural: string, description: string, ...groups: TypeGroup[]): TypeWord => ({ word, plural, description, groups });

export const TYPES: readonly TypeWord[] = [
  type('user', 'users', 'a person with an account of its own', 'identity', 'object'),
  type('group', 'groups', 'a set of users', 'identity', 'object', 'via'),
  type('role', 'roles', 'what others may assume', 'identity', 'object', 'via'),
  type('service_account', 'service accounts', 'an identity of a program', 'identity', 'object', 'via'),
  type('federated_user', 'federated users', 'a person of an identity provider', 'identity', 'object', 'via'),
  type('federated_group', 'federated groups', 'a group of an identity provider', 'identity', 'object', 'via'),
  type('network_node', 'network nodes', 'an address or network that access comes from', 'actor', 'object', 'via'),
  type('public_node', 'everybody on the internet', 'the anonymous internet', 'actor'),
  type('ext_account', 'external accounts', 'an account that is not connected', 'actor', 'via'),
  type('instance', 'instances', 'a virtual machine', 'actor', 'object', 'via'),
  type('serverless_compute', 'functions', 'code that runs without a machine of its own', 'actor', 'object', 'via'),
  type('service', 'cloud services', 'a service of the cloud provider', 'actor'),
  type('object_store', 'object stores', 'a bucket or container of files', 'object'),
  type('relational_db', 'relational databases', 'a database of tables', 'object'),
  type('nosql_db', 'NoSQL databases', 'a database of documents or keys', 'object'),
  type('disk', 'disks', 'a volume or its snapshot', 'object'),
  type('keystore', 'key stores', 'keys and secrets', 'object'),
  type('security_group', 'security groups', 'rules of a firewall', 'object', 'via'),
  type('load_balancer', 'load balancers', 'what spreads requests over machines', 'object'),
  type('subnet', 'subnets', 'a part of a network', 'object'),
  type('route_table', 'route tables', 'where a network sends its packets', 'object'),
  type('vpc', 'virtual networks', 'a network of an account', 'object'),
  type('policy', 'policies', 'a document that grants or denies', 'object', 'via'),
  type('scope', 'scopes', 'an organization, folder, subscription, project or account', 'object', 'via'),
  type(
    'account_data',
    'accounts themselves',
    'the account: what is asked of it without naming a resource, and what is still to be made in it',
    'object',
  ),
  type('priv_action', 'privileges', 'an action by itself', 'object'),
];

/** Types of one cloud, such as aws_sqs: the graph says which there are. */
const CLOUD_TYPE = /^(?:aws|azure|gcp)_[a-z0-9_]+$/;

/** What somebody who types a cloud's own type begins with. */
export const CLOUD_PREFIXES = ['aws_', 'azure_', 'gcp_'] as const;

export type ValueKind = 'text' | 'boolean' | 'number' | 'date';

export interface AttributeWord extends Word {
  kind: ValueKind;
  /** How it reads behind "that": with `{}` for the value or, of what is true or false, one text for each. */
  says: string | { true: string; false: string };
  /** Types that have it; absent: all. It is offered for them, and may be asked of any. */
  types?: readonly string[];
  /** Values that are worth offering whatever the graph holds. */
  values?: readonly string[];
}

const IDENTITIES = ['user', 'group', 'role', 'service_account', 'federated_user', 'federated_group'];
const STORES = ['object_store', 'relational_db', 'nosql_db', 'disk', 'keystore'];
const ON_NETWORKS = ['instance', 'network_node', 'serverless_compute', 'load_balancer', 'subnet', 'security_group', 'relational_db'];

const text = (word: string, says: string, description: string, more: Pick<AttributeWord, 'types' | 'values'> = {}): AttributeWord => ({
  word,
  kind: 'text',
  says,
  description,
  ...more,
});
const flag = (word: string, yes: string, no: string, types: readonly string[]): AttributeWord => ({
  word,
  kind: 'boolean',
  says: { true: yes, false: no },
  description: `whether they ${yes}`,
  types,
});

export const ATTRIBUTES: readonly AttributeWord[] = [
  text('accountid', 'are in account {}', 'id of the account'),
  text('accountname', 'are in an account named {}', 'name of the account'),
  text('orgid', 'are in organization {}', 'id of the organization'),
  text('cloudtype', 'are in {}', 'the cloud', { values: ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] }),
  text('region', 'are in region {}', 'region of the cloud'),
  text('uri', 'have the address {}', 'address in the graph'),
  text('name', 'are named {}', 'name'),
  text('type', 'are of type {}', 'type'),
  text('usersource', 'come from {}', 'where a user comes from', { types: ['user', 'federated_user', 'group', 'federated_group'] }),
  text('email', 'have the e-mail address {}', 'e-mail address', { types: ['user', 'group', 'federated_user', 'federated_group', 'service_account'] }),
  text('domain', 'are of the domain {}', 'domain', { types: ['user', 'group', 'service_account', 'federated_user', 'federated_group'] }),
  text('status', 'have the status {}', 'state, such as active'),
  { word: 'created', kind: 'date', says: 'were created {}', description: 'when it was made' },
  {
    word: 'lastused',
    kind: 'date',
    says: 'were last used {}',
    description: 'when it was last used',
    types: [...IDENTITIES, 'instance', 'serverless_compute'],
  },
  flag('mfa', 'have a second factor', 'have no second factor', ['user', 'federated_user']),
  {
    word: 'keyage',
    kind: 'number',
    says: 'have an active key of {} days',
    description: 'age of the oldest active key, days',
    types: ['user', 'service_account'],
  },
  flag('public', 'are public', 'are not public', [...STORES, ...ON_NETWORKS, 'role']),
  flag('external', 'come from outside', 'do not come from outside', [...IDENTITIES, 'ext_account', 'service', 'public_node']),
  flag('privileged', 'are privileged', 'are not privileged', IDENTITIES),
  flag('encrypted', 'are encrypted', 'are not encrypted', STORES),
  flag('boundary', 'have a permissions boundary', 'have no permissions boundary', ['user', 'role']),
  text('condition', 'have a condition on {}', 'a condition of the grant', { types: ['policy', 'role'] }),
  text('policytype', 'are policies of kind {}', 'kind of policy', { types: ['policy'] }),
  flag('asksmfa', 'ask for a second factor', 'let somebody in without a second factor', ['policy']),
  {
    word: 'idleminutes',
    kind: 'number',
    says: 'end sessions after {} idle minutes',
    description: 'idle minutes after which sessions end',
    types: ['policy'],
  },
  text('networkip', 'have the network address {}', 'address in the network', { types: ON_NETWORKS }),
  text('publicip', 'have the public address {}', 'address on the internet', { types: ON_NETWORKS }),
  text('vpcid', 'are in virtual network {}', 'virtual network that it is in', { types: [...ON_NETWORKS, 'vpc', 'route_table'] }),
  text('subnetid', 'are in subnet {}', 'subnet that it is in', { types: [...ON_NETWORKS, 'route_table'] }),
  {
    word: 'port',
    kind: 'number',
    says: 'have port {} open',
    description: 'port that is open',
    types: ['security_group', 'load_balancer', 'instance'],
  },
  text('sensitivity', 'have the sensitivity {}', 'how sensitive the data is', { types: STORES, values: ['high', 'low', 'medium'] }),
];

/** `tag.env`: a tag by its key. */
export const TAG_PREFIX = 'tag.';

export const KEYWORDS = {
  any: 'all types',
  not: 'leaves out',
  and: 'both',
  or: 'either',
  '(': 'opens a bracket',
  ')': 'closes the bracket',
  'with-access': 'what they can reach',
  'with-attribute': 'only those with an attribute',
  'with-usage': 'by when it was last used',
  'with-role': 'by a role that is held',
  'with-scope': 'by the place of the grant',
  via: 'the way that access takes',
  for: 'the kind of privilege',
  action: 'single actions',
  'action-type': 'kinds of action',
  xaccount: 'whose account it is',
  never: 'not used at all',
  'as-of': 'the graph of a day',
  'changed-since': 'what came or went since a day',
} as const;
export type Keyword = keyof typeof KEYWORDS;

export const OPERATORS = {
  '=': 'is',
  '!=': 'is not',
  '>': 'more than, after',
  '<': 'less than, before',
  '>=': 'at least',
  '<=': 'at most',
  '~': 'contains',
} as const;
export type Operator = keyof typeof OPERATORS;

export const ACTION_TYPES = {
  read: 'reads or lists',
  write: 'changes',
  admin: 'administers: changes who may do what',
  list: 'lists',
  tagging: 'changes tags',
  permissions: 'changes permissions',
  sensitive: 'escalates, hands out credentials or exposes data',
} as const;
export type ActionType = keyof typeof ACTION_TYPES;

export const ACCOUNT_RELATIONS = {
  same: 'the account of the resource',
  cross: 'another account',
  known: 'an account that is connected or named',
  unknown: 'an account that is neither',
  public: 'everybody',
} as const;
export type AccountRelation = keyof typeof ACCOUNT_RELATIONS;

/** Days that are offered for usage; any whole number may be written. */
export const USAGE_PERIODS = ['0', '1', '7', '30', '60', '90'] as const;

const typeByWord = new Map(TYPES.map((entry) => [entry.word, entry]));
const attributeByWord = new Map(ATTRIBUTES.map((entry) => [entry.word, entry]));

/** The place of a type in a statement. */
export type TypeRole = 'subject' | 'object' | 'via';

const GROUPS_OF: Record<TypeRole, readonly TypeGroup[]> = { subject: ['identity', 'actor', 'object'], object: ['object'], via: ['via'] };

/** The types of a place, in the groups that it lists them by. */
export function typesOf(role: TypeRole): TypeWord[] {
  const fitting = TYPES.filter(({ groups }) => GROUPS_OF[role].some((group) => groups.includes(group)));
  const rank = ({ groups }: TypeWord): number => GROUPS_OF[role].findIndex((group) => groups.includes(group));
  return fitting.sort((a, b) => rank(a) - rank(b) || (a.word < b.word ? -1 : 1));
}

/** Whether a word, in any case, names a type that may stand in a place. */
export function isType(word: string, role: TypeRole): boolean {
  const known = typeByWord.get(word.toLowerCase());
  if (known) return GROUPS_OF[role].some((group) => known.groups.includes(group));
  return role !== 'via' && CLOUD_TYPE.test(word.toLowerCase());
}

/** Identities and actors may act; other types are only acted on. */
export function canAct(word: string): boolean {
  const groups = typeByWord.get(word)?.groups ?? [];
  return groups.includes('identity') || groups.includes('actor');
}

export function isIdentityType(word: string): boolean {
  return typeByWord.get(word)?.groups.includes('identity') ?? false;
}

/** Plural of a type: of a cloud's own type the word itself. */
export function pluralOf(word: string): string {
  return typeByWord.get(word)?.plural ?? word;
}

/** An attribute by its word, in any case; of a tag, the key keeps its case. Null where there is none. */
export function findAttribute(word: string): AttributeWord | null {
  if (word.toLowerCase().startsWith(TAG_PREFIX) && word.length > TAG_PREFIX.length) {
    const key = word.slice(TAG_PREFIX.length);
    return text(`${TAG_PREFIX}${key}`, `have the tag ${key} with the value {}`, `tag ${key}`);
  }
  return attributeByWord.get(word.toLowerCase()) ?? null;
}

/** Attributes that are offered for types (null: any of them). */
export function attributesOf(types: readonly string[] | null): AttributeWord[] {
  return ATTRIBUTES.filter((attribute) => types === null || !attribute.types || types.some((word) => attribute.types?.includes(word)));
}

/** Whether a word, unless it is quoted, is the language's own and no name or value. */
export function isReserved(word: string): boolean {
  const lower = word.toLowerCase();
  return Object.hasOwn(KEYWORDS, lower) || Object.hasOwn(OPERATORS, lower) || lower.startsWith('with') || findAttribute(lower) !== null;
}
