import type { Api } from '@cam/contracts/server';
import { forbidden, notFound } from '../../../platform/http/errors';
import { accountLimitOf, withScoreOnly } from '../../../platform/http/limited-token';
import type { Mount } from '../../../platform/http/mount';
import type { RiskKind, Tier } from '../../store/risk-rows';
import type { RiskService } from './service';

const PAGE_SIZE = 20;

/** A list by risk, without the time of the scoring. */
type List = Omit<Api['GET /v1/risk']['answer'], 'scored_at'>;

export interface RiskRoutesDependencies {
  /** Lists open findings by risk. */
  findings(
    tenantId: string,
    filter: { accountId: string | null; subjectsWithin?: readonly string[]; min?: number; tier?: Tier },
    page: { limit: number; offset: number },
  ): Promise<List>;
}

/** Mounts the routes of risk scores and their weights. */
export function riskRoutes(mount: Mount, risk: RiskService, { findings }: RiskRoutesDependencies): void {
  const kindOf = (of: 'identity' | 'resource' | undefined): RiskKind => (of === 'resource' ? 'RESOURCE' : 'IDENTITY');

  mount('GET /v1/risk', async ({ tenantId, query, principal }) => {
    const { page_number: page = 0, page_size: limit = PAGE_SIZE, min, tier } = query;
    const filter = { accountId: query.account_id ?? null, min, tier: tier as Tier | undefined };
    const part = { limit, offset: page * limit };
    const within = accountLimitOf(principal);
    if (query.of !== 'finding')
      return risk.list(tenantId, { ...filter, kind: kindOf(query.of), isLimited: within !== undefined }, { ...part, withHistory: query.history });
    if (!principal.rights.some((right) => right === 'CAM_ALERTS_READ' || right === 'CAM_ALERTS_WRITE'))
      throw forbidden('Findings need the right to read alerts. Ask an administrator for it.', 'RIGHT_MISSING');
    const found = await findings(tenantId, { ...filter, subjectsWithin: within }, part);
    return { ...found, rows: within ? found.rows.map(withScoreOnly) : found.rows, scored_at: await risk.scoredAt(tenantId) };
  });
  mount('GET /v1/risk/top', ({ tenantId, query, principal }) =>
    risk.top(tenantId, query.account_id ?? null, accountLimitOf(principal) !== undefined),
  );
  mount('GET /v1/risk/explain', ({ tenantId, query }) => risk.explain(tenantId, query.uri));
  mount('GET /v1/risk/trend', async ({ tenantId, query, principal }) => {
    const within = accountLimitOf(principal);
    if (within && query.uri === undefined)
      throw forbidden('The history of all scores counts all accounts. Name an entity of your accounts.', 'TOKEN_ACCOUNTS', { accounts: within });
    // The third part of a URI is its account.
    if (within && !within.includes(query.uri?.split(':')[2] ?? '')) throw notFound('This entity has no risk score in your accounts.');
    return { points: await risk.trend(tenantId, { uri: query.uri ?? null, kind: kindOf(query.of), isLimited: within !== undefined }) };
  });
  mount('GET /v1/risk/weights', async ({ tenantId }) => ({ weights: await risk.weights(tenantId), defaults: risk.defaults }));
  mount('PUT /v1/risk/weights', async ({ tenantId, body, principal, audit }) => {
    const before = await risk.setWeights(tenantId, body.weights, principal.email);
    audit({ before: { weights: before }, after: { weights: body.weights } });
    return { weights: body.weights, defaults: risk.defaults };
  });
  mount('POST /v1/risk/weights/preview', ({ tenantId, body }) => risk.preview(tenantId, body.weights));
}
