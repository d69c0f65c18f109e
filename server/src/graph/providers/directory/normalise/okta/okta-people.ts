import { at, fields, instant, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { IdpEntry, Membership } from '../../read/idp-entry';
import type { OktaBundle } from '../../read/okta-bundle';
import { factorsOf } from './okta-factors';
import { subjectId } from '../../read/okta-values';

/** User statuses of Okta. Suspended and locked users keep their assignments. */
const USER_STATES = new Set(['ACTIVE', 'DEPROVISIONED', 'LOCKED_OUT', 'PASSWORD_EXPIRED', 'PROVISIONED', 'RECOVERY', 'STAGED', 'SUSPENDED']);
const GROUP_TYPES = new Set(['APP_GROUP', 'BUILT_IN', 'OKTA_GROUP']);

/** The users and groups of an org with their memberships. Okta has no nested groups. */
export interface OktaPeople {
  /** Profile by user id. */
  profiles: ReadonlyMap<string, Record<string, unknown>>;
  groups: ReadonlyMap<string, { name: string; type: string }>;
  /** User ids by group id. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

export function addPeople(draft: SourceDraft, bundle: OktaBundle): OktaPeople {
  const { users, groups, groupMembers } = bundle;
  const factors = factorsOf(bundle);
  const profiles = new Map<string, Record<string, unknown>>();
  const known = new Map<string, { name: string; type: string }>();
  for (const entry of users ?? []) addUser(draft, entry, profiles, factors);
  for (const entry of groups ?? []) addGroup(draft, entry, known);
  const members = new Map<string, Set<string>>();
  for (const entry of groupMembers ?? []) {
    const memberships = membershipsOf(entry);
    if (!memberships) {
      draft.warn(entry, '', 'The entry does not name the group of this member. Name the file after the group id, as in group-members/00g1abc.json.');
      continue;
    }
    for (const { group, member: user, within } of memberships) {
      if (!known.has(group)) {
        draft.warn(entry, within, `The group ${group} is not among the groups, so its members were left out.`);
        break;
      }
      // A page of members contains whole users, including some that the user list lacks.
      if (!profiles.has(user) && 'profile' in entry.fields) addUser(draft, entry, profiles, factors);
      if (!profiles.has(user)) draft.warn(entry, within, `The user ${user} is not among the users, so its membership was left out.`);
      else {
        draft.relate(user, group, 'member_of');
        members.set(group, (members.get(group) ?? new Set()).add(user));
      }
    }
  }
  return { profiles, groups: known, members };
}

function addUser(draft: SourceDraft, entry: IdpEntry, profiles: Map<string, Record<string, unknown>>, factors: ReadonlyMap<string, boolean>): void {
  const { id, status, created, lastLogin } = entry.fields;
  const profile = fields(entry.fields.profile);
  const key = text(id);
  if (key === '') return draft.warn(entry, '/id', 'A user without an id was left out.');
  if (profiles.has(key)) return;
  if (typeof status === 'string' && !USER_STATES.has(status)) draft.warn(entry, '/status', `The Okta user status ${status} is unknown.`);
  profiles.set(key, profile);
  const login = text(profile.login);
  const email = text(profile.email) || login;
  const mfa = factors.get(key);
  draft.add({
    type: 'FEDERATED_USER',
    id: key,
    nativeId: key,
    name: login || email || key,
    isIdentity: true,
    isResource: true,
    attributes: {
      usersource: 'IDP_OKTA',
      ...(email.includes('@') ? { email, domain: email.slice(email.indexOf('@') + 1).toLowerCase() } : {}),
      ...(typeof status === 'string' ? { status: status.toLowerCase() } : {}),
      ...(mfa === undefined ? {} : { mfa }),
      ...named('displayname', [text(profile.firstName), text(profile.lastName)].filter(Boolean).join(' ')),
      ...named('department', text(profile.department)),
      ...named('jobtitle', text(profile.title)),
      // Okta calls the employee type of a user `userType`.
      ...named('employeetype', text(profile.userType)),
      ...named('company', text(profile.organization)),
      ...named('manager', managerOf(profile)),
      ...instant('created', created),
      ...instant('lastused', lastLogin),
    },
  });
}

/**
 * Returns the e-mail address of the manager; empty: the profile has none. Organizations keep it in the id or in the name of the manager.
 * @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ `managerId` and `manager` of the default profile
 */
function managerOf({ managerId, manager }: Record<string, unknown>): string {
  const address = [managerId, manager].find((value): value is string => typeof value === 'string' && value.includes('@'));
  return address?.trim().toLowerCase() ?? '';
}

function addGroup(draft: SourceDraft, entry: IdpEntry, known: Map<string, { name: string; type: string }>): void {
  const { id, type, created, profile } = entry.fields;
  const key = text(id);
  if (key === '') return draft.warn(entry, '/id', 'A group without an id was left out.');
  if (known.has(key)) return;
  if (typeof type === 'string' && !GROUP_TYPES.has(type)) draft.warn(entry, '/type', `The Okta group type ${type} is unknown.`);
  const name = text(at(profile, 'name')) || key;
  known.set(key, { name, type: text(type) });
  draft.add({
    type: 'FEDERATED_GROUP',
    id: key,
    nativeId: key,
    name,
    isIdentity: true,
    isResource: true,
    attributes: {
      usersource: 'IDP_OKTA',
      ...named('grouptype', text(type)),
      ...named('description', text(at(profile, 'description'))),
      ...instant('created', created),
    },
  });
}

/** Reads memberships from a page of a group's members, a page of a user's groups, or entries with both ids. Null: the entry does not name its group. */
export function membershipsOf(entry: IdpEntry): Membership[] | null {
  const { id, groupId, members } = entry.fields;
  if (Array.isArray(members)) {
    return list(members).flatMap((one, index) => {
      const member = text(one) || text(at(one, 'id'));
      return member === '' ? [] : [{ group: text(groupId) || text(id), member, within: `/members/${index}` }];
    });
  }
  const subject = text(groupId) || subjectId(entry);
  if (text(id) === '' || subject === '') return null;
  const byUser = subject.startsWith('00u');
  return [{ group: byUser ? text(id) : subject, member: byUser ? subject : text(id), within: '' }];
}

function named(name: string, value: string): Record<string, string> {
  return value === '' ? {} : { [name]: value };
}
