import type { GuardrailV2, Monitor } from '@cam/contracts/server';
import { unprocessable } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { BackTester } from './back-test';
import { DEFAULTS, type GuardrailsService } from './service';

export function guardrailsRoutes(mount: Mount, guardrails: GuardrailsService, backTester: BackTester): void {
  mount('GET /v1/intents/monitors', async ({ tenantId, query }) => ({
    monitor_info_list: await guardrails.list(tenantId, { enabledOnly: query.enabled_only ?? false, accountId: query.account_id ?? null }),
  }));

  mount('GET /v1/intents/monitorscount', async ({ tenantId }) => guardrails.counts(tenantId));

  mount('POST /v1/intents/monitors', async ({ tenantId, body, principal, audit }) => {
    const monitor = await guardrails.create(tenantId, withoutCaller(body), principal.email);
    audit({ after: monitor });
    return { monitor };
  });

  const asTheyAre = async (tenantId: string, ids: readonly string[]): Promise<Monitor[]> =>
    (await guardrails.list(tenantId, { enabledOnly: false, accountId: null })).filter(({ monitor_id: id }) => ids.includes(id));

  mount('PATCH /v1/intents/monitors', async ({ tenantId, body, principal, audit }) => {
    const { monitor_id, monitor_ids, version, ...change } = withoutCaller(body);
    const changed = Object.keys(change);
    if (monitor_id !== undefined && !monitor_ids && changed.length > 0) {
      const before = await asTheyAre(tenantId, [monitor_id]);
      const after = [await guardrails.change(tenantId, monitor_id, change, version, principal.email)];
      audit({ before, after });
      return { monitor_info_list: after };
    }
    if (monitor_ids && monitor_id === undefined && change.alerts_enabled !== undefined && changed.length === 1) {
      const before = await asTheyAre(tenantId, monitor_ids);
      const after = await guardrails.switchAlerting(tenantId, monitor_ids, change.alerts_enabled, principal.email);
      const switched = (all: readonly Monitor[]) => all.map(({ monitor_id: id, name, alerts_enabled }) => ({ monitor_id: id, name, alerts_enabled }));
      audit({ before: switched(before), after: switched(after) });
      return { monitor_info_list: after };
    }
    throw unprocessable('INVALID_INPUT', 'Send monitor_id with the fields to change, or monitor_ids with alerts_enabled.');
  });

  mount('DELETE /v1/intents/monitors', async ({ tenantId, query, principal, audit }) => {
    audit({ before: await asTheyAre(tenantId, query.monitor_id) });
    await guardrails.remove(tenantId, query.monitor_id, principal.email);
    return { error: '' };
  });

  mount('POST /v1/intents/monitors/backtest', async ({ tenantId, body }) =>
    backTester.run(tenantId, body.query, {
      create: body.suppression_create ?? DEFAULTS.suppression_create,
      remove: body.suppression_delete ?? DEFAULTS.suppression_delete,
    }),
  );

  mount('GET /v2/guardrails', async ({ tenantId, query }) => {
    const monitors = await guardrails.list(tenantId, { enabledOnly: query['enabled-only'] ?? false, accountId: query.account_id ?? null });
    const folder = query['compliance-id'];
    return monitors.filter(({ category }) => folder === undefined || category.includes(folder)).map(toV2);
  });
}

/** A folder's name is its only identifier. */
function toV2(monitor: Monitor): GuardrailV2 {
  return {
    id: monitor.monitor_id,
    name: monitor.name,
    type: 'AUTOCOMPLETE',
    alertSeverity: monitor.severity,
    enabled: monitor.alerts_enabled,
    builtIn: monitor.auto_create,
    query: monitor.query,
    autoIntentId: monitor.auto_create ? monitor.monitor_id : '',
    folders: monitor.category.map((name) => ({ id: name, complianceId: name, name, enabled: true })),
    failedObjectsCount: monitor.failed_count,
    createdBy: monitor.user_id,
    createdDateTime: monitor.create_date,
    lastAlertDateTime: monitor.last_alert_date,
    lastUpdatedBy: monitor.changed_by,
  };
}

interface CallerFields {
  req_hdr?: unknown;
  account_id?: unknown;
  account_uid?: unknown;
  user_id?: unknown;
}

/** Returns the body without the fields in which callers describe themselves and the request. */
function withoutCaller<B extends CallerFields>(body: B): Omit<B, keyof CallerFields> {
  const { req_hdr: _request, account_id: _account, account_uid: _source, user_id: _author, ...rest } = body;
  return rest;
}
