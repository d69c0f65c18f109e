/** The endpoints of the identity platform, embedded or outside. */
export interface PlatformEndpoints {
  /** Base URL of the platform's own API (`/oauth/info`, `/v3/sources`). */
  apiUrl: string;
  authorizeEndpoint: string;
  tokenEndpoint: string;
  logoutEndpoint: string;
  clientId: string;
  clientSecret: string | null;
  scope: string;
  /** The `resource` of the authorization request, if the platform needs one. */
  resource: string | null;
}
/** Signs an access token of the embedded platform. `life` is in seconds. */
export type MintToken = (subject: { tenantId: string; email: string; rights: readonly string[] }, life: number) => Promise<string>;
