import type { Mount } from '../../platform/http/mount';
import type { FlagsService } from './service';

export function flagsRoutes(mount: Mount, flags: FlagsService): void {
  mount('GET /v1/tenants/featureflags', async ({ tenantId }) => ({ featureflags: await flags.all(tenantId) }));
  mount('GET /v1/tenants/featureflag/{featureflag}', ({ tenantId, path }) => flags.one(tenantId, path.featureflag));
  mount('PATCH /v1/tenants/featureflag/{featureflag}', async ({ tenantId, path, body, principal, audit }) => {
    const before = await flags.set(tenantId, path.featureflag, body.value, principal.email);
    audit({ before: { value: before.value }, after: { value: body.value } });
    return { ...before, value: body.value };
  });
}
