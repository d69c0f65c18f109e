import type { AlertInfo, Api } from '@cam/contracts/server';
import { accountLimitOf } from '../../platform/http/limited-token';
import type { Mount } from '../../platform/http/mount';
import type { Principal } from '../../platform/http/principal';
import { infosOf, statusesOf, toFilter, withoutContext } from './routes';
import { ALERTS_PAGE, type ViewReader, type ViewsService } from '../views';
import type { AlertsService, ChangedAlerts } from './service';
import type { TriageService } from './triage-service';

/** Default number of groups on a page. */
const PAGE = 50;

/** Mounts the calls about the work on alerts. */
export function triageRoutes(mount: Mount, alerts: AlertsService, triage: TriageService, views: ViewsService): void {
  mount('GET /v1/alerts/groups', async ({ tenantId, query, principal }) => {
    const { groups, pending } = await alerts.groups(tenantId, query.by, { ...toFilter(query), subjectsWithin: accountLimitOf(principal) });
    const offset = query.offset ?? 0;
    return {
      groups: groups.slice(offset, offset + (query.limit ?? PAGE)),
      found_count: groups.length,
      alerts_count: groups.reduce((sum, { count }) => sum + count, 0),
      pending_count: pending,
    };
  });

  mount('PATCH /v1/alerts/work', async ({ tenantId, body, principal, audit }) => {
    const { alert_ids: ids, assignee, due_date, ticket } = body;
    await alerts.requireWithin(tenantId, ids, accountLimitOf(principal));
    return answer(await triage.work(tenantId, ids, { assignee, due_date, ticket }, principal.email), principal, audit);
  });

  mount('PATCH /v1/alerts/dismissal', async ({ tenantId, body, principal, audit }) => {
    const { alert_ids: ids, reason = '', until = null } = body;
    await alerts.requireWithin(tenantId, ids, accountLimitOf(principal));
    return answer(await triage.dismiss(tenantId, ids, { reason, until }, principal.email), principal, audit);
  });

  mount('POST /v1/alerts/verification', async ({ tenantId, body: { alert_ids: ids }, principal, audit }) => {
    await alerts.requireWithin(tenantId, ids, accountLimitOf(principal));
    return answer(await triage.verify(tenantId, ids, principal.email), principal, audit);
  });

  mount('GET /v1/alerts/comments', async ({ tenantId, query }) => ({ comments: await triage.comments(tenantId, query.alert_id) }));

  mount('POST /v1/alerts/comments', async ({ tenantId, body, principal, audit }) => {
    const comment = await triage.comment(tenantId, body.alert_id, body.text, principal.email);
    audit({ after: { alert_id: body.alert_id, ...comment } });
    return comment;
  });

  mount('GET /v1/alerts/people', async ({ tenantId, principal }) => ({ people: await triage.people(tenantId, principal.email) }));

  mount('GET /v1/alerts/policy', ({ tenantId }) => triage.policy(tenantId));

  mount('PUT /v1/alerts/policy', async ({ tenantId, body: { reason_required, due_days }, principal, audit }) => {
    const { before, after } = await triage.setPolicy(tenantId, { reason_required, due_days }, principal.email);
    audit({ before, after });
    return after;
  });

  mount('GET /v1/alerts/views', async ({ principal }) => ({ views: await views.list(readerOf(principal), ALERTS_PAGE) }));

  mount('POST /v1/alerts/views', async ({ body: { name, parameters, shared = false }, principal, audit }) => {
    const view = await views.save(readerOf(principal), { page: ALERTS_PAGE, name, parameters, shared }, 'alerts');
    audit({ after: view });
    return view;
  });

  mount('DELETE /v1/alerts/views/{view_id}', async ({ path, principal, audit }) => {
    audit({ before: await views.remove(readerOf(principal), path.view_id, 'alerts') });
    return undefined;
  });
}

function answer(
  changed: ChangedAlerts,
  principal: Principal,
  audit: (detail: { before: unknown; after: unknown }) => void,
): Api['PATCH /v1/alerts/work']['answer'] & { alert_info_list: AlertInfo[] } {
  audit(statusesOf(changed));
  const infos = infosOf(changed);
  return { alert_info_list: accountLimitOf(principal) ? infos.map(withoutContext) : infos };
}

function readerOf({ tenantId, email, rights }: Principal): ViewReader {
  return { tenantId, email, mayWrite: rights.includes('CAM_ALERTS_WRITE') };
}
