import { EXCLUSION_KINDS, type ExclusionKind } from '@cam/contracts/server';
import { forbidden } from '../../platform/http/errors';
import type { Mount } from '../../platform/http/mount';
import type { Principal } from '../../platform/http/principal';
import type { ExclusionsService } from './service';

/** Mounts the calls about exclusions. */
export function exclusionsRoutes(mount: Mount, exclusions: ExclusionsService): void {
  mount('GET /v1/exclusions', async ({ tenantId, principal, query: { kind, state, owner, ending_within, account_id: accountId = null } }) => {
    const kinds = EXCLUSION_KINDS.filter((one) => mayRead(principal, one) && (kind === undefined || kind === one));
    return { exclusions: await exclusions.list(tenantId, { kinds, state, owner, ending_within, accountId }) };
  });

  mount('POST /v1/exclusions/preview', async ({ tenantId, body: { kind, scope }, principal }) => {
    checkReads(principal, kind);
    return exclusions.preview(tenantId, kind, scope);
  });

  mount('POST /v1/exclusions', async ({ tenantId, body, principal, audit }) => {
    const { kind, scope, reason, category, owner, ticket, ends_on } = body;
    checkWrites(principal, kind);
    const added = await exclusions.add(tenantId, { kind, scope, reason, category, owner, ticket, ends_on }, principal.email);
    audit({ after: added });
    return added;
  });

  mount('PATCH /v1/exclusions/{exclusion_id}', async ({ tenantId, path: { exclusion_id: id }, body, principal, audit }) => {
    checkWrites(principal, (await exclusions.one(tenantId, id)).kind);
    const { version, reason, category, owner, ticket, ends_on } = body;
    const { before, after } = await exclusions.change(tenantId, id, { version, reason, category, owner, ticket, ends_on }, principal.email);
    audit({ before, after });
    return after;
  });

  mount('POST /v1/exclusions/{exclusion_id}/approve', async ({ tenantId, path: { exclusion_id: id }, body, principal, audit }) => {
    checkWrites(principal, (await exclusions.one(tenantId, id)).kind);
    const { before, after } = await exclusions.approve(tenantId, id, body.version, principal.email);
    audit({ before, after });
    return after;
  });

  mount('DELETE /v1/exclusions/{exclusion_id}', async ({ tenantId, path: { exclusion_id: id }, principal, audit }) => {
    checkWrites(principal, (await exclusions.one(tenantId, id)).kind);
    const { before, after } = await exclusions.remove(tenantId, id, principal.email);
    audit({ before, after });
    return after;
  });
}

/** Unused access and compliance are read with a right of their own, so their names need it here too. */
function mayRead({ rights }: Principal, kind: ExclusionKind): boolean {
  return kind === 'ALERT' || rights.includes('CAM_GENERAL_READ') || rights.includes('CAM_GENERAL_WRITE');
}

function checkReads(principal: Principal, kind: ExclusionKind): void {
  if (mayRead(principal, kind)) return;
  throw forbidden('You may not see these findings. Ask a tenant administrator for permission to read the inventory.');
}

/** The route admits users who may change alerts. Unused access also needs the right to change guardrails. */
function checkWrites(principal: Principal, kind: ExclusionKind): void {
  checkReads(principal, kind);
  if (kind !== 'UNUSED' || principal.rights.includes('CAM_GUARDRAIL_WRITE')) return;
  throw forbidden('You may not exclude unused access. Ask a tenant administrator for permission to edit guardrails.');
}
