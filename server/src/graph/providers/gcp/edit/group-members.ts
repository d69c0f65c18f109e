import { text } from '../../../../platform/json-values';
import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { groupOfMember } from '../normalise/directory';
import type { GcpBundle, GcpEntry } from '../read/bundle';

/** A membership by the ids of its ends, or by their addresses. */
interface Joined {
  group: string;
  member: string;
}

/** Adds a user or group of the directory of Google Workspace or Cloud Identity to a group. */
export function addGroupMember(bundle: GcpBundle, { group, member }: Joined): GcpBundle {
  const groupId = groupIn(bundle, group);
  const users = bundle.directoryUsers ?? [];
  const found = users.find((entry) => isNamed(entry, member)) ?? (bundle.directoryGroups ?? []).find((entry) => isNamed(entry, member));
  if (!found) throw new EditFailure('The directory has no user or group with this id or address. Copy the id from its page.');
  if (membersOf(bundle, groupId).some((entry) => isNamed(entry, text(found.fields.id))))
    throw new EditFailure('It is already a member of this group. Leave this edit out.');
  const { id, primaryEmail, email } = found.fields;
  const fields = { groupId, id, email: text(primaryEmail) || text(email), type: users.includes(found) ? 'USER' : 'GROUP' };
  return { ...bundle, directoryMembers: [...(bundle.directoryMembers ?? []), { fields, file: 'what-if', place: '' }] };
}

/** Removes a member from a group. A group may have all users of the directory as members, of whom nobody can be taken out. */
export function removeGroupMember(bundle: GcpBundle, { group, member }: Joined): GcpBundle {
  const members = membersOf(bundle, groupIn(bundle, group));
  const gone = members.filter((entry) => entry.fields.type !== 'CUSTOMER' && isNamed(entry, member));
  if (gone.length > 0) return { ...bundle, directoryMembers: (bundle.directoryMembers ?? []).filter((entry) => !gone.includes(entry)) };
  throw new EditFailure(
    members.some((entry) => entry.fields.type === 'CUSTOMER')
      ? 'All users of the directory are members of this group, so nobody can be taken out of it alone.'
      : 'It is not a member of this group. Leave this edit out.',
  );
}

function groupIn({ directoryGroups }: GcpBundle, group: string): string {
  const found = (directoryGroups ?? []).find((entry) => isNamed(entry, group));
  if (!found) throw new EditFailure('The directory has no group with this id. Copy the id from the page of the group.');
  return text(found.fields.id);
}

function membersOf({ directoryGroups, directoryMembers }: GcpBundle, groupId: string): GcpEntry[] {
  const groups = new Set((directoryGroups ?? []).map(({ fields }) => text(fields.id)));
  return (directoryMembers ?? []).filter((entry) => groupOfMember(entry, groups) === groupId);
}

function isNamed({ fields: { id, email, primaryEmail } }: GcpEntry, name: string): boolean {
  return text(id) === name || [text(email), text(primaryEmail)].some((address) => address !== '' && address.toLowerCase() === name.toLowerCase());
}
