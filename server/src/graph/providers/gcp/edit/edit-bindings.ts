import { fields, list, text, type Fields } from '../../../../platform/json-values';
import { EditFailure, editInOrder, type BundleEdit } from '../../../engine/bundle/bundle-edit';
import { toMember } from '../compile/members';
import { BASIC_ROLES } from '../compile/role-permissions';
import { projectNamesOf } from '../normalise/hierarchy';
import type { GcpBundle, GcpEntry } from '../read/bundle';
import type { ProjectNames } from '../read/values';
import { addGroupMember, removeGroupMember } from './group-members';
import { createServiceAccount, deleteServiceAccount } from './service-accounts';

type Condition = Fields | null;

/** A role on a resource, perhaps under a condition. */
interface Place {
  scope: string;
  role: string;
  condition?: Fields | undefined;
}

/**
 * Returns the bundle of Google Cloud projects as an export after these changes would be. The bundle itself stays as it is.
 * @throws EditFailure where an edit names something that the bundle lacks, or would change nothing
 */
export function editGcpBundle(bundle: GcpBundle, edits: readonly BundleEdit[]): GcpBundle {
  if (edits.length === 0) return bundle;
  const names = new Names(bundle);
  return editInOrder(bundle, edits, (edited, edit) => editedBy(edited, edit, names));
}

function editedBy(bundle: GcpBundle, edit: BundleEdit, names: Names): GcpBundle {
  switch (edit.kind) {
    case 'ADD_ASSIGNMENT':
      return addMember(bundle, edit, edit.principal, names);
    case 'REMOVE_ASSIGNMENT':
      return removeMember(bundle, edit, edit.principal, names);
    case 'SET_BINDING':
      return setMembers(checkedRole(bundle, edit), edit, edit.members, names);
    case 'SET_RESOURCE_POLICY':
      return setPolicy(bundle, edit.resource, edit.document, names);
    case 'SET_ROLE_DEFINITION':
      return setRole(bundle, edit.role, edit.document);
    case 'ADD_MEMBER':
      return addGroupMember(bundle, edit);
    case 'REMOVE_MEMBER':
      return removeGroupMember(bundle, edit);
    case 'CREATE_PRINCIPAL':
      return createServiceAccount(bundle, edit.principal);
    case 'DELETE_PRINCIPAL':
      return deleteServiceAccount(bundle, edit.principal);
    default:
      throw new EditFailure('In Google Cloud, changes of role bindings, custom roles, service accounts and members of groups can be tried so far.');
  }
}

/** Compares resources, which have several names. */
class Names {
  readonly #projects: ProjectNames;
  /** Addresses of service accounts by the names of their rows. */
  readonly #accounts = new Map<string, string>();

  constructor({ projects, resources }: GcpBundle) {
    this.#projects = projectNamesOf({ projects, resources });
    for (const { fields: row } of resources ?? []) {
      if (row.assetType !== 'iam.googleapis.com/ServiceAccount') continue;
      const address = [text(fields(row.additionalAttributes).email), text(row.displayName), text(row.name).split('/').at(-1) ?? ''];
      this.#accounts.set(text(row.name), (address.find((one) => one.includes('@')) ?? '').toLowerCase());
    }
  }

  of(resource: string): string {
    const account = this.#accounts.get(resource) ?? /\/serviceAccounts\/([^/]+@[^/]+)$/.exec(resource)?.[1];
    return account === undefined ? this.#projects.nativeId(resource) : `serviceAccount:${account.toLowerCase()}`;
  }
}

function addMember(bundle: GcpBundle, place: Place, member: string, names: Names): GcpBundle {
  const members = membersOf(checkedRole(bundle, place), place, names);
  if (members.some((one) => toMember(one) === toMember(member)))
    throw new EditFailure('The member has this role there already. Leave this edit out.');
  return setMembers(bundle, place, [...members, member], names);
}

function removeMember(bundle: GcpBundle, place: Place, member: string, names: Names): GcpBundle {
  const members = membersOf(bundle, place, names);
  const left = members.filter((one) => toMember(one) !== toMember(member));
  if (left.length === members.length) throw new EditFailure('The member does not have this role there. Leave this edit out.');
  return setMembers(bundle, place, left, names);
}

/** Refuses a role without a definition: what it allows is unknown. */
function checkedRole(bundle: GcpBundle, { role }: Place): GcpBundle {
  const isKnown = (bundle.roles ?? []).some(({ fields: one }) => one.name === role && Array.isArray(one.includedPermissions) && one.deleted !== true);
  if (!isKnown && !BASIC_ROLES.includes(role))
    throw new EditFailure('The export has no definition of this role, so its permissions are unknown. Create the role with an edit before this one.');
  return bundle;
}

