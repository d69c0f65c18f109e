import type { Mount } from '../../platform/http/mount';
import type { Consents } from './consents';

/** Mounts the calls with which a user decides about an assistant. */
export function assistantSignInRoutes(mount: Mount, consents: Consents): void {
  mount('POST /v1/oauth/requests/check', async ({ principal, body }) => consents.check(principal, body));

  mount('POST /v1/oauth/requests', async ({ principal, body: { scopes, ...parameters }, audit }) => {
    const { redirect, after } = await consents.allow(principal, parameters, scopes);
    audit({ after });
    return { redirect };
  });

  mount('POST /v1/oauth/requests/refusal', async ({ principal, body, audit }) => {
    const { redirect, after } = await consents.refuse(principal, body);
    audit({ after });
    return { redirect };
  });
}
