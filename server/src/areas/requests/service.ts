import { randomUUID } from 'node:crypto';
import {
  MIN_REQUEST_REASON,
  type AccessRequest,
  type AccessUnit,
  type Api,
  type RequestLogEntry,
  type RequestPolicy,
  type RequestTrial,
  type TicketBrief,
} from '@cam/contracts/server';
import { isEnough, MOST_TOGETHER, type AccessUnits, type GraphService, type WantedAccess } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { conflict, notFound, unprocessable } from '../../platform/http/errors';
import type { WhatIfService } from '../what-if';
import { passTime } from './clock';
import type { RequestMails } from './mails';
import { approvalsNeeded, lapsesAt } from './request-state';
import { toRequest, type Reader } from './rows';
import { stepsOf } from './steps';
import {
  appendLog,
  countRequests,
  findRequest,
  insertRequest,
  listRequests,
  readLog,
  readPolicy,
  writePolicy,
  type RequestFilter,
  type StoredRequest,
} from './store';

export interface RequestsDependencies {
  graph: Pick<GraphService, 'accessUnits' | 'gainedBeside'>;
  whatIf: Pick<WhatIfService, 'inTurn'>;
  mails: Pick<RequestMails, 'queue'>;
  tickets: {
    /** Returns the tickets about requests, by the id of the request. */
    about(tx: Tx, tenantId: string, kind: 'REQUEST', ids: readonly string[]): Promise<ReadonlyMap<string, TicketBrief>>;
    /** @throws ApiError 404 for an unknown connection, 422 for one without tickets */
    requireTicketSystem(tx: Tx, tenantId: string, connectionId: string): Promise<void>;
  };
  /** Looks at the requests of a tenant, now or at a time. */
  watch: (tenantId: string, requestId: string, at: Date) => Promise<void>;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

type NewRequest = Omit<Api['POST /v1/access-requests']['body'], 'req_hdr' | 'account_id' | 'account_uid'>;
type Wanted = Pick<NewRequest, 'identity_uri' | 'resource_uri' | 'level' | 'actions'>;

const DEFAULT_PAGE = 50;
/** Most requests of one user that are not over. */
const MOST_OPEN = 100;
const HOUR_MS = 3_600_000;

/** Takes access requests, lists them, and finds what would give the access. */
export class RequestsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: RequestsDependencies,
  ) {}

  async list(
    tenantId: string,
    filter: RequestFilter,
    reader: Reader,
    { offset = 0, limit = DEFAULT_PAGE }: { offset?: number; limit?: number },
  ): Promise<Api['GET /v1/access-requests']['answer']> {
    return this.#reading(tenantId, async (tx) => {
      const { rows, total } = await listRequests(tx, tenantId, filter, reader.email, { offset, limit });
      return { requests: await this.#described(tx, tenantId, rows, reader), total, counts: await countRequests(tx, tenantId, reader.email) };
    });
  }

  /** @throws ApiError 404 if it does not exist */
  async one(tenantId: string, id: string, reader: Reader): Promise<{ request: AccessRequest; log: RequestLogEntry[] }> {
    return this.#reading(tenantId, async (tx) => {
      const row = await findRequest(tx, tenantId, id);
      if (!row) throw unknownRequest();
      const log = await readLog(tx, tenantId, id);
      const [request] = await this.#described(tx, tenantId, [row], reader);
      return { request: request as AccessRequest, log: log.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
    });
  }

  policy(tenantId: string): Promise<RequestPolicy> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicy(tx, tenantId));
  }

  /** @throws ApiError 404 for an unknown connection, 422 for one without tickets */
  async setPolicy(tenantId: string, policy: RequestPolicy): Promise<{ before: RequestPolicy; after: RequestPolicy }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      if (policy.connection_id !== null) await this.deps.tickets.requireTicketSystem(tx, tenantId, policy.connection_id);
      const before = await readPolicy(tx, tenantId);
      await writePolicy(tx, tenantId, policy);
      return { before, after: policy };
    });
  }

  /**
   * Returns what exists and would give an access, alone or in sets of several, those that give the least besides first.
   * @throws ApiError 422 if the graph lacks an end, or the call wants nothing
   */
  async units(tenantId: string, wanted: Wanted): Promise<Api['POST /v1/access-requests/units']['answer']> {
    const access = wantedOf(wanted);
    const found = await this.ctx.db.tenant(tenantId, (tx) => this.#units(tx, tenantId, wanted, access));
    return {
      has_access: isEnough(found.held, access),
      tier: found.tier,
      approvals_needed: approvalsNeeded(found.tier),
      units: found.units,
      notes: notesOf(found),
    };
  }

  /**
   * Tries the change by which a unit gives an access. Nothing of the tenant changes.
   * @throws ApiError 422 if the unit no longer gives it, or its change cannot be tried; 409 while the graph is being changed; 429 for too many trials
   */
  async trial(tenantId: string, wanted: Wanted, key: string, caller: { withGuardrails: boolean; signal: AbortSignal }): Promise<RequestTrial> {
    const access = wantedOf(wanted);
    const pair = pairOf(wanted);
    const { units } = await this.ctx.db.tenant(tenantId, (tx) => this.#units(tx, tenantId, wanted, access, key));
    const { action, ...unit } = unitIn(units, key);
    if (unit.edits.length === 0)
      throw unprocessable('CHANGE_NOT_SUPPORTED', `CAM cannot try this change: ${action}. Try it in the console of the provider.`);
    const { graph, whatIf } = this.deps;
    const { found, verdict } = await whatIf.inTurn(tenantId, (tryChange) =>
      tryChange({
        ...{ parts: stepsOf(unit).map(({ edits, source_uid: sourceUid }) => ({ edits, sourceUid })), ...caller },
        look: (tx, span) => graph.gainedBeside(tx, tenantId, span, pair),
        isWanted: () => true,
        mostAccounts: null,
      }),
    );
    return { is_enough: isEnough(found.held, access), besides: found.besides, verdict: verdict as NonNullable<typeof verdict> };
  }

  /**
   * Takes a request, and tells the approvers.
   * @throws ApiError 409 if the user asked the same already; 422 for a wrong end or unit, a missing reason, and access that is there already
   */
  async ask(tenantId: string, given: NewRequest, by: string): Promise<AccessRequest> {
    const access = wantedOf(given);
    const now = new Date();
    const id = randomUUID();
    const { steps = '', hours = null, until = null, unit: key } = given;
    const reason = given.reason.trim();
    if (reason.length < MIN_REQUEST_REASON) throw unprocessable('REASON_NEEDED', `Give a reason of at least ${MIN_REQUEST_REASON} characters.`);
    const row = await this.ctx.db.tenant(tenantId, async (tx) => {
      const end = await this.#checkedEnd(tx, tenantId, { hours, until }, now);
      const { rows: open } = await listRequests(tx, tenantId, { list: 'MINE', states: ['ASKED', 'APPROVED', 'SEEN', 'OVERDUE'] }, by, {
        offset: 0,
        limit: MOST_OPEN,
      });
      if (open.length === MOST_OPEN) throw conflict('TOO_MANY_REQUESTS', `You have ${MOST_OPEN} requests that are not over. Withdraw some first.`);
      const same = open.filter((one) => isSame(one, given, access));
      if (same.some(({ state, asked_by: asker }) => state === 'ASKED' && asker === by))
        throw conflict('ASKED_ALREADY', 'You asked for this access already, and the request waits for a decision.');
      const found = await this.#units(tx, tenantId, given, access, key);
      // A running request can be prolonged by another one.
      const running = same.find(({ state }) => state !== 'ASKED');
      if (isEnough(found.held, access) && !running)
        throw unprocessable('HAS_ACCESS', `${found.identity.name} has this access to ${found.resource.name} already, so no request is needed.`);
      const kept = running?.unit?.key === key ? (running?.unit ?? null) : null;
      const unit = key === undefined ? null : (kept ?? unitIn(found.units, key));
      if (unit === null && steps.trim().length < MIN_REQUEST_REASON)
        throw unprocessable(
          'STEPS_NEEDED',
          `Choose what should give the access, or say in at least ${MIN_REQUEST_REASON} characters what should be done.`,
        );
      await insertRequest(tx, {
        ...{ tenant_id: tenantId, request_id: id, state: 'ASKED', ...endsOf(found) },
        ...{ level: access.level, actions: JSON.stringify(access.actions), reason, unit: unit && JSON.stringify(unit) },
        ...{ steps: unit === null ? steps.trim() : '', hours, until: end, tier: found.tier },
        ...{ held_levels: JSON.stringify(running?.held_levels ?? found.held.levels), asked_by: by, asked_at: now },
      });
      await appendLog(tx, tenantId, [{ requestId: id, kind: 'ASKED', at: now, actor: by, detail: {} }]);
      return (await findRequest(tx, tenantId, id)) as StoredRequest;
    });
    await this.deps.woken(tenantId);
    await this.deps.mails.queue(tenantId, id, 'ASKED');
    await this.deps.watch(tenantId, id, lapsesAt({ askedAt: now }, { until: row.until && new Date(row.until) }));
    return toRequest(row, { email: by, mayApprove: false }, null, now);
  }

  async #checkedEnd(tx: Tx, tenantId: string, { hours, until }: { hours: number | null; until: string | null }, now: Date): Promise<Date | null> {
    if ((hours === null) === (until === null)) throw unprocessable('END_NEEDED', 'Say how long the access is needed: either hours or an end.');
    const end = until === null ? null : new Date(until);
    if (end && end <= now) throw unprocessable('END_OVER', 'The end is in the past. Choose a later one.');
    const { longest_hours: longest } = await readPolicy(tx, tenantId);
    const wanted = hours ?? (Number(end) - now.getTime()) / HOUR_MS;
    if (wanted > longest)
      throw unprocessable('TOO_LONG', `Access is given for at most ${longest} ${longest === 1 ? 'hour' : 'hours'}. Choose an earlier end.`, {
        longest,
      });
    return end;
  }

  async #units(tx: Tx, tenantId: string, wanted: Wanted, access: WantedAccess, chosen?: string): Promise<AccessUnits> {
    const found = await this.deps.graph.accessUnits(tx, tenantId, pairOf(wanted), access, chosen);
    if (!found)
      throw unprocessable(
        'NOT_IN_THE_GRAPH',
        'The graph has no such identity or resource. Copy the URI from the page of the entity, and reload it first.',
      );
    return found;
  }

  async #described(tx: Tx, tenantId: string, rows: readonly StoredRequest[], reader: Reader): Promise<AccessRequest[]> {
    const tickets = await this.deps.tickets.about(
      tx,
      tenantId,
      'REQUEST',
      rows.map(({ request_id: id }) => id),
    );
    const now = new Date();
    return rows.map((row) => toRequest(row, reader, tickets.get(row.request_id) ?? null, now));
  }

  /** Reads requests after those whose time is over have lapsed. */
  async #reading<T>(tenantId: string, read: (tx: Tx) => Promise<T>): Promise<T> {
    const { lapsed, found } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      lapsed: await passTime(tx, tenantId, new Date()),
      found: await read(tx),
    }));
    if (lapsed.length > 0) await this.deps.woken(tenantId);
    for (const id of lapsed) await this.deps.mails.queue(tenantId, id, 'LAPSED');
    return found;
  }
}

