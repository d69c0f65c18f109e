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
  /** A first password, which the operator knows, opens nothing but the choice of another one, and only until then. Null: the user chose the password. */
  first_password_until: Timestamp;
  /** A sign-in counts only if it is later than this, in seconds since 1970. */
  sessions_from: Generated<number>;
  /** False: the organization took the access away. */
  is_active: Generated<boolean>;
  /** The administrator who can always sign in with a password. */
  is_break_glass: Generated<boolean>;
}

/** A device and a network that a user signed in from. */
export interface IdentityDeviceTable {
  user_id: string;
  device: string;
  network: string;
  last_seen_at: ColumnType<Date, Date | undefined, Date>;
}

/** A browser that a user signed in with. */
export interface IdentitySessionTable {
  /** The provider's `uid` of the session. */
  session_id: string;
  user_id: string;
  device: string;
  address: string;
  created_at: Generated<Date>;
  last_used_at: ColumnType<Date, Date | undefined, Date>;
}

/** Tokens that no process accepts any more, until they would expire. */
export interface IdentityRevocationTable {
  /** `session:ID`, or `user:EMAIL` for the user's tokens without a session. */
  subject: string;
  /** The token without a session that asked for the revocation, and stays valid. */
  except_session: string | null;
  revoked_at: ColumnType<Date, never, never>;
  expires_at: Date;
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

/** A second factor of a user: an authenticator app (`totp`) or a passkey. */
export interface IdentityFactorTable {
  factor_id: string;
  user_id: string;
  kind: 'totp' | 'passkey';
  name: string;
  /** The secret of an authenticator app. */
  sealed_secret: Buffer | null;
  /** The period of the last accepted code; each code works once. */
  last_step: Generated<number>;
  credential_id: string | null;
  public_key: Buffer | null;
  /** The signature counter of a passkey. */
  counter: Generated<number>;
  created_at: Generated<Date>;
  last_used_at: Timestamp;
}

/** A recovery code that was not used yet. */
export interface IdentityRecoveryCodeTable {
  user_id: string;
  /** SHA-256 of the code, which is random enough not to be guessed. */
  code_hash: string;
}

/** A challenge that a passkey has answered; each works once. */
export interface IdentityUsedChallengeTable {
  challenge: string;
  expires_at: Date;
}

/** The rules of a tenant for the sign-in of its users. */
export interface IdentityPolicyTable {
  tenant_id: string;
  second_factor_required: boolean;
}

/** Failed sign-ins of an account or address, counted together by the processes of one database. */
export interface SignInFailureTable {
  /** Hash of the limit with its account or address. */
  key: string;
  count: number;
  last_at: ColumnType<Date, Date | undefined, Date>;
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
  identity_device: IdentityDeviceTable;
  identity_factor: IdentityFactorTable;
  identity_policy: IdentityPolicyTable;
  identity_recovery_code: IdentityRecoveryCodeTable;
  identity_used_challenge: IdentityUsedChallengeTable;
  identity_revocation: IdentityRevocationTable;
  identity_session: IdentitySessionTable;
  identity_source: IdentitySourceTable;
  identity_user: IdentityUserTable;
  oidc_payload: OidcPayloadTable;
  sign_in_failure: SignInFailureTable;
  platform_secret: PlatformSecretTable;
}

declare module '../../platform/db/schema' {
  interface Database extends IdentityPlatformTables {}
}
