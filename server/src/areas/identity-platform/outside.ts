import { remoteKeys, type TrustedIssuer } from '../../platform/http/token-verifier';
import type { Config } from '../../platform/config';
import type { PlatformEndpoints } from './platform';

interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  end_session_endpoint?: string;
}

/** Reads the OpenID Connect discovery document of an outside platform. @throws if it is not available, because nobody could sign in */
export async function discoverOutsidePlatform(oidc: NonNullable<Config['oidc']>): Promise<{ trusted: TrustedIssuer; endpoints: PlatformEndpoints }> {
  const response = await fetch(`${oidc.issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`CAM_OIDC_ISSUER: ${oidc.issuer} answered ${response.status} to the discovery request`);
  const found = (await response.json()) as Discovery;
  return {
    trusted: { issuer: found.issuer, audience: oidc.audience, keys: remoteKeys(found.jwks_uri), claims: oidc.claims },
    endpoints: {
      apiUrl: oidc.issuer,
      authorizeEndpoint: found.authorization_endpoint,
      tokenEndpoint: found.token_endpoint,
      logoutEndpoint: found.end_session_endpoint ?? '',
      clientId: oidc.clientId,
      clientSecret: oidc.clientSecret,
      scope: oidc.scope,
      resource: null,
    },
  };
}