function membersOf(bundle: GcpBundle, place: Place, names: Names): string[] {
  return policiesOf(bundle, place.scope, names).flatMap((entry) =>
    bindingsOf(entry).flatMap((binding) => (isIt(binding, place) ? list(binding.members).map(text) : [])),
  );
}

/** Gives a role on a resource to these members and to nobody else. */
function setMembers(bundle: GcpBundle, place: Place, members: readonly string[], names: Names): GcpBundle {
  const { scope, role, condition } = place;
  const binding = { role, members: [...members], ...(condition === undefined ? {} : { condition }) };
  return changeBindings(bundle, scope, names, (bindings) => {
    const index = bindings.findIndex((one) => isIt(one, place));
    const others = bindings.filter((one) => !isIt(one, place));
    return members.length === 0 ? others : others.toSpliced(index < 0 ? others.length : index, 0, binding);
  });
}

/** Replaces the whole policy of a resource. */
function setPolicy(bundle: GcpBundle, resource: string, document: Fields | null, names: Names): GcpBundle {
  const bindings = list(document?.bindings).map(fields);
  if (document !== null && !Array.isArray(document.bindings)) throw new EditFailure('A policy of Google Cloud has a list of bindings.');
  for (const { role } of bindings) checkedRole(bundle, { scope: resource, role: text(role) });
  return changeBindings(bundle, resource, names, () => bindings);
}

function changeBindings(bundle: GcpBundle, resource: string, names: Names, change: (bindings: Fields[]) => Fields[]): GcpBundle {
  const policies = bundle.iamPolicies ?? [];
  const [first] = policiesOf(bundle, resource, names);
  const all = change(policiesOf(bundle, resource, names).flatMap(bindingsOf));
  if (!first) {
    if (!isKnown(bundle, resource, names))
      throw new EditFailure('The export has no resource of this name. Copy the name from the page of the resource.');
    // A service account is listed by a number, and named by its address in plans.
    const listed = (bundle.resources ?? []).find(({ fields: row }) => names.of(text(row.name)) === names.of(resource));
    const added = { resource: text(listed?.fields.name) || resource, policy: { bindings: all } };
    return { ...bundle, iamPolicies: [...policies, { fields: added, file: 'what-if', place: '' }] };
  }
  const others = policies.filter((entry) => entry === first || names.of(text(entry.fields.resource)) !== names.of(resource));
  const changed = { ...first, fields: { ...first.fields, policy: { ...fields(first.fields.policy), bindings: all } } };
  return { ...bundle, iamPolicies: others.map((entry) => (entry === first ? changed : entry)) };
}

function policiesOf({ iamPolicies }: GcpBundle, resource: string, names: Names): GcpEntry[] {
  const id = names.of(resource);
  return (iamPolicies ?? []).filter((entry) => names.of(text(entry.fields.resource)) === id);
}

function isKnown({ resources, projects, folders }: GcpBundle, resource: string, names: Names): boolean {
  const id = names.of(resource);
  return (
    (resources ?? []).some(({ fields: row }) => names.of(text(row.name)) === id) ||
    (projects ?? []).some(({ fields: project }) => `projects/${text(project.projectId)}` === id) ||
    (folders ?? []).some(({ fields: folder }) => text(folder.name) === id)
  );
}

function bindingsOf({ fields: entry }: GcpEntry): Fields[] {
  return list(fields(entry.policy).bindings).map(fields);
}

/** Bindings of one role with other conditions are others. */
function isIt(binding: Fields, { role, condition }: Place): boolean {
  return text(binding.role) === role && sameCondition(fields(binding.condition), condition ?? null);
}

function sameCondition(one: Fields, other: Condition): boolean {
  const parts = ['expression', 'title', 'description'];
  return parts.every((part) => text(one[part]) === text(other?.[part]));
}

/** Sets a custom role, or deletes it. Its bindings stay, without an effect. */
function setRole(bundle: GcpBundle, name: string, document: Fields | null): GcpBundle {
  if (!/^(?:projects|organizations)\/[^/]+\/roles\/[^/]+$/.test(name))
    throw new EditFailure('Only custom roles can be changed. Name one as projects/PROJECT/roles/ROLE.');
  const roles = bundle.roles ?? [];
  const known = roles.find(({ fields: one }) => one.name === name);
  const others = roles.filter(({ fields: one }) => one.name !== name);
  if (document === null) {
    if (!known) throw new EditFailure('The export has no custom role of this name to delete.');
    return { ...bundle, roles: others };
  }
  if (!Array.isArray(document.includedPermissions)) throw new EditFailure('A custom role has a list of includedPermissions.');
  const { deleted: _deleted, ...before } = known?.fields ?? {};
  return { ...bundle, roles: [...others, { file: 'what-if', place: '', ...known, fields: { ...{ name }, ...before, ...document, name } }] };
}
