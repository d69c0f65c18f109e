import { READ_RIGHTS, RIGHTS, TENANT_ADMIN_RIGHTS, type OwnRight, type Right } from './rights';

/** Kinds of members of a role. */
export const ROLE_MEMBER_KINDS = ['USER', 'GROUP'] as const;
export type RoleMemberKind = (typeof ROLE_MEMBER_KINDS)[number];

/** Roles that every tenant has. Users whose token carries the same rights have them without being members. */
export const BUILT_IN_ROLES: readonly { role_id: string; name: string; description: string; rights: readonly Right[] }[] = [
  { role_id: 'administrator', name: 'Administrator', description: 'Reads and changes everything in the tenant.', rights: TENANT_ADMIN_RIGHTS },
  { role_id: 'viewer', name: 'Viewer', description: 'Reads everything in the tenant, and changes nothing.', rights: READ_RIGHTS },
];

/** Rights of CAM that roles can give: all except the operator's, which concerns the whole installation. */
export const ROLE_RIGHTS: readonly OwnRight[] = RIGHTS.filter((right) => right !== 'CAM_OPERATOR');

/** Says what each right allows. */
export const RIGHT_WORDS: Record<Exclude<OwnRight, 'CAM_OPERATOR'>, string> = {
  CAM_GENERAL_READ: 'Search access, and read the inventory, compliance, changes and reports',
  CAM_GENERAL_WRITE: 'Change tenant settings, roles, tiers, reports and notifications',
  CAM_ACCOUNT_READ: 'Read sources and their snapshots',
  CAM_ACCOUNT_WRITE: 'Connect, import, change and delete sources',
  CAM_GUARDRAIL_READ: 'Read guardrails',
  CAM_GUARDRAIL_WRITE: 'Create and change guardrails',
  CAM_ALERTS_READ: 'Read alerts and exclusions',
  CAM_ALERTS_WRITE: 'Work on alerts and exclusions',
};
