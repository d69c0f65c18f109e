import { USER_TYPES } from '../counts/count-privileges';
import { UNUSED_DAYS } from '../counts/parts';

/** The queries behind the counts, in one place. A page shows a count and opens the search that returns the counted entities. */

/** Cloud-specific types are known by their prefix; the query language has no word for these prefixes. */
const WITHOUT_WORD = /^(?:OKTA|ENTRA)_/;

/** Quotes a value, so that it matches only itself. */
export function quoted(text: string): string {
  return `"${text.replace(/(["\\])/g, '\\$1')}"`;
}

/** Quotes a value only where a bare word would mean something else. */
function valueWord(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && /[\d:./@]/.test(text) ? text : quoted(text);
}

export function typeWords(types: readonly string[]): string {
  return types.some((type) => WITHOUT_WORD.test(type)) ? '' : types.map((type) => type.toLowerCase()).join('|');
}

/**
 * Returns the query for entities of some types, optionally of one account.
 * @param more further conditions on attributes
 */
export function entitiesQuery(types: readonly string[], accountId: string | null = null, search = '', more: readonly string[] = []): string {
  const words = typeWords(types);
  if (words === '') return '';
  const named = search === '' ? '' : ` with-attribute name ~ ${quoted(search)}`;
  const ofAccount = accountId === null ? '' : ` with-attribute accountid ${valueWord(accountId)}`;
  return `${words}${ofAccount}${named}${more.map((condition) => ` with-attribute ${condition}`).join('')}`;
}

/** Returns the query for access to objects of a type in an account. */
export function objectAccessQuery(type: string, accountId: string): string {
  const words = typeWords([type]);
  return words === '' ? '' : `any with-access ${words} with-attribute accountid ${valueWord(accountId)}`;
}

/** Returns the query for the access of a person, by e-mail address or id. */
export function personQuery(name: string): string {
  return `person ${quoted(name)} with-access any`;
}

export function privilegeQuery(action: string, accountId: string): string {
  return `${typeWords(USER_TYPES)} with-access any with-attribute accountid ${valueWord(accountId)} for action ${action}`;
}

/** Returns the query for public entities: the attribute is the one definition, whether a policy, a setting or the network opens the entity. */
export function publicQuery(...types: string[]): string {
  const words = typeWords(types);
  return words === '' ? '' : `${words} with-attribute public true`;
}

/** Returns the query for public entities in a region; empty: without a region. */
export function publicInRegionQuery(region: string, types: readonly string[]): string {
  const found = publicQuery(...types);
  return found === '' ? '' : `${found} and region ${region === '' ? '"-"' : valueWord(region)}`;
}

/** Returns the query for the access of the users of one account to another. An account that is not connected stands for its users. */
export function shadowAccountQuery(shadowAccountId: string, accountId: string): string {
  return `user with-attribute accountid ${valueWord(shadowAccountId)} with-access any with-attribute accountid ${valueWord(accountId)}`;
}

export function shadowNetworkQuery(uri: string, accountId: string): string {
  return `network_node with-attribute uri ${valueWord(uri)} with-access object_store|security_group with-attribute accountid ${valueWord(accountId)}`;
}

/** Queries for the external identities of each tab. A row pairs one of them with one connected account. */
export const SHADOW_QUERIES = {
  SHADOW_UNKNOWN_ACCOUNT: 'user|ext_account with-access any for xaccount unknown',
  SHADOW_KNOWN_ACCOUNT: 'user|ext_account with-access any for xaccount known for xaccount cross',
  SHADOW_KNOWN_NETWORK: 'network_node with-access object_store|security_group',
} as const;

