import type { Account } from '@cam/contracts/server';
import type { GraphService, RequestedAccess } from '../../graph';
import { isEnough } from '../../graph';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { tellsOfImport } from '../../platform/events/events';
import { ApiError } from '../../platform/http/errors';
import { defineTenantJob } from '../../platform/jobs/tenant-job';
import type { AlertsService } from '../alerts';
import { passTime } from './clock';
import type { RequestMails } from './mails';
import { beyondRequest, isCoveredBy, partsSeen, seenAccess } from './observe';
import { overdueFindings, OVERDUE_RAISER } from './overdue-alerts';
import { changed } from './request-state';
import { factsOf, statusOf } from './rows';
import { stepsOf } from './steps';
import { appendLog, listWatched, readPolicy, writeCheck, writeStatus, type RequestEntry, type StoredRequest } from './store';

export interface RequestWatchDependencies {
  graph: Pick<GraphService, 'requestedAccess' | 'newestSnapshot'>;
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<Pick<Account, 'uid' | 'last_snapshot_time'>[]> };
  alerts: Pick<AlertsService, 'live' | 'reconcile'>;
  mails: Pick<RequestMails, 'queue'>;
  tickets: {
    /** Makes a ticket about a request soon, unless there is one. */
    makeAbout(tenantId: string, connectionId: string, kind: 'REQUEST', requestId: string): Promise<void>;
  };
  /** Called after a change that raised alerts or wrote events. */
  told: (tenantId: string) => Promise<void>;
}

const JOB = 'requests.watch';

/** Compares requests with new snapshots: the access came, it is more than was asked for, it ended in time, or it is still there. */
export class RequestWatch {
  /** Queues a look at the requests of a tenant: after each import, at each start of the server, and every hour. */
  readonly queue: (tenantId: string) => Promise<void>;

  constructor(
    private readonly ctx: Context,
    private readonly deps: RequestWatchDependencies,
  ) {
    this.queue = defineTenantJob(ctx.jobs, JOB, (tenantId) => this.watch(tenantId));
    ctx.events.subscribe((event) => {
      if (!tellsOfImport(event)) return;
      const { tenantId } = event;
      this.queue(tenantId).catch((err: unknown) => ctx.log.error({ err, tenantId }, 'access requests could not be queued'));
    });
  }

