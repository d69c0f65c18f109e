import { at, fields, instant, list, text } from '../../../../../platform/json-values';
import type { SourceDraft } from '../../../../engine/source-draft';
import type { IdpEntry, Membership } from '../../read/idp-entry';
import type { EntraApplication } from './entra-applications';
import type { EntraBundle } from '../../read/entra-bundle';
import { objectId, subjectId } from '../../read/entra-values';

/** Groups with their members. */
export interface EntraPeople {
  groups: ReadonlySet<string>;
  /** Object ids of direct members by group id. Members may be of any type, including groups. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

export function addPeople(
  draft: SourceDraft,
  { users, registrations, groups, groupMembers }: EntraBundle,
  applications: ReadonlyMap<string, EntraApplication>,
): EntraPeople {
  const factors = factorsOf(registrations ?? []);
  for (const entry of users ?? []) addUser(draft, entry, factors);
  const known = new Set((groups ?? []).map((entry) => addGroup(draft, entry)).filter(Boolean));
  const members = new Map<string, Set<string>>();
  for (const entry of groupMembers ?? []) {
    const memberships = membershipsOf(entry);
    if (!memberships) {
      draft.warn(entry, '', 'The entry does not name the group of this member. Name the file after the group id, as in group-members/ID.json.');
      continue;
    }
    for (const { group, member, within } of memberships) {
      if (!known.has(group)) {
        draft.warn(entry, within, `The group ${group} is not among the groups, so its members were left out.`);
        break;
      }
      if (!draft.find(member) && !applications.has(member)) {
        draft.warn(entry, within, `${member} is not among the users, groups and service principals, so its membership was left out.`);
        continue;
      }
      draft.relate(member, group, 'member_of');
      members.set(group, (members.get(group) ?? new Set()).add(member));
    }
  }
  return { groups: known, members };
}

/** Returns whether multi-factor authentication is registered, by object id. Users without an entry in the report are unknown. */
function factorsOf(registrations: readonly IdpEntry[]): Map<string, boolean> {
  return new Map(
    registrations.flatMap(({ fields: { id, isMfaRegistered: has } }) => (typeof has === 'boolean' ? [[objectId(id), has] as const] : [])),
  );
}

function addUser(draft: SourceDraft, entry: IdpEntry, factors: ReadonlyMap<string, boolean>): void {
  const { userPrincipalName, mail, displayName, accountEnabled, userType, department, jobTitle, createdDateTime, signInActivity } = entry.fields;
  const { employeeType, companyName } = entry.fields;
  const id = objectId(entry.fields.id);
  if (id === '') return draft.warn(entry, '/id', 'A user without an id was left out.');
  const mfa = factors.get(id);
  const isGuest = text(userType) === 'Guest' || text(userPrincipalName).includes('#EXT#');
  // A guest's user principal name contains the home domain, not the guest's address.
  const email = isGuest ? text(mail) || text(userPrincipalName) : text(userPrincipalName) || text(mail);
  draft.add({
    type: 'USER',
    id,
    nativeId: id,
    name: email || text(displayName) || id,
    isIdentity: true,
    isResource: true,
    attributes: {
      usersource: 'IDP_AZURE_AD',
      external: isGuest,
      ...guestKind(text(userType), text(userPrincipalName)),
      ...(email.includes('@') && !email.includes('#EXT#') ? { email, domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() } : {}),
      ...(typeof accountEnabled === 'boolean' ? { status: accountEnabled ? 'active' : 'disabled' } : {}),
      ...(mfa === undefined ? {} : { mfa }),
      ...named('displayname', displayName),
      ...named('department', department),
      ...named('jobtitle', jobTitle),
      ...named('employeetype', employeeType),
      ...named('company', companyName),
      ...instant('created', createdDateTime),
      ...lastUse(signInActivity),
    },
  });
}

/** Returns the kind of guest in the words of conditional access policies. An external account that became a member is a guest there too. */
function guestKind(userType: string, name: string): Record<string, string> {
  const isExternal = name.includes('#EXT#');
  if (userType === 'Guest') return { guestkind: isExternal ? 'b2bCollaborationGuest' : 'internalGuest' };
  return isExternal ? { guestkind: 'b2bCollaborationMember' } : {};
}

/** Returns the last sign-in of any kind. */
function lastUse(activity: unknown): Record<string, string> {
  const times = ['lastSignInDateTime', 'lastNonInteractiveSignInDateTime', 'lastSuccessfulSignInDateTime'].flatMap((name) =>
    Object.values(instant('at', fields(activity)[name])),
  );
  const last = times.sort().at(-1);
  return last === undefined ? {} : { lastused: last };
}

function addGroup(draft: SourceDraft, entry: IdpEntry): string {
  const { displayName, description, groupTypes, securityEnabled, isAssignableToRole, createdDateTime } = entry.fields;
  // Policies of other clouds name the group by this address.
  const email = text(entry.fields.mail);
  const id = objectId(entry.fields.id);
  if (id === '') {
    draft.warn(entry, '/id', 'A group without an id was left out.');
    return '';
  }
  const kinds = list(groupTypes).map(text);
  draft.add({
    type: 'GROUP',
    id,
    nativeId: id,
    name: text(displayName) || id,
    isIdentity: true,
    isResource: true,
    attributes: {
      usersource: 'IDP_AZURE_AD',
      grouptype: kinds.includes('Unified') ? 'microsoft365' : securityEnabled === false ? 'distribution' : 'security',
      dynamic: kinds.includes('DynamicMembership'),
      roleassignable: isAssignableToRole === true,
      ...(email.includes('@') ? { email, domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() } : {}),
      ...named('description', description),
      ...instant('created', createdDateTime),
    },
  });
  return id;
}

/**
 * Reads members from a file named after their group, from entries with both ids, or from a group with a member list. Null: the entry does not name its
 * group.
 */
export function membershipsOf(entry: IdpEntry): Membership[] | null {
  const { id, groupId, members } = entry.fields;
  const group = objectId(groupId) || (Array.isArray(members) ? objectId(id) : subjectId(entry));
  if (group === '') return null;
  const listed = Array.isArray(members)
    ? list(members).map((member, index) => ({ member: objectId(member) || objectId(at(member, 'id')), within: `/members/${index}` }))
    : [{ member: objectId(id), within: '' }];
  return listed.filter(({ member }) => member !== '').map((found) => ({ group, ...found }));
}

function named(name: string, value: unknown): Record<string, string> {
  return text(value) === '' ? {} : { [name]: text(value) };
}