/** Returns queries for the contents of a virtual network or subnet, by tab. Firewalls and route tables have no such attribute. */
export function networkQueries(type: string, { vpcid, subnetid }: Record<string, unknown>): Record<string, string> {
  const within = (types: string, attribute: string, id: unknown): string =>
    typeof id === 'string' && id !== '' ? `${types} with-attribute ${attribute} ${valueWord(id)}` : '';
  if (type === 'SUBNET') return { NETWORKING_INSTANCES: within('instance', 'subnetid', subnetid) };
  if (type !== 'VPC') return {};
  return {
    NETWORKING_INSTANCES: within('instance', 'vpcid', vpcid),
    NETWORKING_SECURITY_GROUPS: within('security_group', 'vpcid', vpcid),
    NETWORKING_SUBNETS: within('subnet', 'vpcid', vpcid),
  };
}

const UNUSED = `with-access any with-usage > ${UNUSED_DAYS}`;
const USERS = typeWords(USER_TYPES);

/** Access through a role or service account that an unknown user used within 90 days. Whoever holds it may be that user. */
const PERHAPS_USED = `with-access any via role|service_account with-attribute usedthrough > ${UNUSED_DAYS}d`;

/**
 * Returns the end of a query that leaves only identities of these types without any use for 90 days: no logged access, and not seen by their
 * provider. The page of unused access, guardrails and compliance share it.
 */
export function withoutAnyUse(types: string): string {
  // A role that starts a session of another one calls sts:AssumeRole, so a use through that other role needs no look at it.
  const isRole = types === 'role';
  const perhaps = isRole ? '' : ` and not ${PERHAPS_USED}`;
  return `and not with-access any ${isRole ? 'not via role ' : ''}with-usage < ${UNUSED_DAYS}${perhaps} and not ${types} with-attribute lastused > ${UNUSED_DAYS}d`;
}

/** The filter that leaves out identities that exist to stay idle: for emergencies, or as part of the provider's services. */
export const ORDINARY = 'with-attribute purpose ordinary';

/**
 * Returns the query for those that had access for 90 days, used none of it and were not seen.
 * @param includesIdle includes break-glass, service-linked and provider-managed identities
 */
export function unusedQuery(type: 'UNUSED_ROLE' | 'UNUSED_IDENTITY' | 'UNUSED_IDENTITY_WITHOUT_ROLE', includesIdle = false): string {
  const who = (types: string): string => (includesIdle ? types : `${types} ${ORDINARY}`);
  if (type === 'UNUSED_ROLE') return `${who('role')} ${UNUSED} ${withoutAnyUse('role')}`;
  // Only AWS roles can be assumed. In other clouds a role is a grant.
  const actingAsRole = 'with-access any via role with-attribute cloudtype AWS';
  const role = type === 'UNUSED_IDENTITY' ? actingAsRole : `not ${actingAsRole}`;
  return `${who(USERS)} ${UNUSED} and ${role} ${withoutAnyUse(USERS)}`;
}

/**
 * The query for users of AWS with access by policies of their own. Grants of a bucket or key to a user, or to everyone, are no policies of the user.
 * A guardrail and a compliance rule share it.
 */
export const USERS_WITH_OWN_POLICIES =
  'user with-attribute cloudtype AWS with-access any via policy with-attribute type user|policy not via group|role';

/** Returns the query for those that used any access within 90 days or were seen. */
export function activeQuery(types: readonly string[]): string {
  const words = typeWords(types);
  return `${words} with-access any with-usage < ${UNUSED_DAYS} or ${words} with-attribute lastused > ${UNUSED_DAYS}d`;
}

/** Returns the query for the access of an identity. */
export function accessOf(type: string, uri: string): string {
  const words = typeWords([type]);
  return words === '' ? '' : `${words} with-attribute uri ${quoted(uri)} with-access any`;
}

/** Returns the query for access to a resource, optionally from some types only. */
export function accessTo(type: string, uri: string, types: readonly string[] = []): string {
  const words = typeWords([type]);
  return words === '' ? '' : `${types.length === 0 ? 'any' : typeWords(types)} with-access ${words} with-attribute uri ${quoted(uri)}`;
}
