import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date | null, Date | string | null, Date | string | null>;

/** The user pool. It belongs to no tenant, because the tenant is known only after sign-in. */
export interface IdentityUserTable {
  email: string;
  tenant_id: string;
  user_id: string;
  password_hash: string;
  rights: string[];
  first_name: string;
  last_name: string;
  created_at: Generated<Date>;
}

export interface OidcPayloadTable {
  model: string;
  id: string;
  payload: Json<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  expires_at: Timestamp;
  is_ended: Generated<boolean>;
}

export interface PlatformSecretTable {
  name: string;
  sealed: Buffer;
}

/** A source of identities of the identity-governance product. */
export interface IdentitySourceTable {
  tenant_id: string;
  source_id: string;
  name: string;
  description: string;
  type: string;
  created_at: Generated<Date>;
}

export interface IdentityPlatformTables {
  identity_source: IdentitySourceTable;
  identity_user: IdentityUserTable;
  oidc_payload: OidcPayloadTable;
  platform_secret: PlatformSecretTable;
}

declare module '../../platform/db/schema' {
  interface Database extends IdentityPlatformTables {}
}
