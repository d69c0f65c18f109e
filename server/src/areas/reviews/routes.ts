import type { Mount } from '../../platform/http/mount';
import type { Downloads } from '../downloads';
import type { ReviewDecisions } from './decisions';
import type { ReviewEvidence } from './evidence-of-reviews';
import type { ReviewsService } from './service';

/** Mounts the calls about access reviews. */
export function reviewsRoutes(
  mount: Mount,
  reviews: ReviewsService,
  decisions: ReviewDecisions,
  { evidence, downloads }: { evidence: Pick<ReviewEvidence, 'zip'>; downloads: Pick<Downloads, 'start'> },
): void {
  mount('GET /v1/campaigns', async ({ tenantId, principal }) => ({ campaigns: await reviews.list(tenantId, principal.email) }));

  mount('GET /v1/campaigns/people', async ({ tenantId }) => ({ people: await reviews.people(tenantId) }));

  mount('POST /v1/campaigns/preview', ({ tenantId, body: { query, max_tier, reviewers, fallback } }) =>
    reviews.preview(tenantId, { query, max_tier, reviewers, fallback }),
  );

  mount('POST /v1/campaigns', async ({ tenantId, body, principal, audit }) => {
    const { name, query, max_tier, reviewers, fallback, stages, due_on, on_silence, revoke_days, repeat_months, tickets } = body;
    const scope = { query, max_tier, reviewers, fallback, stages };
    const started = await reviews.start(tenantId, { name, ...scope, due_on, on_silence, revoke_days, repeat_months, tickets }, principal.email);
    audit({ after: started });
    return started;
  });

  mount('GET /v1/campaigns/{campaign_id}', ({ tenantId, path: { campaign_id: id }, principal }) => reviews.one(tenantId, id, principal.email));

  mount('PATCH /v1/campaigns/{campaign_id}', async ({ tenantId, path: { campaign_id: id }, body: { repeat_months: months }, principal, audit }) => {
    const { before, after } = await reviews.repeat(tenantId, id, months, principal.email);
    audit({ before, after });
    return after;
  });

  mount('GET /v1/campaigns/{campaign_id}/items', ({ tenantId, path: { campaign_id: id }, query, principal }) => {
    const { reviewer, state, unit, cursor, limit } = query;
    const filter = {
      ...(reviewer === undefined ? {} : { reviewer: reviewer === 'me' ? principal.email : reviewer.toLowerCase() }),
      ...(state === undefined ? {} : { states: state }),
      ...(unit === undefined ? {} : { unit }),
    };
    return reviews.items(tenantId, id, filter, { cursor, limit });
  });

  mount('GET /v1/campaigns/{campaign_id}/units', ({ tenantId, path: { campaign_id: id }, query: { cursor, limit } }) =>
    reviews.units(tenantId, id, { cursor, limit }),
  );

  mount('POST /v1/campaigns/{campaign_id}/decisions', async ({ tenantId, path: { campaign_id: id }, body, principal, audit }) => {
    const { before, after, keeps } = await decisions.decide(tenantId, id, body.decisions, principal.email);
    audit({ before: before.map(toEntry), after: after.map(toEntry) });
    return { items: after, keeps_last_minute: keeps };
  });

  mount('POST /v1/campaigns/{campaign_id}/delegate', async ({ tenantId, path: { campaign_id: id }, body, principal, audit }) => {
    const { items, to, reason } = body;
    const who = { by: principal.email, mayDelegateAll: principal.rights.includes('CAM_GENERAL_WRITE') };
    const { before, after } = await decisions.delegate(tenantId, id, { items, to, reason }, who);
    audit({ before: before.map(toEntry), after: after.map(toEntry) });
    return { items: after };
  });

  mount('POST /v1/campaigns/{campaign_id}/close', async ({ tenantId, path: { campaign_id: id }, principal, audit }) => {
    const { before, after } = await reviews.close(tenantId, id, principal.email);
    audit({ before, after });
    return after;
  });

  mount('POST /v1/campaigns/{campaign_id}/evidence', async ({ tenantId, path: { campaign_id: id }, principal, audit }) => {
    const request = { view: 'REVIEW' as const, criteria: { campaign: id }, accountId: null, createdBy: principal.email };
    const download = await downloads.start(tenantId, request);
    audit({ after: { campaign: id, download: download.download_id } });
    return { download, error: '' };
  });

  mount('GET /v1/campaigns/{campaign_id}/evidence', ({ tenantId, path: { campaign_id: id } }) => evidence.zip(tenantId, id));
}

type Decided = Awaited<ReturnType<ReviewDecisions['decide']>>['after'][number];

/** Returns what the audit log keeps of an item. */
function toEntry({ item_id, identity, unit, state, reason, reviewer }: Decided) {
  return { item_id, name: `${identity.name}, ${unit.name}`, state, reason, reviewer };
}
