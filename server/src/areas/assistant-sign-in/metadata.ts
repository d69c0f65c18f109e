import { scopesOfTools } from '../mcp';

/** Path below which the protocol has its calls. */
export const OAUTH_PATH = '/oauth';
/** Page of the console on which the user decides. */
const CONSENT_PATH = '/connect-assistant';
/** The metadata of a resource stand below this path and the resource's own one (RFC 9728, 3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Returns the address of the metadata of the tools, with which an assistant begins. @param resource address of the tools */
export function assistantMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname}`;
}

/** Returns the metadata of the tools. @see https://www.rfc-editor.org/rfc/rfc9728 */
export function resourceMetadata(issuer: string, resource: string): Record<string, unknown> {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopesOfTools(),
    bearer_methods_supported: ['header'],
    resource_name: 'CAM: cloud access management',
  };
}

/** Returns the metadata of the authorization server. @see https://www.rfc-editor.org/rfc/rfc8414 */
export function serverMetadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}${CONSENT_PATH}`,
    token_endpoint: `${issuer}${OAUTH_PATH}/token`,
    registration_endpoint: `${issuer}${OAUTH_PATH}/register`,
    revocation_endpoint: `${issuer}${OAUTH_PATH}/revoke`,
    scopes_supported: scopesOfTools(),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