  /** Queues a look at a time, for a request whose time to decide is over then. */
  async queueAt(tenantId: string, requestId: string, at: Date): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `request ${requestId} ${at.getTime()}`, startAfter: at });
  }

  /** Brings all requests of a tenant up to date. */
  async watch(tenantId: string, now = new Date()): Promise<void> {
    const lapsed = await this.ctx.db.tenant(tenantId, (tx) => passTime(tx, tenantId, now));
    const entries = [...lapsed.map((requestId) => ({ requestId, kind: 'LAPSED' })), ...(await this.#observe(tenantId, now))];
    await this.#carryOut(tenantId, now);
    if (entries.length > 0) await this.deps.told(tenantId);
    for (const { requestId, kind } of entries) await this.deps.mails.queue(tenantId, requestId, kind);
  }

  async #observe(tenantId: string, now: Date): Promise<RequestEntry[]> {
    const { graph, sources } = this.deps;
    const read = await this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = await listWatched(tx, tenantId, now);
      if (rows.length === 0) return null;
      const snapshot = await graph.newestSnapshot(tx, tenantId);
      // Times come first: a snapshot that is published meanwhile is looked at again.
      const times = timesOf(await sources.accountsOf(tx, tenantId));
      const access = await graph.requestedAccess(tx, tenantId, rows.map(pairOf));
      return snapshot === (await graph.newestSnapshot(tx, tenantId)) ? { snapshot, times, access, known: new Set(rows.map(idOf)) } : null;
    });
    if (!read) return [];
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const rows = (await listWatched(tx, tenantId, now, true)).filter((row) => read.known.has(idOf(row)));
      const entries: RequestEntry[] = [];
      for (const row of rows) entries.push(...(await this.#compare(tx, tenantId, row, rows, { ...read, now })));
      await appendLog(tx, tenantId, entries);
      await this.#raise(tx, tenantId, now, read.snapshot);
      return entries;
    });
  }

  async #compare(
    tx: Tx,
    tenantId: string,
    row: StoredRequest,
    others: readonly StoredRequest[],
    { snapshot, times, access, now }: { snapshot: number; times: ReadonlyMap<string, Date>; access: (pair: Pair) => RequestedAccess; now: Date },
  ): Promise<RequestEntry[]> {
    const shown = access(pairOf(row));
    const isGranted = isEnough(shown, row);
    const isCovered = others.some((other) => isCoveredBy(row, other, now));
    const entryOf = (kind: RequestEntry['kind'], detail: RequestEntry['detail']): RequestEntry => ({
      requestId: idOf(row),
      kind,
      at: now,
      actor: '',
      detail,
    });
    const entries: RequestEntry[] = [];
    const before = statusOf(row);
    const seen = seenAccess(row, shown, { isGranted, isCovered, times });
    const result = changed(before, factsOf(row), { kind: 'OBSERVE', at: now, seen });
    if (!('refusal' in result) && result.log !== null) {
      await writeStatus(tx, tenantId, idOf(row), result.status);
      const { state, version } = result.status;
      const isInTime = before.until === null || now < before.until || before.state !== 'OVERDUE';
      entries.push(
        entryOf(result.log, {
          state,
          version,
          snapshot_id: snapshot,
          ...(state === 'ENDED' ? { in_time: isInTime, is_continued: seen.isGranted } : {}),
        }),
      );
    }
    const more = isGranted ? beyondRequest(row, shown) : { units: [], levels: [] };
    const isMore = more.units.length + more.levels.length > 0;
    if (isMore && JSON.stringify(more) !== JSON.stringify(row.more)) entries.push(entryOf('MORE', { ...more, snapshot_id: snapshot }));
    const seenKeys = partsSeen(row, shown).map(({ key }) => key);
    await writeCheck(tx, tenantId, idOf(row), { snapshot, at: newest(times, row), more, partsSeen: seenKeys });
    return entries;
  }

  /** Brings the alerts about overdue access in line with the requests. */
  async #raise(tx: Tx, tenantId: string, at: Date, snapshotId: number): Promise<void> {
    const { alerts } = this.deps;
    const live = await alerts.live(tx, tenantId, OVERDUE_RAISER.monitorId);
    const findings = overdueFindings((await listWatched(tx, tenantId, at)).filter(({ state }) => state === 'OVERDUE'));
    if (live.length === 0 && findings.length === 0) return;
    await alerts.reconcile(
      tx,
      tenantId,
      { ...OVERDUE_RAISER, at, snapshotId },
      { findings, complete: true, live },
      {
        ...{ mayRaise: true, suppressCreate: 'ALERT_SUPPRESSION_NONE', suppressDelete: 'ALERT_SUPPRESSION_BOTH' },
        wasThere: () => true,
        isThere: () => true,
      },
    );
  }

  /** Makes tickets about approved requests whose access is not there yet. */
  async #carryOut(tenantId: string, now: Date): Promise<void> {
    const { connection, ids } = await this.ctx.db.tenant(tenantId, async (tx) => ({
      connection: (await readPolicy(tx, tenantId)).connection_id,
      ids: (await listWatched(tx, tenantId, now)).filter(({ state }) => state === 'APPROVED').map(idOf),
    }));
    if (connection === null) return;
    for (const id of ids) {
      await this.deps.tickets.makeAbout(tenantId, connection, 'REQUEST', id).catch((error: unknown) => {
        // The connection was deleted. The settings show it, and the event carries the change.
        if (!(error instanceof ApiError)) throw error;
        this.ctx.log.warn({ tenantId, requestId: id, message: error.userMessage }, 'no ticket could be made about an access request');
      });
    }
  }
}

type Pair = { identityUri: string; resourceUri: string };

const idOf = ({ request_id: id }: StoredRequest): string => id;
const pairOf = ({ identity_uri: identityUri, resource_uri: resourceUri }: StoredRequest): Pair => ({ identityUri, resourceUri });

/** Returns the time of the last snapshot of each connected source, by uid. */
function timesOf(accounts: readonly Pick<Account, 'uid' | 'last_snapshot_time'>[]): Map<string, Date> {
  return new Map(accounts.flatMap(({ uid, last_snapshot_time: at }) => (at === null ? [] : [[uid, new Date(at)] as const])));
}

function newest(times: ReadonlyMap<string, Date>, { identity_source: one, resource_source: other, unit }: StoredRequest): Date | null {
  const of = [one, other, ...(unit ? stepsOf(unit).map(({ source_uid: uid }) => uid) : [])].flatMap((uid) => times.get(uid) ?? []);
  return of.reduce<Date | null>((latest, at) => (latest === null || at > latest ? at : latest), null);
}
