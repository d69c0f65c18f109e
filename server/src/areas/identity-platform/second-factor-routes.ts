import { conflict, notFound } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import { MOUNT_PATH } from './mount-path';
import type { SecondFactors } from './second-factors';
import type { UserPool } from './user-pool';

/** Mounts the calls about second factors. The pages of the platform add and remove them. @param embedded null if an outside platform manages the users */
export function secondFactorRoutes(mount: Mount, embedded: { factors: SecondFactors; pool: UserPool } | null): void {
  mount('GET /v1/tenants/users/second-factor', async ({ principal: { tenantId, email } }) => {
    const user = embedded ? await embedded.pool.memberOf(tenantId, email) : null;
    if (!embedded || !user) return { factors: [], recovery_codes_left: 0, is_required: false, manage_url: null };
    const factors = await embedded.factors.list(user.userId);
    return {
      factors: factors.map(({ factorId, kind, name, createdAt, lastUsedAt }) => ({
        factor_id: factorId,
        kind,
        name,
        created_time: createdAt.toISOString(),
        last_used_time: lastUsedAt?.toISOString() ?? null,
      })),
      recovery_codes_left: await embedded.factors.recoveryCodesLeft(user.userId),
      is_required: await embedded.factors.isRequired(tenantId),
      manage_url: `${MOUNT_PATH}/second-factor`,
    };
  });

  mount('PUT /v1/tenants/second-factor', async ({ principal, tenantId, body, audit }) => {
    if (!embedded) throw notFound('Another system manages how your users sign in. Change it there.');
    const { factors, pool } = embedded;
    const before = await factors.isRequired(tenantId);
    const user = await pool.memberOf(tenantId, principal.email);
    if (body.is_required && user && (await factors.list(user.userId)).length === 0)
      throw conflict('SECOND_FACTOR_MISSING', 'Set up a second step for yourself first, so that you know that it works.');
    await factors.require(tenantId, body.is_required);
    audit({ before: { is_required: before }, after: { is_required: body.is_required } });
    return { is_required: body.is_required };
  });
}
