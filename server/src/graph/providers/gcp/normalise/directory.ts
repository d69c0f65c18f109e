import { at, instant, list, text } from '../../../../platform/json-values';
import type { SourceDraft } from '../../../engine/source-draft';
import type { GcpBundle, GcpEntry } from '../read/bundle';

/** Last sign-in time of a user who has never signed in. */
const NEVER = '1970-01-01T00:00:00.000Z';

/**
 * Adds users, groups and memberships of Google Workspace or Cloud Identity. Bindings name them by address.
 * @see Admin SDK, Directory API: users, groups, members
 */
export function addDirectory(draft: SourceDraft, { directoryUsers, directoryGroups, directoryMembers }: GcpBundle): void {
  const people = (directoryUsers ?? []).flatMap((entry) => addUser(draft, entry) ?? []);
  for (const entry of directoryGroups ?? []) addGroup(draft, entry);
  const known = new Set((directoryGroups ?? []).map(({ fields }) => text(fields.id)));
  for (const entry of directoryMembers ?? []) addMember(draft, entry, known, people);
}

/** Adds a user and returns its id. */
function addUser(draft: SourceDraft, entry: GcpEntry): string | null {
  const { id, primaryEmail, name, suspended, archived, isEnrolledIn2Sv: mfa, lastLoginTime, creationTime, organizations } = entry.fields;
  const [key, email] = [text(id), text(primaryEmail)];
  if (key === '' || !email.includes('@')) {
    draft.warn(entry, '', 'A user without id or primaryEmail was left out.');
    return null;
  }
  const position = list(organizations).find((one) => at(one, 'primary') === true) ?? list(organizations)[0];
  draft.add({
    type: 'USER',
    id: key,
    nativeId: key,
    name: email,
    isIdentity: true,
    isResource: false,
    attributes: {
      usersource: 'GCP',
      ...addressed(email),
      status: archived === true ? 'archived' : suspended === true ? 'suspended' : 'active',
      ...(typeof mfa === 'boolean' ? { mfa } : {}),
      ...named('displayname', at(name, 'fullName')),
      ...named('jobtitle', at(position, 'title')),
      ...named('department', at(position, 'department')),
      ...instant('created', creationTime),
      ...(lastLoginTime === NEVER ? {} : instant('lastused', lastLoginTime)),
    },
  });
  return key;
}

function addGroup(draft: SourceDraft, entry: GcpEntry): void {
  const { id, email: address, name, description } = entry.fields;
  const [key, email] = [text(id), text(address)];
  if (key === '' || !email.includes('@')) return draft.warn(entry, '', 'A group without id or email was left out.');
  draft.add({
    type: 'GROUP',
    id: key,
    nativeId: key,
    name: email,
    isIdentity: true,
    isResource: false,
    attributes: { usersource: 'GCP', ...addressed(email), ...named('displayname', name), ...named('description', description) },
  });
}

/** @param people ids of all users of the directory, for members that represent the whole customer */
function addMember(draft: SourceDraft, entry: GcpEntry, groups: ReadonlySet<string>, people: readonly string[]): void {
  const group = groupOfMember(entry, groups);
  if (!groups.has(group)) {
    const why = 'The entry does not name the group of this member. Put the file into a folder named after the group id.';
    return draft.warn(entry, '', group === '' ? why : `The group ${group} is not among the groups, so its members were left out.`);
  }
  const { id, type, email: address } = entry.fields;
  const [member, email] = [text(id), text(address)];
  if (type === 'CUSTOMER') {
    for (const person of people) draft.relate(person, group, 'member_of');
    return;
  }
  if (member === '') return draft.warn(entry, '/id', 'A member without an id was left out.');
  if (!draft.find(member)) {
    // A member from another organization.
    if (!email.includes('@'))
      return draft.warn(entry, '', `${member} is neither among the users nor among the groups, so its membership was left out.`);
    const attributes = { usersource: 'GCP', external: true, ...addressed(email) };
    draft.add({
      type: type === 'GROUP' ? 'GROUP' : 'USER',
      id: member,
      nativeId: member,
      name: email,
      isIdentity: true,
      isResource: false,
      attributes,
    });
  }
  draft.relate(member, group, 'member_of');
}

/** Returns the id of the group of a member, from the folder name of the file where the entry lacks it: `03abcd/directory-members.json`. */
export function groupOfMember({ fields, file }: GcpEntry, groups: ReadonlySet<string>): string {
  const named = text(fields.groupId);
  if (named !== '') return named;
  const folders = file.split('/').slice(0, -1);
  return folders.findLast((folder) => groups.has(folder)) ?? folders.at(-1) ?? '';
}

function addressed(email: string): Record<string, string> {
  return { email: email.toLowerCase(), domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() };
}

function named(name: string, value: unknown): Record<string, string> {
  return text(value) === '' ? {} : { [name]: text(value) };
}
