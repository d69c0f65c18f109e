import type { Role, RoleMember } from '@cam/contracts';
import { CliFailure } from './failure';

/** A role in a file of roles. */
export interface FileRole {
  name: string;
  description: string;
  rights: string[];
  /** Ids of the only accounts; empty: all. */
  accounts: string[];
  users: string[];
  groups: string[];
}

/** A file of roles. A built-in role has its members only. */
export interface RolesFile {
  roles: FileRole[];
  built_in: Pick<FileRole, 'name' | 'users' | 'groups'>[];
}

/** A role as the API takes it. */
export type RoleBody = Pick<Role, 'name' | 'description' | 'rights' | 'accounts' | 'members'>;

/** One step that brings the tenant to the file. `lines` say what changes. */
export type RoleStep =
  | { step: 'ADD'; name: string; body: RoleBody; lines: string[] }
  | { step: 'CHANGE'; name: string; role_id: string; version: number; body: RoleBody; lines: string[] }
  | { step: 'REMOVE'; name: string; role_id: string; lines: string[] };

/**
 * Reads a file of roles.
 * @throws CliFailure for text that is no such file
 */
export function parseRolesFile(text: string): RolesFile {
  let file: Partial<Record<keyof RolesFile, unknown>>;
  try {
    file = JSON.parse(text) as typeof file;
  } catch (error) {
    throw new CliFailure(`The file is not valid JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(file.roles)) throw new CliFailure('The file has no list "roles". Run "cam roles export" for an example.');
  const roles = file.roles.map(toRole);
  const names = roles.map(({ name }) => name.toLowerCase());
  const twice = roles.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice) throw new CliFailure(`Two roles have the name "${twice.name}". A role is known by its name, so each needs its own.`);
  const builtIn = Array.isArray(file.built_in) ? file.built_in : [];
  return {
    roles,
    built_in: builtIn.map((given, index) => ({ name: nameOf(given, index), users: list(given, 'users'), groups: list(given, 'groups') })),
  };
}

function toRole(given: unknown, index: number): FileRole {
  const name = nameOf(given, index);
  const { description = '' } = given as { description?: unknown };
  const rights = list(given, 'rights');
  if (rights.length === 0) throw new CliFailure(`The role "${name}" gives no right. Name at least one in "rights".`);
  return {
    ...{ name, description: String(description), rights, accounts: list(given, 'accounts') },
    ...{
      users: list(given, 'users')
        .map((user) => user.toLowerCase())
        .sort(),
      groups: list(given, 'groups'),
    },
  };
}

function nameOf(given: unknown, index: number): string {
  const { name } = (given ?? {}) as { name?: unknown };
  if (typeof name !== 'string' || name.trim() === '') throw new CliFailure(`Role ${index + 1} has no "name".`);
  return name.trim();
}

/** Returns a list of texts in order. A missing list is empty. */
function list(given: unknown, key: string): string[] {
  const value = (given as Record<string, unknown>)[key] ?? [];
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new CliFailure(`"${key}" of the role "${String((given as { name?: unknown }).name)}" must be a list of texts.`);
  return [...new Set(value as string[])].sort();
}

/** Returns the file that describes the roles of a tenant. */
export function toRolesFile(roles: readonly Role[]): RolesFile {
  return {
    roles: roles.filter((role) => !role.built_in).map(fieldsOf),
    built_in: roles.filter((role) => role.built_in).map((role) => ({ name: role.name, ...membersOf(role) })),
  };
}

function fieldsOf({ name, description, rights, accounts, members }: Role): FileRole {
  return { name, description, rights: [...rights].sort(), accounts: [...accounts].sort(), ...membersOf({ members }) };
}

function membersOf({ members }: Pick<Role, 'members'>): Pick<FileRole, 'users' | 'groups'> {
  const of = (wanted: RoleMember['kind']): string[] => members.flatMap(({ kind, name }) => (kind === wanted ? [name] : [])).sort();
  return { users: of('USER'), groups: of('GROUP') };
}

/**
 * Returns the steps that bring the roles of a tenant to a file. A second run has no steps.
 * @param prune also removes roles that the file lacks
 * @throws CliFailure for a built-in role that does not exist, or that the file lists among the others
 */
export function planRoles(file: RolesFile, roles: readonly Role[], prune: boolean): RoleStep[] {
  const known = new Map(roles.map((role) => [role.name.toLowerCase(), role]));
  const steps = file.roles.flatMap((role): RoleStep[] => {
    const before = known.get(role.name.toLowerCase());
    if (before?.built_in) throw new CliFailure(`The role "${role.name}" is built in. List its members below "built_in".`);
    const lines = linesOf(before ? fieldsOf(before) : null, role);
    if (!before) return [{ step: 'ADD', name: role.name, body: bodyOf(role), lines }];
    return lines.length === 0
      ? []
      : [{ step: 'CHANGE', name: role.name, role_id: before.role_id, version: before.version, body: bodyOf(role), lines }];
  });
  for (const { name, users, groups } of file.built_in) {
    const before = known.get(name.toLowerCase());
    if (!before?.built_in) throw new CliFailure(`There is no built-in role "${name}".`);
    const role = { ...fieldsOf(before), users, groups };
    const lines = linesOf(fieldsOf(before), role);
    if (lines.length > 0)
      steps.push({ step: 'CHANGE', name: before.name, role_id: before.role_id, version: before.version, body: bodyOf(role), lines });
  }
  const wanted = new Set(file.roles.map(({ name }) => name.toLowerCase()));
  const surplus = prune ? roles.filter(({ built_in: isBuiltIn, name }) => !isBuiltIn && !wanted.has(name.toLowerCase())) : [];
  return [...steps, ...surplus.map(({ name, role_id }): RoleStep => ({ step: 'REMOVE', name, role_id, lines: [] }))];
}

function bodyOf({ name, description, rights, accounts, users, groups }: FileRole): RoleBody {
  const members = (kind: RoleMember['kind'], names: readonly string[]): RoleMember[] => names.map((one) => ({ kind, name: one }));
  return { name, description, rights, accounts, members: [...members('USER', users), ...members('GROUP', groups)] };
}

/** Says what differs, with a sign for what is added and removed. */
function linesOf(before: FileRole | null, after: FileRole): string[] {
  const texts = (['name', 'description'] as const).flatMap((key) =>
    before !== null && before[key] !== after[key] ? [`  ~ ${key}: ${before[key] || 'empty'} -> ${after[key] || 'empty'}`] : [],
  );
  const lists = (['rights', 'accounts', 'users', 'groups'] as const).flatMap((key) => {
    const [was, is] = [before?.[key] ?? [], after[key]];
    return [
      ...is.filter((one) => !was.includes(one)).map((one) => `  + ${key}: ${one}`),
      ...was.filter((one) => !is.includes(one)).map((one) => `  - ${key}: ${one}`),
    ];
  });
  // An empty list of accounts means all of them, which the signs alone would hide.
  const toAll = before !== null && before.accounts.length > 0 && after.accounts.length === 0 ? ['  ! applies in all accounts from now on'] : [];
  return [...texts, ...lists, ...toAll];
}

/** Returns a step as a sentence. */
export function roleStepText({ step, name, lines }: RoleStep): string {
  const verb = { ADD: 'Add', CHANGE: 'Change', REMOVE: 'Remove' }[step];
  return [`${verb} the role "${name}"`, ...lines].join('\n');
}
