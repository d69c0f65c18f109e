import { ACCESS_GROUPS, accessGroup, type AccessGroup } from '../company/access-groups';
import { DOMAIN } from '../company/company';
import type { Membership } from '../company/membership';
import type { Person } from '../company/people';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { entraGroupId, entraUserId } from './directory';
import { guests } from './users';

/** Role-assignable groups. */
export const ROLE_ASSIGNABLE: readonly string[] = ['identity-admins', 'security-auditors'];

/** Group of the partners' guest users. */
const GUESTS = { key: 'partner-guests', name: 'Partner Guests', description: 'People of partners who work with us' };

/** Yields groups and their members, nested groups included, as Microsoft Graph lists them. */
export function* groupFiles(plan: Plan, membership: Membership): Generator<DemoFile> {
  yield listsFile('groups.json', { value: [...ACCESS_GROUPS, GUESTS].map((group) => groupRow(plan, group)) });
  for (const { key, nested } of ACCESS_GROUPS) {
    const members = [...nested.map((inner) => groupMember(plan, inner)), ...membership.direct(key).map((person) => userMember(plan, person))];
    if (members.length > 0) yield listsFile(`group-members/${entraGroupId(plan, key)}.json`, { value: members });
  }
  yield listsFile(`group-members/${entraGroupId(plan, GUESTS.key)}.json`, {
    value: guests(plan).map(({ id, name, email }) => member('user', { id, displayName: name, mail: email })),
  });
}

function groupRow(plan: Plan, { key, name, description }: Pick<AccessGroup, 'key' | 'name' | 'description'>): Record<string, unknown> {
  return {
    id: entraGroupId(plan, key),
    displayName: name,
    description,
    mail: `${key}@${DOMAIN}`,
    mailEnabled: true,
    mailNickname: key,
    securityEnabled: true,
    groupTypes: [],
    isAssignableToRole: ROLE_ASSIGNABLE.includes(key),
    membershipRule: null,
    onPremisesSyncEnabled: null,
    visibility: 'Private',
    createdDateTime: plan.calendar.at(1015, 29_500),
  };
}

function groupMember(plan: Plan, key: string): Record<string, unknown> {
  return member('group', { id: entraGroupId(plan, key), displayName: accessGroup(key).name, mail: `${key}@${DOMAIN}` });
}

export function userMember(plan: Plan, person: Person): Record<string, unknown> {
  return member('user', { id: entraUserId(plan, person), displayName: person.name, userPrincipalName: person.email, mail: person.email });
}

/** Returns a member in a list of mixed types. */
export function member(type: 'user' | 'group' | 'servicePrincipal', fields: Record<string, unknown>): Record<string, unknown> {
  return { '@odata.type': `#microsoft.graph.${type}`, ...fields };
}
