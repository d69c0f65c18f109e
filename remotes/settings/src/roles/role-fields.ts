import { RIGHT_WORDS, ROLE_RIGHTS, type Role, type RoleMember } from '@cam/contracts';

/** The fields of the form of a role. */
export interface RoleFields {
  name: string;
  description: string;
  rights: string[];
  /** Ids of the only accounts; empty: all. */
  accounts: string[];
  /** E-mail addresses. */
  users: string[];
  groups: string[];
}

export const NEW_ROLE: RoleFields = { name: '', description: '', rights: [], accounts: [], users: [], groups: [] };

/** Returns the fields of a role. */
export function fieldsOf({ name, description, rights, accounts, members }: Role): RoleFields {
  const of = (wanted: RoleMember['kind']): string[] => members.flatMap((member) => (member.kind === wanted ? [member.name] : []));
  return { name, description, rights, accounts, users: of('USER'), groups: of('GROUP') };
}

/** Returns what the API takes for the fields; null while one is missing. */
export function bodyOf({ name, description, rights, accounts, users, groups }: RoleFields) {
  if (name.trim() === '' || rights.length === 0) return null;
  const members = (kind: RoleMember['kind'], names: readonly string[]): RoleMember[] => names.map((one) => ({ kind, name: one }));
  return { name: name.trim(), description: description.trim(), rights, accounts, members: [...members('USER', users), ...members('GROUP', groups)] };
}

/** Says what a right allows. A right that an area declares has its name only. */
export function rightText(right: string): string {
  return (RIGHT_WORDS as Readonly<Record<string, string>>)[right] ?? right;
}

/** Returns the rights to choose from: those of CAM, then those of areas that the role has or the user may give. */
export function rightsToChoose(grantable: readonly string[], chosen: readonly string[]): string[] {
  const ofAreas = [...grantable, ...chosen].filter((right) => !(ROLE_RIGHTS as readonly string[]).includes(right));
  return [...ROLE_RIGHTS, ...new Set(ofAreas)];
}
