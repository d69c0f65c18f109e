import type { Mount } from '../../platform/http/mount';
import { knownFlag, type FlagsService } from './service';

export function flagsRoutes(mount: Mount, flags: FlagsService): void {
  mount('GET /v1/tenants/featureflags', async ({ tenantId }) => ({ featureflags: await flags.all(tenantId) }));
  mount('GET /v1/tenants/featureflag/{featureflag}', async ({ tenantId, path }) => {
    const featureflag = knownFlag(path.featureflag);
    return { featureflag, value: await flags.isOn(tenantId, featureflag), error: '' };
  });
  mount('PATCH /v1/tenants/featureflag/{featureflag}', async ({ tenantId, path, body, principal, audit }) => {
    audit({ before: { value: await flags.isOn(tenantId, knownFlag(path.featureflag)) }, after: { value: body.value } });
    await flags.set(tenantId, path.featureflag, body.value, principal.email);
    return { featureflag: path.featureflag, value: body.value, error: '' };
  });
}
