import { STAGES } from '@cam/contracts/server';
import { PURPOSES } from '../store/identity-purpose';

/**
 * The words of the language in one table, which the parser, the suggestions, the meaning in words and the reference page share. Types,
 * attributes and keywords are disjoint, so one word of look-ahead decides how a query continues.
 */
export interface Word {
  word: string;
  description: string;
}

/** The places of a type: identities and actors act, objects are acted on, `via` types lie on a path between them. */
export type TypeGroup = 'identity' | 'actor' | 'object' | 'via';

export interface TypeWord extends Word {
  plural: string;
  groups: readonly TypeGroup[];
}

const type = (word: string, plural: string, description: string, ...groups: TypeGroup[]): TypeWord => ({ word, plural, description, groups });

/** Stands for the accounts of people in all sources. It is no type of the graph, so an account keeps the type that it has. */
export const PERSON = 'person';

export const TYPES: readonly TypeWord[] = [
  type(PERSON, 'people', 'a person, by the accounts in all clouds and directories', 'identity'),
  type('user', 'users', 'a person with an account in the cloud', 'identity', 'object'),
  type('group', 'groups', 'a set of users', 'identity', 'object', 'via'),
  type('role', 'roles', 'a role that identities can assume', 'identity', 'object', 'via'),
  type('service_account', 'service accounts', 'an identity for a program', 'identity', 'object', 'via'),
  type('federated_user', 'federated users', 'a user of an identity provider', 'identity', 'object', 'via'),
  type('federated_group', 'federated groups', 'a group of an identity provider', 'identity', 'object', 'via'),
  type('network_node', 'network nodes', 'an address or network from which access originates', 'actor', 'object', 'via'),
  type('public_node', 'anonymous internet users', 'anyone on the internet, without signing in', 'actor'),
  type('ext_account', 'external accounts', 'an account that is not connected to CAM', 'actor', 'via'),
  type('instance', 'instances', 'a virtual machine', 'actor', 'object', 'via'),
  type('serverless_compute', 'functions', 'code that runs without a server to manage', 'actor', 'object', 'via'),
  type('service', 'cloud services', 'a service of the cloud provider', 'actor'),
  type('object_store', 'object stores', 'a bucket or container of files', 'object'),
  type('relational_db', 'relational databases', 'a database of tables', 'object'),
  type('nosql_db', 'NoSQL databases', 'a database of documents or keys', 'object'),
  type('disk', 'disks', 'a disk volume or snapshot', 'object'),
  type('keystore', 'key stores', 'keys and secrets', 'object'),
  type('security_group', 'security groups', 'firewall rules', 'object', 'via'),
  type('load_balancer', 'load balancers', 'distributes requests to machines', 'object'),
  type('subnet', 'subnets', 'a part of a network', 'object'),
  type('route_table', 'route tables', 'routes for network traffic', 'object'),
  type('vpc', 'virtual networks', 'a virtual network in an account', 'object'),
  type('policy', 'policies', 'a document that grants or denies', 'object', 'via'),
  type('scope', 'scopes', 'an organization, folder, subscription, project or account', 'object', 'via'),
  type('account_data', 'accounts', 'the account itself, for actions that name no existing resource', 'object'),
  type('priv_action', 'privileges', 'a single action', 'object'),
];

/** Cloud-specific types such as aws_sqs. The graph determines which exist. */
const CLOUD_TYPE = /^(?:aws|azure|gcp)_[a-z0-9_]+$/;

/** The prefixes of cloud-specific types. */
export const CLOUD_PREFIXES = ['aws_', 'azure_', 'gcp_'] as const;

export type ValueKind = 'text' | 'boolean' | 'number' | 'date';

export interface AttributeWord extends Word {
  kind: ValueKind;
  /** The phrase after "that", with `{}` for the value. A boolean has one phrase for each value. */
  says: string | { true: string; false: string };
  /** Types that have the attribute; absent: all. It is offered for these types but valid for any. */
  types?: readonly string[];
  /** Values worth offering whatever the graph contains. */
  values?: readonly string[];
  /** True when the word is an attribute only where an attribute may stand. Elsewhere it stays a name or value without quotes. */
  isContextual?: true;
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
  description: `true if they ${yes}`,
  types,
});

