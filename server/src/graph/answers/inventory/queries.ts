import { USER_TYPES } from '../counts/count-privileges';
import { UNUSED_DAYS } from '../counts/parts';

/** The queries behind what is counted, in one place: a page shows a count and opens the search that answers with what was counted. */

/** Cloud types of their own that the language knows by their beginning; of every other one it has no word. */
const WITHOUT_WORD = /^(?:OKTA|ENTRA)_/;

/** Quoted, a value stands for itself alone. */
function quoted(text: string): string {
  return `"${text.replace(/(["\\])/g, '\\$1')}"`;
}

/** A value as it is, or quoted where a bare word would mean something else. */
function valueWord(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && /[\d:./@]/.test(text) ? text : quoted(text);
}

export function typeWords(types: readonly string[]): string {
  return types.some((type) => WITHOUT_WORD.test(type)) ? '' : types.map((type) => type.toLowerCase()).join('|');
}

/** Entities of some types, of one account where it is given. */
export function entitiesQuery(types: readonly string[], accountId: string | null = null, search = ''): string {
  const words = typeWords(types);
  if (words === '') return '';
  const named = search === '' ? '' : ` with-attribute name ~ ${quoted(search)}`;
  return `${words}${accountId === null ? '' : ` with-attribute accountid ${valueWord(accountId)}`}${named}`;
}

/** Who reaches objects of a type in an account. */
export function reachedQuery(type: string, accountId: string): string {
  const words = typeWords([type]);
  return words === '' ? '' : `any with-access ${words} with-attribute accountid ${valueWord(accountId)}`;
}

export function privilegeQuery(action: string, accountId: string): string {
  return `${typeWords(USER_TYPES)} with-access any with-attribute accountid ${valueWord(accountId)} for action ${action}`;
}

export function publicQuery(...types: string[]): string {
  const words = typeWords(types);
  return words === '' ? '' : `public_node with-access ${words}`;
}

/** What everybody reaches in a region; empty: of none. */
export function publicInRegionQuery(region: string): string {
  return `public_node with-access any with-attribute region ${region === '' ? '"-"' : valueWord(region)}`;
}

/** An account that is not connected stands for its users: which there are, nobody here knows. */
export function shadowAccountQuery(shadowAccountId: string, accountId: string): string {
  return `user|ext_account with-attribute accountid ${valueWord(shadowAccountId)} with-access any with-attribute accountid ${valueWord(accountId)}`;
}

export function shadowNetworkQuery(uri: string, accountId: string): string {
  return `network_node with-attribute uri ${valueWord(uri)} with-access object_store|security_group with-attribute accountid ${valueWord(accountId)}`;
}

/** Who outside reaches something: each row of a tab is one of them with an account of yours. */
export const SHADOW_QUERIES = {
  SHADOW_UNKNOWN_ACCOUNT: 'user|ext_account with-access any for xaccount unknown',
  // Somebody of an account that is connected is no stranger, and is known as well.
  SHADOW_KNOWN_ACCOUNT: 'ext_account with-access any for xaccount known',
  SHADOW_KNOWN_NETWORK: 'network_node with-access object_store|security_group',
} as const;

/** What lies in a virtual network or subnet, by the tabs that list it; what hangs on firewalls and route tables has no word. */
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
const NOT_USED = `not with-access any with-usage < ${UNUSED_DAYS}`;
const USERS = typeWords(USER_TYPES);

/** The day after which something counts as used. */
function daysBefore(now: Date): string {
  return new Date(now.getTime() - UNUSED_DAYS * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Which ones had access for 90 days, used none of it, and were not seen either. */
export function unusedQuery(type: 'UNUSED_ROLE' | 'UNUSED_IDENTITY' | 'UNUSED_IDENTITY_WITHOUT_ROLE', now: Date): string {
  const day = daysBefore(now);
  const notSeen = (types: string): string => `not ${types} with-attribute lastused > ${day}`;
  if (type === 'UNUSED_ROLE') return `role ${UNUSED} and ${NOT_USED} and ${notSeen('role')}`;
  // Nobody acts as a role of other clouds: there a role is what is granted.
  const actingAsRole = 'with-access any via role with-attribute cloudtype AWS';
  const role = type === 'UNUSED_IDENTITY' ? actingAsRole : `not ${actingAsRole}`;
  return `${USERS} ${UNUSED} and ${role} and ${NOT_USED} and ${notSeen(USERS)}`;
}

/** Which ones used any of their access within 90 days, or were seen. */
export function activeQuery(types: readonly string[], now: Date): string {
  const words = typeWords(types);
  return `${words} with-access any with-usage < ${UNUSED_DAYS} or ${words} with-attribute lastused > ${daysBefore(now)}`;
}

/** What an identity reaches. */
export function accessOf(type: string, uri: string): string {
  const words = typeWords([type]);
  return words === '' ? '' : `${words} with-attribute uri ${quoted(uri)} with-access any`;
}

/** Who reaches a resource, of some types or of any. */
export function accessTo(type: string, uri: string, types: readonly string[] = []): string {
  const words = typeWords([type]);
  return words === '' ? '' : `${types.length === 0 ? 'any' : typeWords(types)} with-access ${words} with-attribute uri ${quoted(uri)}`;
}
