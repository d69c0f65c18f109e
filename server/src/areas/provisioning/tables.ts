import type { ColumnType, Generated } from 'kysely';
import type { GroupRule } from '@cam/contracts/server';
import type { UserAttributes } from './user-resource';

type Json<T> = ColumnType<T, string, string>;

/** The SHA-256 of a token's value. It leads to the tenant and the token, before anything else of the caller is known. */
export interface ScimTokenDigestTable {
  digest: string;
  tenant_id: string;
  token_id: string;
  /** End of the former value of a rotated token; null: the present value. */
  valid_until: Date | null;
}

export interface ScimTokenTable {
  tenant_id: string;
  token_id: string;
  name: string;
  /** E-mail of the creator. */
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
  last_used_from: string | null;
}

/** The rules of a tenant that turn groups into rights. */
export interface ScimRulesTable {
  tenant_id: string;
  rules: Json<GroupRule[]>;
}

/** A user of the pool whom a provider manages. */
export interface ScimUserTable {
  tenant_id: string;
  /** The id in the user pool. */
  user_id: string;
  /** The e-mail, as the provider writes it. */
  user_name: string;
  external_id: string | null;
  is_active: boolean;
  attributes: Json<UserAttributes>;
  version: Generated<number>;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface ScimGroupTable {
  tenant_id: string;
  group_id: string;
  display_name: string;
  external_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

export interface ScimMemberTable {
  tenant_id: string;
  group_id: string;
  user_id: string;
}

interface ProvisioningTables {
  scim_group: ScimGroupTable;
  scim_member: ScimMemberTable;
  scim_rules: ScimRulesTable;
  scim_token: ScimTokenTable;
  scim_token_digest: ScimTokenDigestTable;
  scim_user: ScimUserTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ProvisioningTables {}
}