export const ATTRIBUTES: readonly AttributeWord[] = [
  text('accountid', 'are in account {}', 'account id'),
  text('accountname', 'are in an account named {}', 'account name'),
  text('orgid', 'are in organization {}', 'organization id'),
  text('cloudtype', 'are in {}', 'cloud provider or identity provider', { values: ['AWS', 'AZURE', 'GCP', 'IDP_AZURE_AD', 'IDP_OKTA'] }),
  text('region', 'are in region {}', 'cloud region'),
  text('uri', 'have the URI {}', 'URI in the graph'),
  text('name', 'are named {}', 'name'),
  text('type', 'are of type {}', 'type'),
  text('usersource', 'come from {}', 'source of the user', { types: ['user', 'federated_user', 'group', 'federated_group'] }),
  text('email', 'have the e-mail address {}', 'e-mail address', { types: ['user', 'group', 'federated_user', 'federated_group', 'service_account'] }),
  text('domain', 'belong to the domain {}', 'domain', { types: ['user', 'group', 'service_account', 'federated_user', 'federated_group'] }),
  text('status', 'have the status {}', 'status, such as active'),
  text('employeetype', 'have the employee type {}', 'employee type, such as contractor', { types: ['user', 'federated_user'] }),
  text('department', 'work in the department {}', 'department', { types: ['user', 'federated_user'] }),
  text('manager', 'have the manager {}', 'e-mail address of the manager', { types: ['federated_user'] }),
  text('jobtitle', 'have the job title {}', 'job title', { types: ['user', 'federated_user'] }),
  text('company', 'work for the company {}', 'company', { types: ['user', 'federated_user'] }),
  { word: 'created', kind: 'date', says: 'were created {}', description: 'creation date, or days ago such as 90d' },
  {
    word: 'lastused',
    kind: 'date',
    says: 'were last used {}',
    description: 'date of the last use, or days ago such as 90d',
    types: [...IDENTITIES, 'instance', 'serverless_compute'],
  },
  {
    word: 'usedthrough',
    kind: 'date',
    says: 'were last used by an unknown user {}',
    description: 'date of the last use in a session whose user is unknown, or days ago such as 90d',
    types: ['role', 'service_account'],
  },
  flag('mfa', 'have MFA', 'have no MFA', ['user', 'federated_user']),
  {
    ...flag('password', 'have a console password', 'have no console password', ['user']),
    isContextual: true,
  },
  {
    word: 'keyage',
    kind: 'number',
    says: 'have an active key that is {} days old',
    description: 'age of the oldest active key, in days',
    types: ['user', 'service_account'],
  },
  flag('public', 'are public', 'are not public', [...STORES, ...ON_NETWORKS, 'role']),
  flag('external', 'are external', 'are not external', [...IDENTITIES, 'ext_account', 'service', 'public_node']),
  flag('privileged', 'are privileged', 'are not privileged', IDENTITIES),
  flag('encrypted', 'are encrypted', 'are not encrypted', STORES),
  text('purpose', 'have the purpose {}', 'ordinary, break-glass, service-linked or provider-managed', {
    types: ['user', 'role', 'service_account', 'federated_user'],
    values: PURPOSES,
  }),
  flag('boundary', 'have a permissions boundary', 'have no permissions boundary', ['user', 'role']),
  text('condition', 'have a condition on {}', 'condition key of the grant', { types: ['policy', 'role'] }),
  text('policytype', 'are policies of type {}', 'policy type', { types: ['policy'] }),
  flag('asksmfa', 'require MFA', 'do not always require MFA', ['policy']),
  {
    word: 'idleminutes',
    kind: 'number',
    says: 'end sessions after {} idle minutes',
    description: 'idle minutes before a session ends',
    types: ['policy'],
  },
  text('networkip', 'have the private IP address {}', 'private IP address', { types: ON_NETWORKS }),
  text('publicip', 'have the public IP address {}', 'public IP address', { types: ON_NETWORKS }),
  text('vpcid', 'are in virtual network {}', 'id of the virtual network', { types: [...ON_NETWORKS, 'vpc', 'route_table'] }),
  text('subnetid', 'are in subnet {}', 'id of the subnet', { types: [...ON_NETWORKS, 'route_table'] }),
  {
    word: 'port',
    kind: 'number',
    says: 'have port {} open',
    description: 'open port',
    types: ['security_group', 'load_balancer', 'instance'],
  },
  text('sensitivity', 'have the sensitivity {}', 'sensitivity of the data', { types: STORES, values: ['high', 'low', 'medium'] }),
  {
    word: 'stage',
    kind: 'text',
    says: 'belong to the stage {}',
    description: 'stage of the tags or the account: production, staging, test, development or sandbox',
    values: STAGES,
    isContextual: true,
  },
  {
    word: 'tier',
    kind: 'number',
    says: 'are in tier {}',
    description: 'tier: 0 control, 1 crown jewels, 2 important, 3 the rest',
    isContextual: true,
  },
  { word: 'label', kind: 'text', says: 'have the label {}', description: 'label that a tier rule assigns', isContextual: true },
  { word: 'risk', kind: 'number', says: 'have a risk score of {}', description: 'risk score, from 0 to 100', isContextual: true },
];

