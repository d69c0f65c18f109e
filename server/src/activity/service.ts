import { sql } from 'kysely';
import type { AlertChart } from '@cam/contracts/server';
import type { ActivityAlert } from '../alerts/settle-activity';
import type { Context } from '../context';
import { ImportPatience } from '../sources/import-patience';
import type { Tx } from '../db/database';
import { detect } from './detect';
import { alertPlaceOf, eventOfRow, withPlaces, type EventRow } from './event-of-row';
import { READ_ACTIONS } from './event-rules';
import { SECRET_ACTIONS } from './detect-usage';
import type { IpCountries } from './ip-countries';
import type { LoggedEvent, Suspicion, SuspicionChart } from './logged-event';
import { METHODS } from './methods';

export interface ActivityDependencies {
  graph: {
    events(tx: Tx, tenantId: string, wanted: { recordsOf: readonly string[]; most: number }): Promise<EventRow[]>;
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
/** The newest so many events of a tenant are looked at, which fits the memory of a small server. */
const MOST_EVENTS = 100_000;
/** What happened so long before the newest event is no news, ms. */
const NEWS_MS = 30 * 86_400_000;
/** Tenants whose logs are looked at side by side. */
const AT_ONCE = 2;

const TYPES = {
  USAGE: 'ALERT_TYPE_USAGE',
  LOCATION: 'ALERT_TYPE_LOCATION',
  EVENT: 'ALERT_TYPE_EVENT',
  AI: 'ALERT_TYPE_AI',
} as const;

/**
 * Looks at what the logs of a tenant tell after each snapshot, and raises alerts of what is suspicious. What it finds depends on the stored
 * events alone, and alerts know what they tell of: a run that was cut off is done again, and two at once raise nothing twice.
 */
export class ActivityWatch {
  readonly #patience: ImportPatience;

  constructor(
    private readonly ctx: Context,
    private readonly deps: ActivityDependencies,
  ) {
    this.#patience = new ImportPatience(deps.sources);
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
    const rows = await db.tenant(tenantId, (tx) => graph.events(tx, tenantId, { recordsOf: RECORDS_OF, most: MOST_EVENTS }));
    const events = withPlaces(rows.map(eventOfRow), (address) => this.deps.countries.placeOf(address));
    const found = newsOf(detect(events), events);
    const at = new Date();
    const raised = await db.tenant(tenantId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`activity ${tenantId}`}))`.execute(tx);
      const names = await graph.namesInLogs(tx, tenantId, [...new Set(found.map(({ identity }) => identity))]);
      return alerts.settleActivity(
        tx,
        tenantId,
        found.map((one) => alertOf(one, names.get(one.identity) ?? unknownTo(one.identity))),
        at,
      );
    });
    if (raised === 0) return;
    log.info({ tenantId, events: rows.length, found: found.length, raised }, 'suspicious activity');
    await notifications.queue(tenantId);
  }
}

const RECORDS_OF = [...READ_ACTIONS, ...SECRET_ACTIONS];

/** The first import of a log tells of months at once; nobody waits to hear of them. */
function newsOf(found: readonly Suspicion[], events: readonly LoggedEvent[]): Suspicion[] {
  const newest = events.reduce((last, { at }) => (at > last ? at : last), '');
  return found.filter(({ until }) => Date.parse(newest) - Date.parse(until) <= NEWS_MS);
}

/** Somebody of whom no source tells: what a log calls them. */
function unknownTo(identity: string): ActivityAlert['subject'] {
  return { uri: '', name: identity.split('/').at(-1) ?? identity, type: '' };
}

function alertOf(
  { kind, rule, severity, identity, accountId, since, until, count, reasons, chart }: Suspicion,
  subject: ActivityAlert['subject'],
): ActivityAlert {
  const method = METHODS.get(rule);
  return {
    type: TYPES[kind],
    monitorId: `activity.${rule}`,
    name: method?.title ?? rule,
    severity,
    key: `${accountId} ${identity}`,
    subject,
    accountId,
    since: new Date(since),
    until: new Date(until),
    count,
    reasons,
    technique: method?.technique ?? '',
    source: method?.source ?? '',
    chart: chart && chartOf(chart),
  };
}

function chartOf(chart: SuspicionChart): AlertChart {
  switch (chart.kind) {
    case 'bars':
      return {
        kind: 'usage',
        barchart_alert_point: chart.bars,
        x_axis_name: 'Time (UTC)',
        y_axis_name: chart.label,
        alert_x: chart.alertX,
        alert_y: chart.bars.find(({ x }) => x === chart.alertX)?.y ?? 0,
      };
    case 'places':
      return { kind: 'location', alert_location: alertPlaceOf(chart.current), previous_locations: chart.previous.map(alertPlaceOf) };
    case 'points':
      return {
        kind: 'event',
        points: chart.points.map(({ name, at, isAlert }) => ({
          point_name: name,
          point_color: isAlert ? 'red' : 'orange',
          x: at,
          y: 1,
          point_size: isAlert ? 2 : 1,
        })),
      };
  }
}
