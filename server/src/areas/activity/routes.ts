import type { ActivityMethod } from '@cam/contracts/server';
import type { Mount } from '../../platform/http/mount';
import { pointInTime } from '../../platform/http/point-in-time';
import type { MethodSwitches } from './method-switches';
import type { UserLocations } from './user-locations';

export function activityRoutes(mount: Mount, locations: UserLocations, methods: MethodSwitches): void {
  mount('GET /v1/intents/methods', async ({ tenantId }) => ({ methods: await methods.list(tenantId) }));

  mount('PATCH /v1/intents/methods', async ({ tenantId, body: { method_ids: ids, enabled }, principal, audit }) => {
    const { before, methods: all } = await methods.set(tenantId, ids, enabled, principal.email);
    const auditDetail = (some: readonly ActivityMethod[]) =>
      some.map(({ method_id, title, enabled: isOn }) => ({ method_id, name: title, enabled: isOn }));
    audit({ before: auditDetail(before), after: auditDetail(all.filter(({ method_id: id }) => ids.includes(id))) });
    return { methods: all };
  });

  mount('GET /v1/usage/user-location', ({ principal: { tenantId, email }, query }) =>
    locations.of({ tenantId, email, accountId: query.account_id ?? null }, query.username, {
      since: pointInTime(query.start_time),
      until: pointInTime(query.end_time),
    }),
  );
}
