import { memberFact } from './aws-types';
import { isUnknown, Unplaced, type ResourceReader, type Side } from './resource-reader';
import { assignmentFact, type SourceType } from './source-type';

const inOkta = (read: SourceType['read']): SourceType => ({ source: () => 'Okta', read });
const inEntra = (read: SourceType['read']): SourceType => ({ source: () => 'Entra ID', read });

/**
 * Memberships, and roles and applications that are assigned, of Okta and Entra ID. Their resources name everything by the ids of the provider.
 * @see https://registry.terraform.io/providers/okta/okta/latest/docs
 * @see https://registry.terraform.io/providers/hashicorp/azuread/latest/docs
 */
export const DIRECTORY_TYPES: Record<string, SourceType> = {
  okta_group_memberships: inOkta((reader, side) => {
    const group = reader.needed(side, 'group_id');
    return reader.texts(side, 'users').map((member) => memberFact(group, member));
  }),
  okta_user_group_memberships: inOkta((reader, side) => {
    const member = reader.needed(side, 'user_id');
    return reader.texts(side, 'groups').map((group) => memberFact(group, member));
  }),
  okta_app_user: inOkta((reader, side) => [appFact(side, reader.needed(side, 'app_id'), reader.needed(side, 'user_id'), reader)]),
  okta_app_group_assignment: inOkta((reader, side) => [appFact(side, reader.needed(side, 'app_id'), reader.needed(side, 'group_id'), reader)]),
  okta_app_group_assignments: inOkta((reader, side) => {
    const app = reader.needed(side, 'app_id');
    return blocks(side, 'group').map((block) => appFact(block, app, reader.needed(block, 'id'), reader));
  }),
  okta_group_role: inOkta((reader, side) => {
    const limits = ['target_group_list', 'target_app_list'].flatMap((attribute) => reader.texts(side, attribute));
    if (limits.length > 0) throw new Unplaced('roles for some groups or applications only are not read');
    return [assignmentFact({ principal: reader.needed(side, 'group_id'), role: reader.needed(side, 'role_type'), scope: '/' })];
  }),
  okta_user_admin_roles: inOkta((reader, side) => {
    const principal = reader.needed(side, 'user_id');
    return reader.texts(side, 'admin_roles').map((role) => assignmentFact({ principal, role, scope: '/' }));
  }),
  okta_admin_role_custom_assignments: inOkta((reader, side) => {
    const [role, scope] = [reader.needed(side, 'custom_role_id'), reader.needed(side, 'resource_set_id')];
    // Members are the addresses of users and groups in the API.
    return reader.texts(side, 'members').map((member) => assignmentFact({ principal: member.split('/').at(-1) ?? member, role, scope }));
  }),
  azuread_group_member: inEntra((reader, side) => [memberFact(reader.needed(side, 'group_object_id'), reader.needed(side, 'member_object_id'))]),
  azuread_directory_role_assignment: inEntra((reader, side) => {
    if (reader.text(side, 'app_scope_id') !== undefined) throw new Unplaced('roles for an application of an app scope are not read');
    // Without a scope of its own, a new assignment has the whole directory.
    const scope = isUnknown(side, 'directory_scope_id') && !reader.isSet(side, 'directory_scope_id') ? '/' : reader.text(side, 'directory_scope_id');
    return [assignmentFact({ principal: reader.needed(side, 'principal_object_id'), role: reader.needed(side, 'role_id'), scope: scope ?? '/' })];
  }),
  azuread_directory_role_eligibility_schedule_request: inEntra((reader, side) => [
    assignmentFact({
      principal: reader.needed(side, 'principal_id'),
      role: reader.needed(side, 'role_definition_id'),
      scope: reader.needed(side, 'directory_scope_id'),
      eligible: true,
    }),
  ]),
  azuread_directory_role_member: inEntra((reader, side) => [
    assignmentFact({ principal: reader.needed(side, 'member_object_id'), role: reader.needed(side, 'role_object_id'), scope: '/' }),
  ]),
  azuread_app_role_assignment: inEntra((reader, side) => [
    assignmentFact({
      principal: reader.needed(side, 'principal_object_id'),
      role: reader.needed(side, 'app_role_id'),
      scope: reader.needed(side, 'resource_object_id'),
    }),
  ]),
};

function appFact(side: Side, app: string, principal: string, reader: ResourceReader) {
  const [text, priority] = [reader.text(side, 'profile'), isUnknown(side, 'priority') ? undefined : side.resource.values.priority];
  if (isUnknown(side, 'priority') && reader.isSet(side, 'priority')) throw new Unplaced('priority is not known before the apply');
  const profile = text === undefined ? {} : profileOf(text);
  const order = typeof priority === 'number' ? { priority } : {};
  return assignmentFact({ principal, role: '', scope: app, profile, ...order }, JSON.stringify([profile, order]));
}

function profileOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The message below covers both.
  }
  throw new Unplaced('profile is not a JSON object');
}

/** Returns the nested blocks of a resource, each with what is unknown of it. */
export function blocks(side: Side, attribute: string): Side[] {
  const { values } = side.resource;
  const unknown = (side.unknown as Record<string, unknown> | null)?.[attribute];
  if (unknown === true) throw new Unplaced(`${attribute} is not known before the apply`);
  const all = (Array.isArray(values[attribute]) ? values[attribute] : []) as Record<string, unknown>[];
  const marks = Array.isArray(unknown) ? (unknown as unknown[]) : [];
  // A block of which nothing is known is missing from the values.
  if (marks.length > all.length) throw new Unplaced(`${attribute} is not known before the apply`);
  return all.map((block, index) => ({ resource: { ...side.resource, values: block }, unknown: marks[index] ?? {} }));
}