/** `tag.env` names the tag with the key `env`. */
export const TAG_PREFIX = 'tag.';

export const KEYWORDS = {
  any: 'any type',
  not: 'excludes',
  and: 'both conditions',
  or: 'either condition',
  '(': 'opens a group',
  ')': 'closes the group',
  'with-access': 'resources they can access',
  'with-attribute': 'filter by an attribute',
  'with-usage': 'filter by last use',
  'with-role': 'filter by role',
  'with-scope': 'filter by the scope of the grant',
  via: 'entity on the access path',
  for: 'privilege',
  action: 'named actions',
  'action-type': 'types of action',
  xaccount: 'relation between the accounts',
  never: 'never used',
  'as-of': 'state on a past day',
  'changed-since': 'changes since a day',
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
  admin: 'administers, including permission changes',
  list: 'lists',
  tagging: 'changes tags',
  permissions: 'changes permissions',
  sensitive: 'can escalate privileges, get credentials or expose data',
} as const;
export type ActionType = keyof typeof ACTION_TYPES;

export const ACCOUNT_RELATIONS = {
  same: 'same account as the resource',
  cross: 'another account',
  known: 'a connected or named account',
  unknown: 'an account that is neither connected nor named',
  public: 'anyone on the internet',
} as const;
export type AccountRelation = keyof typeof ACCOUNT_RELATIONS;

/** Suggested days for usage. Any whole number is valid. */
export const USAGE_PERIODS = ['0', '1', '7', '30', '60', '90'] as const;

const typeByWord = new Map(TYPES.map((entry) => [entry.word, entry]));
const attributeByWord = new Map(ATTRIBUTES.map((entry) => [entry.word, entry]));

/** The place of a type in a statement. */
export type TypeRole = 'subject' | 'object' | 'via';

const GROUPS_OF: Record<TypeRole, readonly TypeGroup[]> = { subject: ['identity', 'actor', 'object'], object: ['object'], via: ['via'] };

/** Returns the types of a place, in the order of its groups. */
export function typesOf(role: TypeRole): TypeWord[] {
  const fitting = TYPES.filter(({ groups }) => GROUPS_OF[role].some((group) => groups.includes(group)));
  const rank = ({ groups }: TypeWord): number => GROUPS_OF[role].findIndex((group) => groups.includes(group));
  return fitting.sort((a, b) => rank(a) - rank(b) || (a.word < b.word ? -1 : 1));
}

/** Returns whether a word, in any case, names a type that is valid in a place. */
export function isType(word: string, role: TypeRole): boolean {
  const known = typeByWord.get(word.toLowerCase());
  if (known) return GROUPS_OF[role].some((group) => known.groups.includes(group));
  return role !== 'via' && CLOUD_TYPE.test(word.toLowerCase());
}

/** Returns whether a type can act: identities and actors can, objects cannot. */
export function canAct(word: string): boolean {
  const groups = typeByWord.get(word)?.groups ?? [];
  return groups.includes('identity') || groups.includes('actor');
}

export function isIdentityType(word: string): boolean {
  return typeByWord.get(word)?.groups.includes('identity') ?? false;
}

/** Returns the plural of a type. A cloud-specific type has none and stays as it is. */
export function pluralOf(word: string): string {
  return typeByWord.get(word)?.plural ?? word;
}

/** Returns the attribute of a word, in any case; null when there is none. The key of a tag is case-sensitive. */
export function findAttribute(word: string): AttributeWord | null {
  if (word.toLowerCase().startsWith(TAG_PREFIX) && word.length > TAG_PREFIX.length) {
    const key = word.slice(TAG_PREFIX.length);
    return text(`${TAG_PREFIX}${key}`, `have the tag ${key} with the value {}`, `tag ${key}`);
  }
  return attributeByWord.get(word.toLowerCase()) ?? null;
}

/** Returns the attributes to offer for these types (null: any type). */
export function attributesOf(types: readonly string[] | null): AttributeWord[] {
  return ATTRIBUTES.filter((attribute) => types === null || !attribute.types || types.some((word) => attribute.types?.includes(word)));
}

/** Returns whether a date is given as a number of days before the moment of the query, such as `90d`. */
export function isDaysAgo(text: string): boolean {
  return /^\d{1,4}d$/i.test(text);
}

/** Returns whether an unquoted word belongs to the language, so that it cannot be a name or value. */
export function isReserved(word: string): boolean {
  const lower = word.toLowerCase();
  if (Object.hasOwn(KEYWORDS, lower) || Object.hasOwn(OPERATORS, lower) || lower.startsWith('with')) return true;
  const attribute = findAttribute(lower);
  return attribute !== null && attribute.isContextual !== true;
}
