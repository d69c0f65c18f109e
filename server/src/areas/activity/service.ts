import { sql } from 'kysely';
import type { ActivityAlert, AlertsService } from '../alerts';
import type { Context } from '../../platform/context';
import { ImportDebounce } from '../../sources';
import type { Tx } from '../../platform/db/database';
import { tellsOfImport } from '../../platform/events/events';
import type { GraphEvents } from '../../graph';
import { activityAlert } from './activity-alert';
import type { IpCountries } from './ip-countries';
import { LogScanner, type ScanState } from './activity-scan';
import { readMethodsOff } from './method-switches';

export interface ActivityDependencies {
  graph: {
    events: GraphEvents;
    namesInLogs(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, ActivityAlert['subject']>>;
  };
  alerts: Pick<AlertsService, 'reconcileActivity' | 'snapshotTimes'>;
  notifications: { queue(tenantId: string): Promise<void> };
  sources: {
    /** Returns whether imports are running or accounts wait to be evaluated again; each of them ends with an event. */
    isSettling(tenantId: string): Promise<boolean>;
  };
  countries: Pick<IpCountries, 'placeOf'>;
}

const JOB = 'activity.detect';
/** Tenants whose logs are scanned side by side. */
const AT_ONCE = 2;

/**
 * Scans the logs of a tenant after each snapshot and raises alerts of suspicious activity. The result depends only on the stored events. Changes
 * stay pending until their alerts are stored, so an interrupted run repeats, and two concurrent runs raise no alert twice.
 */
export class ActivityWatch {
  readonly #importDebounce: ImportDebounce;
  readonly #looker: LogScanner;
  /** State of each tenant that this process scanned. A restarted process, which may have other methods, scans everything once. */
  readonly #memories = new Map<string, ScanState & { off: string }>();

  constructor(
    private readonly ctx: Context,
    private readonly deps: ActivityDependencies,
  ) {
    this.#importDebounce = new ImportDebounce(deps.sources);
    this.#looker = new LogScanner({ db: ctx.db, events: deps.graph.events, countries: deps.countries });
    ctx.jobs.define(JOB, async ({ tenantId }: { tenantId: string }) => void (await this.#importDebounce.run(tenantId, () => this.#look(tenantId))), {
      atOnce: AT_ONCE,
    });
    ctx.events.subscribe((event) => {
      if (!tellsOfImport(event)) return;
      const { tenantId } = event;
      this.queue(tenantId).catch((err: unknown) => ctx.log.error({ err, tenantId }, 'a log scan could not be queued'));
    });
  }

  /** Queues a scan of the tenant's logs. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'detect' });
  }

  async #look(tenantId: string): Promise<void> {
    const { db, log } = this.ctx;
    const { graph, alerts, notifications } = this.deps;
    const off = await db.tenant(tenantId, (tx) => readMethodsOff(tx, tenantId));
    const methods = [...off].sort().join();
    const known = this.#memories.get(tenantId);
    // Before the events: a snapshot that is stored during the scan decides nothing about alerts whose new events the scan did not read.
    const snapshotTimes = await alerts.snapshotTimes(tenantId);
    // With other methods enabled, all events are scanned again: an enabled method has not seen the events since it was disabled.
    const { found: suspicious, newsIds, memory, read } = await this.#looker.scan(tenantId, known?.off === methods ? known : null);
    const found = suspicious.filter(({ rule }) => !off.has(rule));
    const at = new Date();
    const raised = await db.tenant(tenantId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`activity ${tenantId}`}))`.execute(tx);
      const names = await graph.namesInLogs(tx, tenantId, [...new Set(found.map(({ identity }) => identity))]);
      const activity = found.map((one) => activityAlert(one, names.get(one.identity) ?? null));
      const count = await alerts.reconcileActivity(tx, tenantId, activity, { at, snapshotTimes });
      await graph.events.dropNews(tx, tenantId, newsIds);
      return count;
    });
    this.#memories.set(tenantId, { ...memory, off: methods });
    if (raised === 0) return;
    log.info({ tenantId, events: read, found: found.length, raised }, 'suspicious activity');
    await notifications.queue(tenantId);
  }
}
