/** One table of the language's words: the parser, the suggestions and the meaning in words all read it. */
export const IDENTITY_TYPES = ['user', 'group', 'role', 'service_account', 'federated_user', 'federated_group'] as const;
export const ACTOR_TYPES = ['network_node', 'public_node', 'ext_account', 'instance', 'serverless_compute', 'service'] as const;
export const OBJECT_TYPES = [
  'object_store', 'relational_db', 'nosql_db', 'disk', 'keystore', 'instance', 'serverless_compute', 'security_group', 'load_balancer',
  'subnet', 'route_table', 'vpc', 'policy', 'scope', 'account_data', 'priv_action', 'network_node', ...IDENTITY_TYPES,
] as const; // prettier-ignore
export const VIA_TYPES = [
  'group',
  'role',
  'policy',
  'service_account',
  'federated_group',
  'federated_user',
  'instance',
  'serverless_compute',
  'ext_account',
  'scope',
  'network_node',
  'security_group',
] as const;

export const ACTION_TYPES = ['read', 'write', 'admin', 'list', 'tagging', 'permissions', 'sensitive'] as const;

export const ATTRIBUTES = [
  'accountid', 'accountname', 'orgid', 'cloudtype', 'region', 'uri', 'name', 'type', 'usersource', 'email', 'domain', 'status', 'created', 'lastused', 'mfa', 'keyage',
  'public', 'external', 'privileged', 'encrypted', 'boundary', 'condition', 'policytype', 'networkip', 'publicip', 'vpcid', 'subnetid', 'port', 'sensitivity',
] as const; // prettier-ignore

export const KEYWORDS = [
  'any',
  'not',
  'and',
  'or',
  'with-access',
  'with-attribute',
  'with-usage',
  'with-role',
  'with-scope',
  'via',
  'for',
  'action',
  'action-type',
  'xaccount',
  'never',
  'as-of',
  'changed-since',
] as const;

export const OPERATORS = ['>=', '<=', '!=', '=', '>', '<', '~'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A cloud's own type: aws_sqs, azure_..., gcp_... */
const CLOUD_TYPE = /^(aws|azure|gcp)_[a-z0-9_]+$/;

const has = (list: readonly string[], word: string): boolean => list.includes(word);

export type TypeRole = 'subject' | 'object' | 'via';

/** Whether a word names a type that may stand in a place. */
export function isType(word: string, role: TypeRole): boolean {
  const lower = word.toLowerCase();
  if (role === 'via') return has(VIA_TYPES, lower);
  if (has(OBJECT_TYPES, lower) || CLOUD_TYPE.test(lower)) return true;
  return role === 'subject' && has(ACTOR_TYPES, lower);
}

/** Identities and actors may act; other types are only acted on. */
export function canAct(type: string): boolean {
  return has(IDENTITY_TYPES, type) || has(ACTOR_TYPES, type);
}

export function isIdentityType(type: string): boolean {
  return has(IDENTITY_TYPES, type);
}

/** Attributes that a statement has and no entity: there is nothing stored yet that tells them. */
export function isAttributeOfStatement(attribute: string): boolean {
  return attribute === 'condition';
}

export function isAttribute(word: string): boolean {
  return has(ATTRIBUTES, word.toLowerCase()) || /^tag\../i.test(word);
}

export function isKeyword(word: string): boolean {
  return has(KEYWORDS, word.toLowerCase()) || has(OPERATORS, word) || word === '(' || word === ')';
}