export function unknownRequest() {
  return notFound('This access request does not exist. Reload the list.');
}

const pairOf = ({ identity_uri: identityUri, resource_uri: resourceUri }: Wanted) => ({ identityUri, resourceUri });

/** @throws ApiError 422 unless the call wants either a level or actions */
function wantedOf({ level, actions }: Pick<Wanted, 'level' | 'actions'>): WantedAccess {
  const names = [...new Set((actions ?? []).map((action) => action.trim()).filter((action) => action !== ''))];
  if ((level === undefined) === (names.length === 0))
    throw unprocessable('WANT_LEVEL_OR_ACTIONS', 'Say what is wanted: either a level (READ, WRITE or ADMIN) or actions.');
  return { level: level ?? null, actions: names };
}

function unitIn(units: readonly AccessUnit[], key: string): AccessUnit {
  const unit = units.find((one) => one.key === key);
  if (!unit)
    throw unprocessable(
      'UNIT_GONE',
      'The chosen group, policy or role does not give this access any more, or the identity has it. Choose another one.',
    );
  return unit;
}

function isSame(row: StoredRequest, given: Wanted, { level, actions }: WantedAccess): boolean {
  const same = row.identity_uri === given.identity_uri && row.resource_uri === given.resource_uri && row.level === level;
  return same && JSON.stringify([...row.actions].sort()) === JSON.stringify([...actions].sort());
}

