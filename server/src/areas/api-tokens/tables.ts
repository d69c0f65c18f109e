import type { ApiTokenKind, ApiTokenScope } from '@cam/contracts/server';

/** The SHA-256 of a token's value. It leads to the tenant and the token, before anything else of the caller is known. */
export interface ApiTokenDigestTable {
  digest: string;
  tenant_id: string;
  token_id: string;
  /** End of a former value of a rotated token; null: the present value. */
  valid_until: Date | null;
}

export interface ApiTokenTable {
  tenant_id: string;
  token_id: string;
  name: string;
  kind: ApiTokenKind;
  /** Email address of the creator. */
  owner: string;
  scopes: ApiTokenScope[];
  /** Scopes among them that the creator held by roles alone. They count while roles of the creator give them. */
  role_scopes: ApiTokenScope[];
  networks: string[];
  /** Ids of the only accounts that the token may read; empty: all. */
  account_ids: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_from: string | null;
  revoked_at: Date | null;
  revoked_by: string | null;
  /** The program of an assistant that the owner connected by signing in; null: a token whose value the owner has. */
  client_id: string | null;
  /** Host to which the codes of that program go. */
  client_host: string | null;
}

export interface ApiTokenPolicyTable {
  tenant_id: string;
  max_days: number;
}

/** A program that asks for a token. It belongs to no tenant until a user allows it. */
export interface ApiTokenRequestTable {
  /** SHA-256 of the code that only the program knows. */
  digest: string;
  /** The code that the user types, without its dash. */
  user_code: string;
  name: string;
  /** Network address of the program. */
  address: string;
  /** Accounts to which the program wants its token limited; empty: all. */
  account_ids: string[];
  state: 'PENDING' | 'ALLOWED' | 'DENIED';
  /** The token, encrypted, until the program takes it. */
  sealed_token: Buffer | null;
  created_at: Date;
  expires_at: Date;
}

export interface ApiTokensTables {
  api_token_request: ApiTokenRequestTable;
  api_token_digest: ApiTokenDigestTable;
  api_token: ApiTokenTable;
  api_token_policy: ApiTokenPolicyTable;
}

declare module '../../platform/db/schema' {
  interface Database extends ApiTokensTables {}
}
