import { sql } from 'kysely';
import type { ActivityAlert } from '../alerts';
import type { Context } from '../../platform/context';
import { ImportPatience } from '../../sources';
import type { Tx } from '../../platform/db/database';
import type { GraphEvents } from '../../graph';
import { activityAlert } from './activity-alert';
import type { IpCountries } from './ip-countries';
import { LogLooker, type LogMemory } from './activity-scan';
import { readMethodsOff } from './method-switches';

export interface ActivityDependencies {
  graph: {
    events: GraphEvents;
    namesInLogs(tx: Tx, tenantId: string, nativeIds: readonly string[]): Promise<Map<string, ActivityAlert['subject']>>;
  };
  alerts: { settleActivity(tx: Tx, tenantId: string, found: readonly ActivityAlert[], at: Date): Promise<number> };
  notifications: { queue(tenantId: string): Promise<void> };
  sources: {
    /** Whether imports are under way: each of them ends with a snapshot of its own. */
    isImporting(tenantId: string): Promise<boolean>;
  };
  countries: Pick<IpCountries, 'placeOf'>;
}

const JOB = 'activity.detect';
/** Tenants whose logs are looked at side by side. */
const AT_ONCE = 2;

/**
 * Looks at what the logs of a tenant tell after each snapshot, and raises alerts of what is suspicious. What it finds depends on the stored
 * events alone, alerts know what they tell of, and news wait until the alerts of them are stored: a run that was cut off is done again, and two
 * at once raise nothing twice.
 */
export class ActivityWatch {
  readonly #patience: ImportPatience;
  readonly #looker: LogLooker;
  /** Of each tenant whose logs this process looked at: a process that is started anew, maybe with other methods, looks at everything once. */
  readonly #memories = new Map<string, LogMemory & { off: string }>();

  constructor(
    private readonly ctx: Context,
    private readonly deps: ActivityDependencies,
  ) {
    this.#patience = new ImportPatience(deps.sources);
    this.#looker = new LogLooker({ db: ctx.db, events: deps.graph.events, countries: deps.countries });
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }) => this.#look(tenantId), { atOnce: AT_ONCE });
    ctx.events.subscribe(({ tenantId, kind }) => {
      if (kind !== 'snapshot') return;
      this.queue(tenantId).catch((err: unknown) => ctx.log.error({ err, tenantId }, 'a look at the logs could not be queued'));
    });
  }

  /** Has the logs of a tenant looked at soon. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { onceFor: 'detect' });
  }

  async #look(tenantId: string): Promise<void> {
    const { db, log } = this.ctx;
    const { graph, alerts, notifications } = this.deps;
    if (await this.#patience.putsOff(tenantId)) return;
    const off = await db.tenant(tenantId, (tx) => readMethodsOff(tx, tenantId));
    const methods = [...off].sort().join();
    const known = this.#memories.get(tenantId);
    // With other methods everything is looked at once more: what was switched on again has not seen what happened meanwhile.
    const { found: suspicious, newsIds, memory, read } = await this.#looker.look(tenantId, known?.off === methods ? known : null);
    const found = suspicious.filter(({ rule }) => !off.has(rule));
    const at = new Date();
    const raised = await db.tenant(tenantId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`activity ${tenantId}`}))`.execute(tx);
      const names = await graph.namesInLogs(tx, tenantId, [...new Set(found.map(({ identity }) => identity))]);
      const told = found.map((one) => activityAlert(one, names.get(one.identity) ?? null));
      const count = await alerts.settleActivity(tx, tenantId, told, at);
      await graph.events.dropNews(tx, tenantId, newsIds);
      return count;
    });
    this.#memories.set(tenantId, { ...memory, off: methods });
    if (raised === 0) return;
    log.info({ tenantId, events: read, found: found.length, raised }, 'suspicious activity');
    await notifications.queue(tenantId);
  }
}
