import { toScope } from '../compile/scopes';
import type { RolePermission } from '../compile/role-permissions';

/** The permissions, assignable scopes and name of a role definition. */
export interface RoleDefinition {
  roleName: string;
  isCustom: boolean;
  permissions: RolePermission[];
}

export interface RoleAssignment {
  /** Object id in lower case. */
  principalId: string;
  principalType: string;
  /** The name that `az` adds; empty where it is missing. */
  principalName: string;
  /** In lower case and without its scope, because one role has an id in every subscription. */
  roleKey: string;
  scope: string;
  condition: string | null;
}

export interface DenyAssignment {
  name: string;
  principals: string[];
  excluded: string[];
  permissions: Omit<RolePermission, 'condition'>[];
  scope: string;
  onlyThere: boolean;
}

type Fields = Record<string, unknown>;

/** Returns the fields of an entry. The REST API nests them under `properties`; `az` does not. */
export function flatten(value: unknown): Fields {
  if (!isFields(value)) return {};
  return isFields(value.properties) ? { ...value, ...value.properties } : value;
}

/** Returns the role id without the scope that it is written with. */
export function roleKeyOf(id: string): string {
  return id.toLowerCase().split('/').at(-1) ?? '';
}

export function readRoleDefinition(raw: unknown): RoleDefinition {
  const fields = flatten(raw);
  const kind = text(fields.roleType) || text((raw as Fields).type === fields.type ? '' : fields.type);
  return { roleName: text(fields.roleName) || text(fields.name), isCustom: /custom/i.test(kind), permissions: readPermissions(fields.permissions) };
}

/** A principal with an eligible role (Privileged Identity Management) holds it for some hours after activation. */
const ACTIVATED = 'the role is activated first';

function conditionOf(fields: Fields): string | null {
  const own = text(fields.condition);
  if (!('roleEligibilityScheduleId' in fields)) return own || null;
  return own === '' ? ACTIVATED : `(${own}) AND (${ACTIVATED})`;
}

export function readRoleAssignment(raw: unknown): RoleAssignment {
  const fields = flatten(raw);
  return {
    principalId: text(fields.principalId).toLowerCase(),
    principalType: text(fields.principalType),
    principalName: text(fields.principalName),
    roleKey: roleKeyOf(text(fields.roleDefinitionId)),
    scope: toScope(text(fields.scope)),
    condition: conditionOf(fields),
  };
}

export function readDenyAssignment(raw: unknown): DenyAssignment {
  const fields = flatten(raw);
  return {
    name: text(fields.denyAssignmentName) || text(fields.name),
    principals: readIds(fields.principals),
    excluded: readIds(fields.excludePrincipals),
    permissions: readPermissions(fields.permissions),
    scope: toScope(text(fields.scope)),
    // Azure's API calls it doNotApplyToChildScopes.
    onlyThere: fields.doNotApplyToChildScopes === true || fields.doesNotApplyToChildScopes === true,
  };
}

function readPermissions(value: unknown): RolePermission[] {
  return list(value).flatMap((entry) => {
    if (!isFields(entry)) return [];
    const { actions, notActions, dataActions, notDataActions, condition } = entry;
    return [
      {
        actions: texts(actions),
        notActions: texts(notActions),
        dataActions: texts(dataActions),
        notDataActions: texts(notDataActions),
        condition: text(condition) || null,
      },
    ];
  });
}

function readIds(value: unknown): string[] {
  return list(value).flatMap((entry) => (isFields(entry) && typeof entry.id === 'string' ? [entry.id.toLowerCase()] : []));
}

function texts(value: unknown): string[] {
  return list(value).filter((entry): entry is string => typeof entry === 'string');
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
