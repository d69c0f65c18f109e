import type { AccessRequest } from '@cam/contracts/server';
import type { GraphService } from '../../graph';
import type { Context } from '../../platform/context';
import { conflict } from '../../platform/http/errors';
import type { RequestMails } from './mails';
import { changed, strictestTier, type RequestChange } from './request-state';
import { factsOf, refusedChange, statusOf, toRequest, type Reader } from './rows';
import { unknownRequest } from './service';
import { appendLog, findRequest, raiseTier, writeStatus, type StoredRequest } from './store';

export interface RequestDecisionsDependencies {
  graph: Pick<GraphService, 'accessUnits'>;
  mails: Pick<RequestMails, 'queue'>;
  /** Looks at the requests of a tenant, now or at a time. */
  watch: (tenantId: string, requestId: string, at: Date) => Promise<void>;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

/** A decision of a user about a request. */
export type RequestDecision = { kind: 'APPROVE' | 'REFUSE'; reason: string } | { kind: 'WITHDRAW' };

/** Decisions about requests. Nobody decides about the own request, or about access for themselves. */
export class RequestDecisions {
  constructor(
    private readonly ctx: Context,
    private readonly deps: RequestDecisionsDependencies,
  ) {}

  /**
   * Approves, refuses or withdraws a request.
   * @param version the version of the request that the user saw
   * @throws ApiError 403 for the own request or one of somebody else; 404 if there is none; 409 if it changed meanwhile or waits for no decision; 422 without a reason
   */
  async decide(
    tenantId: string,
    { id, version }: { id: string; version: number },
    decision: RequestDecision,
    reader: Reader,
  ): Promise<{ before: AccessRequest; after: AccessRequest }> {
    const at = new Date();
    const { before, after, log } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const row = await findRequest(tx, tenantId, id, true);
      if (!row) throw unknownRequest();
      const pair = { identityUri: row.identity_uri, resourceUri: row.resource_uri };
      // The unit may give more besides than at the request.
      const found = await this.deps.graph.accessUnits(tx, tenantId, pair, row, row.unit?.key);
      if (!found && decision.kind === 'APPROVE')
        throw conflict(
          'NOT_IN_THE_GRAPH',
          'The newest snapshots no longer show the identity or the resource, so nothing can be approved. Refuse the request.',
        );
      const tier = Math.min(row.tier, found?.tier ?? row.tier);
      const present = found?.units.find(({ key }) => key === row.unit?.key) ?? null;
      const addresses = (found?.identity.addresses ?? []).map((email) => email.toLowerCase());
      const result = changed(
        statusOf(row),
        factsOf(row),
        changeOf(decision, { by: reader.email, at, tier: strictestTier(tier, present), addresses }),
      );
      if ('refusal' in result) throw refusedChange(result.refusal);
      if (row.version !== version) throw conflict('REQUEST_CHANGED', 'Another user or a snapshot changed this request. Reload it and decide again.');
      await writeStatus(tx, tenantId, id, result.status);
      if (tier < row.tier) await raiseTier(tx, tenantId, id, tier);
      const { state, version: now, decisionReason: reason } = result.status;
      const detail = { state, version: now, tier, ...(reason === '' ? {} : { decision_reason: reason }) };
      if (result.log) await appendLog(tx, tenantId, [{ requestId: id, kind: result.log, at, actor: reader.email, detail }]);
      return { before: row, after: (await findRequest(tx, tenantId, id)) as StoredRequest, log: result.log };
    });
    await this.deps.woken(tenantId);
    if (log) await this.deps.mails.queue(tenantId, id, log);
    if (log === 'APPROVED') await this.deps.watch(tenantId, id, at);
    return { before: toRequest(before, reader, null, at), after: toRequest(after, reader, null, at) };
  }
}

function changeOf(decision: RequestDecision, facts: { by: string; at: Date; tier: number; addresses: readonly string[] }): RequestChange {
  const { by, at, tier, addresses } = facts;
  switch (decision.kind) {
    case 'APPROVE':
      return { kind: 'APPROVE', by, at, reason: decision.reason, tier, addresses };
    case 'REFUSE':
      return { kind: 'REFUSE', by, at, reason: decision.reason, addresses };
    case 'WITHDRAW':
      return { kind: 'WITHDRAW', by, at };
  }
}
