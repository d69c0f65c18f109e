import type { Mount } from '../../platform/http/mount';
import type { ApiTokens } from './service';

/** Mounts the calls about API tokens. */
export function apiTokenRoutes(mount: Mount, tokens: ApiTokens): void {
  mount('GET /v1/tokens', async ({ principal }) => tokens.list(principal));

  mount('POST /v1/tokens', async ({ principal, body: { name, kind, scopes, days, networks }, audit }) => {
    const { token, kept } = await tokens.create(principal, { name, kind, scopes, days, networks: networks ?? [] });
    audit({ after: kept });
    return { token, api_token: kept };
  });

  mount('POST /v1/tokens/{token_id}/rotate', async ({ principal, path, audit }) => {
    const { token, before, after } = await tokens.rotate(principal, path.token_id);
    audit({ before, after });
    return { token, api_token: after };
  });

  mount('DELETE /v1/tokens/{token_id}', async ({ principal, path, audit }) => {
    audit({ before: await tokens.revoke(principal, path.token_id) });
    return undefined;
  });

  mount('PUT /v1/tokens/policy', async ({ principal, body, audit }) => {
    const { before, after } = await tokens.setMaxDays(principal, body.max_days);
    audit({ before: { max_days: before }, after: { max_days: after } });
    return { max_days: after };
  });
}
