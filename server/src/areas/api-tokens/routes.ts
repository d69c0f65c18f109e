import type { Mount } from '../../platform/http/mount';
import type { TokenRequests } from './requests';
import type { ApiTokens } from './service';

/** Mounts the calls about API tokens. */
export function apiTokenRoutes(mount: Mount, tokens: ApiTokens, requests: TokenRequests): void {
  mount('POST /v1/tokens/requests', async ({ body, request }) =>
    requests.begin({ name: body.name.trim(), accounts: body.accounts ?? [] }, request.ip),
  );

  mount('POST /v1/tokens/requests/value', async ({ body, request }) => ({ token: await requests.take(body.device_code, request.ip) }));

  mount('GET /v1/tokens/requests/{user_code}', async ({ principal, path }) => requests.find(principal, path.user_code));

  mount('POST /v1/tokens/requests/{user_code}', async ({ principal, path, body, audit }) => {
    const { scopes, days, accounts = [] } = body;
    const kept = await requests.allow(principal, path.user_code, { scopes, days, accounts });
    audit({ after: kept });
    return { api_token: kept };
  });

  mount('DELETE /v1/tokens/requests/{user_code}', async ({ principal, path }) => {
    await requests.refuse(principal, path.user_code);
    return undefined;
  });

  mount('GET /v1/tokens', async ({ principal }) => tokens.list(principal));

  mount('POST /v1/tokens', async ({ principal, body: { name, kind, scopes, days, networks = [], accounts = [] }, audit }) => {
    const { token, kept } = await tokens.create(principal, { name, kind, scopes, days, networks, accounts });
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
