import type { Mount } from '../../../platform/http/mount';
import type { RiskKind, Tier } from '../../store/risk-rows';
import type { RiskService } from './service';

const PAGE_SIZE = 20;

/** Mounts the routes of risk scores and their weights. */
export function riskRoutes(mount: Mount, risk: RiskService): void {
  const kindOf = (of: 'identity' | 'resource' | undefined): RiskKind => (of === 'resource' ? 'RESOURCE' : 'IDENTITY');

  mount('GET /v1/risk', ({ tenantId, query }) => {
    const { page_number: page = 0, page_size: limit = PAGE_SIZE, min, tier } = query;
    const filter = { kind: kindOf(query.of), accountId: query.account_id ?? null, min, tier: tier as Tier | undefined };
    return risk.list(tenantId, filter, { limit, offset: page * limit });
  });
  mount('GET /v1/risk/explain', ({ tenantId, query }) => risk.explain(tenantId, query.uri));
  mount('GET /v1/risk/trend', async ({ tenantId, query }) => ({ points: await risk.trend(tenantId, query.uri ?? null, kindOf(query.of)) }));
  mount('GET /v1/risk/weights', async ({ tenantId }) => ({ weights: await risk.weights(tenantId), defaults: risk.defaults }));
  mount('PUT /v1/risk/weights', async ({ tenantId, body, principal, audit }) => {
    const before = await risk.setWeights(tenantId, body.weights, principal.email);
    audit({ before: { weights: before }, after: { weights: body.weights } });
    return { weights: body.weights, defaults: risk.defaults };
  });
  mount('POST /v1/risk/weights/preview', ({ tenantId, body }) => risk.preview(tenantId, body.weights));
}
