import { invalid } from './scim-error';
import { isObject, listOf, valueOf } from './patch';

/** Attributes of a user that CAM keeps for the provider, which compares them at each synchronisation. */
export interface UserAttributes {
  name?: Record<string, string>;
  [attribute: string]: unknown;
}

/** A user, as a request describes it. */
export interface UserInput {
  userName: string;
  externalId: string | null;
  isActive: boolean;
  attributes: UserAttributes;
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Attributes that are kept as they come. Others, such as a password, are left out, as the protocol allows. */
const KEPT = ['name', 'displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'emails', 'phoneNumbers'] as const;
/** Characters of the kept attributes. */
const LARGEST = 20_000;
const LONGEST_NAME = 100;
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[A-Za-z0-9.-]+$/;

/**
 * Reads a user of a request.
 * @throws ScimError invalidValue
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-4.1
 */
export function readUser(body: unknown): UserInput {
  if (!isObject(body)) throw invalid('invalidSyntax', 'The request has no user.');
  const userName = valueOf(body, 'userName');
  if (typeof userName !== 'string' || userName.length > 320 || !EMAIL.test(userName.trim()))
    throw invalid('invalidValue', 'The userName must be the e-mail of the user. Map userName to the e-mail in the provider.');
  const externalId = valueOf(body, 'externalId') ?? null;
  if (externalId !== null && (typeof externalId !== 'string' || externalId.length > 500))
    throw invalid('invalidValue', 'The externalId must be a text of 500 characters at most.');
  const attributes = attributesOf(body);
  if (JSON.stringify(attributes).length > LARGEST) throw invalid('invalidValue', 'The attributes of the user are too large.');
  return { userName: userName.trim(), externalId, isActive: readBoolean(valueOf(body, 'active') ?? true), attributes };
}

/** Reads a truth value. Entra ID writes it as a text. */
export function readBoolean(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw invalid('invalidValue', 'The attribute active must be true or false.');
}

/** Returns the first and last name of a user for the pool. */
export function namesOf({ name = {} }: UserAttributes): { firstName: string; lastName: string } {
  const part = (key: string): string => (name[key] ?? '').trim().slice(0, LONGEST_NAME) || 'none';
  return { firstName: part('givenName'), lastName: part('familyName') };
}

function attributesOf(body: Record<string, unknown>): UserAttributes {
  const kept = KEPT.flatMap((name): [string, unknown][] => {
    const value = valueOf(body, name);
    return value === undefined || value === null ? [] : [[name, value]];
  });
  const attributes: UserAttributes = Object.fromEntries(kept);
  const { name, emails, phoneNumbers } = attributes;
  if (name !== undefined && (!isObject(name) || !Object.values(name).every((part) => typeof part === 'string' || part === null)))
    throw invalid('invalidValue', 'The attribute name must have texts alone.');
  for (const [key, list] of Object.entries({ emails, phoneNumbers }))
    if (list !== undefined && !listOf(list).every(isObject)) throw invalid('invalidValue', `The attribute ${key} must be a list of objects.`);
  for (const key of KEPT.slice(1, 8))
    if (attributes[key] !== undefined && typeof attributes[key] !== 'string') throw invalid('invalidValue', `The attribute ${key} must be a text.`);
  const enterprise = valueOf(body, ENTERPRISE_SCHEMA);
  return isObject(enterprise) ? { ...attributes, [ENTERPRISE_SCHEMA]: enterprise } : attributes;
}

/** A stored user with its groups. */
export interface StoredUser {
  user_id: string;
  user_name: string;
  external_id: string | null;
  is_active: boolean;
  attributes: UserAttributes;
  version: number;
  created_at: Date;
  changed_at: Date;
}

/** Returns a user in the form of the protocol. */
export function toUserResource(
  row: StoredUser,
  groups: readonly { group_id: string; display_name: string }[],
  base: string,
): Record<string, unknown> {
  const location = `${base}/Users/${row.user_id}`;
  return {
    schemas: [USER_SCHEMA, ...(row.attributes[ENTERPRISE_SCHEMA] === undefined ? [] : [ENTERPRISE_SCHEMA])],
    id: row.user_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...row.attributes,
    active: row.is_active,
    groups: groups.map((group) => ({ value: group.group_id, display: group.display_name, $ref: `${base}/Groups/${group.group_id}`, type: 'direct' })),
    meta: metaOf('User', row, location),
  };
}

/** Returns the metadata of a resource. */
export function metaOf(
  resourceType: 'User' | 'Group',
  { created_at: created, changed_at: changed, version }: { created_at: Date; changed_at: Date; version: number },
  location: string,
): Record<string, unknown> {
  return { resourceType, created: created.toISOString(), lastModified: changed.toISOString(), location, version: `W/"${version}"` };
}
