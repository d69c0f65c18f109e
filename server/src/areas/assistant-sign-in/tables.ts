import type { ApiTokenScope } from '@cam/contracts/server';

/** A program that registered itself. It has no secret, and belongs to no tenant. */
export interface OAuthClientTable {
  client_id: string;
  name: string;
  redirect_uris: string[];
  created_at: Date;
  /** Time of the last consent of a user; null: none yet. */
  consented_at: Date | null;
}

/** An authorization code, which leads to the tenant of the user who consented. */
export interface OAuthCodeTable {
  /** SHA-256 of the code. */
  digest: string;
  tenant_id: string;
  client_id: string;
  client_name: string;
  owner: string;
  scopes: ApiTokenScope[];
  role_scopes: ApiTokenScope[];
  redirect_uri: string;
  code_challenge: string;
  created_at: Date;
  expires_at: Date;
  /** End of the connection that the code opens. */
  token_expires_at: Date;
  /** The API token that was issued for the code; null: the code was not used. */
  token_id: string | null;
}

/** A refresh token, which leads to its API token. A used one stays until it expires, so that a second use is noticed. */
export interface OAuthRefreshTokenTable {
  /** SHA-256 of the refresh token. */
  digest: string;
  tenant_id: string;
  token_id: string;
  client_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface AssistantSignInTables {
  oauth_client: OAuthClientTable;
  oauth_code: OAuthCodeTable;
  oauth_refresh_token: OAuthRefreshTokenTable;
}

declare module '../../platform/db/schema' {
  interface Database extends AssistantSignInTables {}
}
