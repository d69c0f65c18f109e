import type { Mount } from '../http/mount';
import { pointInTime } from '../http/point-in-time';
import type { UserLocations } from './user-locations';

export function activityRoutes(mount: Mount, locations: UserLocations): void {
  mount('GET /v1/usage/user-location', ({ principal: { tenantId, email }, query }) =>
    locations.of({ tenantId, email, accountId: query.account_id ?? null }, query.username, {
      since: pointInTime(query.start_time),
      until: pointInTime(query.end_time),
    }),
  );
}