function endsOf({ identity, resource }: Pick<AccessUnits, 'identity' | 'resource'>) {
  return {
    ...{ identity_uri: identity.uri, identity_name: identity.name, identity_type: identity.type, identity_account: identity.accountId },
    ...{ identity_source: identity.sourceUid, addresses: JSON.stringify(identity.addresses.map((email) => email.toLowerCase())) },
    ...{ resource_uri: resource.uri, resource_name: resource.name, resource_type: resource.type, resource_account: resource.accountId },
    resource_source: resource.sourceUid,
  };
}

function notesOf({ units, isComplete }: AccessUnits): string[] {
  return [
    ...(units.length === 0
      ? [
          `Nothing that exists gives this access to the identity: no group that it can join, no policy and no role that others hold, nor up to ${MOST_TOGETHER} of them together. Say what should be done.`,
        ]
      : []),
    ...setNotes(units),
    ...(isComplete ? [] : ['More groups or policies give this access. Those with the most access altogether were left out.']),
    ...(units.some(({ edits }) => edits.length === 0) ? ['CAM cannot try changes of the groups of this cloud.'] : []),
  ];
}

function setNotes(units: readonly AccessUnit[]): string[] {
  const sets = units.filter(({ kind }) => kind === 'SET').length;
  if (sets === 0) return [];
  return [
    sets === units.length
      ? 'No single group, policy or role gives all of this access. Each choice takes several changes.'
      : 'Several changes together give less besides than any single one.',
  ];
}
