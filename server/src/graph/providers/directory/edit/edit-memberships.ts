import { at, list, text } from '../../../../platform/json-values';
import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { membershipsOf as entraMemberships } from '../normalise/entra/entra-people';
import { membershipsOf as oktaMemberships } from '../normalise/okta/okta-people';
import type { EntraBundle } from '../read/entra-bundle';
import { objectId } from '../read/entra-values';
import type { IdpEntry, Membership } from '../read/idp-entry';
import { addEntraAssignment, addOktaAssignment, removeEntraAssignment, removeOktaAssignment } from './edit-roles';
import type { OktaBundle } from '../read/okta-bundle';

/** The parts of a directory's bundle that memberships concern. */
interface People {
  users: IdpEntry[] | null;
  groups: IdpEntry[] | null;
  groupMembers: IdpEntry[] | null;
}

/** How a directory writes memberships. */
interface Directory {
  membershipsOf: (entry: IdpEntry) => Membership[] | null;
  /** Returns an id in the form in which ids are compared. */
  idOf: (value: unknown) => string;
  /** Says why nobody can change the members of a group by hand; empty: anybody with the right can. */
  refusalOf: (group: Record<string, unknown>) => string;
}

/**
 * Returns the bundle of an Okta org as an export after these changes of memberships and assignments would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editOktaBundle(bundle: OktaBundle, edits: readonly BundleEdit[]): OktaBundle {
  return editInOrder(bundle, edits, (edited, edit) => {
    if (edit.kind === 'ADD_ASSIGNMENT') return addOktaAssignment(edited, edit);
    if (edit.kind === 'REMOVE_ASSIGNMENT') return removeOktaAssignment(edited, edit);
    return { ...edited, ...editedPeople(edited, edit, OKTA) };
  });
}

/**
 * Returns the bundle of an Entra ID directory as an export after these changes of memberships and assignments would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editEntraBundle(bundle: EntraBundle, edits: readonly BundleEdit[]): EntraBundle {
  return editInOrder(bundle, edits, (edited, edit) => {
    if (edit.kind === 'ADD_ASSIGNMENT') return addEntraAssignment(edited, edit);
    if (edit.kind === 'REMOVE_ASSIGNMENT') return removeEntraAssignment(edited, edit);
    const known = [...(edited.servicePrincipals ?? []), ...(edited.groups ?? [])];
    return { ...edited, ...editedPeople(edited, edit, ENTRA, known) };
  });
}

const OKTA: Directory = {
  membershipsOf: oktaMemberships,
  idOf: text,
  refusalOf: ({ type }) => {
    if (type === 'BUILT_IN') return 'Okta itself decides who is in this group.';
    return type === 'APP_GROUP' ? 'An application decides who is in this group. Change the membership there.' : '';
  },
};

const ENTRA: Directory = {
  membershipsOf: entraMemberships,
  idOf: objectId,
  refusalOf: ({ groupTypes }) =>
    list(groupTypes).map(text).includes('DynamicMembership')
      ? 'A rule decides who is in this group. Change the rule, or the attributes of the user.'
      : '',
};

/** @param others entries that can be members besides users */
function editedPeople(people: People, edit: BundleEdit, directory: Directory, others: readonly IdpEntry[] = []): Partial<People> {
  if (edit.kind !== 'ADD_MEMBER' && edit.kind !== 'REMOVE_MEMBER')
    throw new EditFailure('In a directory, only memberships and assignments can be tried so far.');
  const { idOf, refusalOf } = directory;
  const pair = { group: idOf(edit.group), member: idOf(edit.member) };
  const group = (people.groups ?? []).find(({ fields }) => idOf(fields.id) === pair.group);
  if (!group) throw new EditFailure('The directory has no group with this id. Copy the id from the page of the group.');
  const refusal = refusalOf(group.fields);
  if (refusal !== '') throw new EditFailure(refusal);
  if (edit.kind === 'REMOVE_MEMBER') return withoutMember(people, pair, directory);
  const isKnown = [...(people.users ?? []), ...others].some(({ fields }) => idOf(fields.id) === pair.member);
  if (!isKnown) throw new EditFailure('The directory has no user with this id. Copy the id from the page of the user.');
  if (isMember(people, pair, directory)) throw new EditFailure('The user is already a member of this group. Leave this edit out.');
  const added = { fields: { groupId: edit.group, members: [{ id: edit.member }] }, file: 'what-if', place: '' };
  return { groupMembers: [...(people.groupMembers ?? []), added] };
}

type Pair = Pick<Membership, 'group' | 'member'>;

function isSame(one: Pair, other: Pair): boolean {
  return one.group === other.group && one.member === other.member;
}

function isMember({ groupMembers }: People, pair: Pair, { membershipsOf }: Directory): boolean {
  return (groupMembers ?? []).some((entry) => membershipsOf(entry)?.some((one) => isSame(one, pair)) ?? false);
}

function withoutMember(people: People, pair: Pair, directory: Directory): Partial<People> {
  if (!isMember(people, pair, directory)) throw new EditFailure('The user is not a member of this group. Leave this edit out.');
  const { membershipsOf, idOf } = directory;
  const users = [...(people.users ?? [])];
  const groupMembers = (people.groupMembers ?? []).flatMap((entry) => {
    if (!membershipsOf(entry)?.some((one) => isSame(one, pair))) return [entry];
    const { members } = entry.fields;
    if (Array.isArray(members))
      return [{ ...entry, fields: { ...entry.fields, members: members.filter((one) => (idOf(one) || idOf(at(one, 'id'))) !== pair.member) } }];
    // A page of members describes whole users, perhaps the only place that does.
    if ('profile' in entry.fields && !users.some(({ fields }) => idOf(fields.id) === pair.member)) users.push(entry);
    return [];
  });
  return { users: people.users || users.length > 0 ? users : null, groupMembers };
}
