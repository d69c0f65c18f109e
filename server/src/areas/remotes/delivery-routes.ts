import type { Mount } from '../../platform/http/mount';
import type { Delivery } from './delivery';
import { stageOf } from './rollout';
import type { RemotesService } from './service';

/** Mounts the calls for environments, delivery rules, freeze windows and planned moves. */
export function deliveryRoutes(mount: Mount, remotes: RemotesService, delivery: Delivery): void {
  mount('GET /v1/remotes/environments', async () => ({ staging: await remotes.tenantsWith({ environment: 'staging' }) }));

  mount('PUT /v1/remotes/environments/{tenant_id}', async ({ path: { tenant_id }, body: { environment }, principal, audit }) => {
    const before = await remotes.changePlace(tenant_id, { environment }, principal.email);
    audit({ before: { tenant_id, environment: before.environment }, after: { tenant_id, environment } });
    return { tenant_id, environment };
  });

  mount('GET /v1/remotes/freezes', async () => ({ freezes: await delivery.freezes() }));

  mount('POST /v1/remotes/freezes', async ({ body: { id, starts_at, ends_at, reason }, principal, audit }) => {
    const startsAt = starts_at === undefined ? new Date() : new Date(starts_at);
    const freeze = await delivery.freeze({ id: id ?? null, startsAt, endsAt: new Date(ends_at), reason, by: principal.email });
    audit({ after: freeze });
    return freeze;
  });

  mount('DELETE /v1/remotes/freezes/{freeze_id}', async ({ path, audit }) => {
    audit({ before: await delivery.endFreeze(path.freeze_id) });
    return undefined;
  });

  mount('GET /v1/remotes/{id}/delivery', async ({ path: { id } }) => ({ rules: await delivery.rules(id), plans: await delivery.plans(id) }));

  mount('PUT /v1/remotes/{id}/delivery', async ({ path, body: { approval, staging }, principal, audit }) => {
    const rules = { approval, staging };
    audit({ before: await delivery.setRules(path.id, rules, principal.email), after: rules });
    return rules;
  });

  mount('POST /v1/remotes/{id}/channels/{channel}/plans', async ({ path, body: { version, rollout, at, reason }, principal, audit }) => {
    const plan = await delivery.plan({
      ...path,
      version,
      stage: stageOf(rollout),
      at: at === undefined ? null : new Date(at),
      reason: reason ?? '',
      by: principal.email,
    });
    audit({ after: plan });
    return plan;
  });

  mount('POST /v1/remotes/{id}/plans/{plan_id}/decision', async ({ path, body: { approve, reason }, principal, audit }) => {
    const { before, after } = await delivery.decide(path.id, path.plan_id, { approve, reason: reason ?? '', by: principal.email });
    audit({ before, after });
    return after;
  });

  mount('DELETE /v1/remotes/{id}/plans/{plan_id}', async ({ path, principal, audit }) => {
    const { before, after } = await delivery.cancel(path.id, path.plan_id, principal.email);
    audit({ before, after });
    return after;
  });
}
