import type { RoleMemberKind } from '@cam/contracts/server';

export interface RoleTable {
  tenant_id: string;
  role_id: string;
  name: string;
  description: string;
  rights: string[];
  /** The only accounts in which the rights apply; empty: all. */
  account_ids: string[];
  version: number;
  changed_by: string;
  changed_at: Date;
}

/** A member of a role of the tenant, or of a built-in one, which has no row of its own. */
export interface RoleAssignmentTable {
  tenant_id: string;
  role_id: string;
  kind: RoleMemberKind;
  /** E-mail address in lower case, or name of a group. */
  name: string;
}

export interface RolesTables {
  role: RoleTable;
  role_assignment: RoleAssignmentTable;
}

declare module '../../platform/db/schema' {
  interface Database extends RolesTables {}
}
