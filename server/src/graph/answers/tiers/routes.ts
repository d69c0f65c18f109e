import type { Mount } from '../../../platform/http/mount';
import type { Tier } from '../../store/risk-rows';
import type { TiersService } from './service';

const PAGE_SIZE = 20;

/** Mounts the routes of tiers, their rules and the decisions about proposals. */
export function tierRoutes(mount: Mount, tiers: TiersService): void {
  const pageOf = ({ page_number: page = 0, page_size: limit = PAGE_SIZE }: { page_number?: number; page_size?: number }) => ({
    limit,
    offset: page * limit,
  });

  mount('GET /v1/tiers', ({ tenantId }) => tiers.overview(tenantId));
  mount('PUT /v1/tiers/names', async ({ tenantId, body, principal, audit }) => {
    const { before, after } = await tiers.rename(tenantId, body.names, principal.email);
    audit({ before: { names: before }, after: { names: after } });
    return { names: after };
  });
  mount('GET /v1/tiers/rules', async ({ tenantId }) => ({ rules: await tiers.rules(tenantId) }));
  mount('POST /v1/tiers/rules', async ({ tenantId, body, principal, audit }) => {
    const { name, kind, definition, tier, labels, reason, certify, enabled } = body;
    const rule = await tiers.create(tenantId, { name, kind, definition, tier, labels, reason, certify, enabled }, principal.email);
    audit({ after: rule });
    return rule;
  });
  mount('PATCH /v1/tiers/rules/{rule_id}', async ({ tenantId, path, body, principal, audit }) => {
    const { name, definition, tier, labels, reason, certify, enabled, version } = body;
    const change = { name, definition, tier, labels, reason, certify, enabled, version };
    const { before, after } = await tiers.change(tenantId, path.rule_id, change, principal.email);
    audit({ before, after });
    return after;
  });
  mount('DELETE /v1/tiers/rules/{rule_id}', async ({ tenantId, path, audit }) => {
    audit({ before: await tiers.remove(tenantId, path.rule_id) });
    return { error: '' };
  });
  mount('POST /v1/tiers/rules/preview', ({ tenantId, body }) => tiers.preview(tenantId, { kind: body.kind, definition: body.definition }));
  mount('GET /v1/tiers/members', ({ tenantId, query }) => {
    const { state = null, tier, rule_id: ruleId = null, search = '' } = query;
    return tiers.members(tenantId, { state, tier: (tier ?? null) as Tier | null, ruleId, search: search.trim() }, pageOf(query));
  });
  mount('POST /v1/tiers/of', async ({ tenantId, body }) => ({ tiers: await tiers.of(tenantId, body.uris) }));
  mount('POST /v1/tiers/certify', async ({ tenantId, body, principal, audit }) => {
    const { rule_id, uris, decision, note } = body;
    const before = await tiers.certify(tenantId, { rule_id, uris, decision, note }, principal.email);
    const state = decision === 'ACCEPT' ? 'MEMBER' : 'REJECTED';
    audit(
      before.length === 0
        ? null
        : { before: { rule_id, entities: before }, after: { rule_id, note, entities: before.map(({ uri }) => ({ uri, state })) } },
    );
    return { decided: before.length };
  });
  mount('GET /v1/tiers/shadow', ({ tenantId, query }) => tiers.shadow(tenantId, (query.search ?? '').trim(), pageOf(query)));
}
