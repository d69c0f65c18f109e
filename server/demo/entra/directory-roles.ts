import { accessGroup } from '../company/access-groups';
import { DOMAIN } from '../company/company';
import { ROLES_OF_CAST } from '../company/people';
import { listsFile, type DemoFile } from '../files';
import type { Plan } from '../plan';
import { entraGroupId } from './directory';
import { member, userMember } from './groups';

/** The assigned directory roles. @see https://learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference */
const ROLES = {
  'Global Administrator': '62e90394-69f5-4237-9190-012177145e10',
  'User Administrator': 'fe930be7-5e62-47db-91af-98c3a49a38b1',
  'Application Administrator': '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3',
  'Global Reader': 'f2ef992c-3afb-46b9-b7cf-a126ee74c451',
} as const;

/** Returns the response of `GET /v1.0/directoryRoles?$expand=members`. */
export function directoryRolesFile(plan: Plan): DemoFile {
  const { headOfPlatform, identityEngineer, identityAdministrator, dormant } = ROLES_OF_CAST;
  const people = (...indexes: number[]): Record<string, unknown>[] => indexes.map((index) => userMember(plan, plan.person(index)));
  const groups = (...keys: string[]): Record<string, unknown>[] =>
    keys.map((key) => member('group', { id: entraGroupId(plan, key), displayName: accessGroup(key).name, mail: `${key}@${DOMAIN}` }));
  const held: Record<keyof typeof ROLES, Record<string, unknown>[]> = {
    // One of the members has not signed in for months.
    'Global Administrator': people(headOfPlatform, identityEngineer, dormant),
    'User Administrator': groups('identity-admins'),
    // Can add secrets to any application and so act as each of them.
    'Application Administrator': people(identityAdministrator),
    'Global Reader': groups('security-auditors'),
  };
  const value = Object.entries(ROLES).map(([displayName, roleTemplateId]) => ({
    id: plan.seed.at('entra-directory-role', roleTemplateId).uuid(),
    deletedDateTime: null,
    description: displayName,
    displayName,
    roleTemplateId,
    members: held[displayName as keyof typeof ROLES],
  }));
  return listsFile('directory-roles.json', { value });
}
