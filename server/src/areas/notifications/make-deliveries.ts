import type { Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { dueAt } from './due-at';
import { deliveriesTo, type AlertPart } from './group-deliveries';
import { readSchedule } from './schedule-store';
import * as store from './store';
import type { Routes, Target } from './targets';

/** The facts about an alert that decide who is notified of it, and when. */
interface PendingAlert {
  alertId: string;
  monitorId: string;
  severity: Severity;
  /** Null: not computed yet. */
  risk: number | null;
  /** The graph is not scored yet, so the risk is that of earlier scores, or the middle of the range for a new entity. */
  isPreliminary: boolean;
  /** It is open, and no exclusion covers it. */
  isOpen: boolean;
}

export interface DeliveryMakerDependencies {
  alerts: {
    pending(tx: Tx, tenantId: string, ids: readonly string[]): Promise<PendingAlert[]>;
    /** Distributes alerts over their groups by cause, the most important first. */
    causesOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<AlertPart[]>;
  };
  /** Determines the causes of alerts that have none yet. */
  causes: { determine(tenantId: string, ids: readonly string[]): Promise<void> };
  routes: (tx: Tx, tenantId: string) => Promise<Routes>;
}

/** How long an alert waits for the scores of its snapshot, ms. Then its preliminary risk decides, so that a failed scoring hides no alert. */
const SCORES_WITHIN = 10 * 60_000;

/** The alerts of one severity that one receiver gets at once. */
interface Message {
  target: Target;
  severity: Severity;
  own: Set<string>;
}

interface Digest {
  target: Target;
  severity: Severity;
  at: Date;
  ids: string[];
}

/** Turns queued alerts into messages. */
export class DeliveryMaker {
  constructor(
    private readonly ctx: Context,
    private readonly deps: DeliveryMakerDependencies,
  ) {}

  /**
   * Makes messages of the queued alerts: one for each receiver, severity and group, and digests for people who are notified later. An alert below the
   * lowest risk of its guardrail stays in the queue while it is open, because its risk may rise. So does an alert whose risk is preliminary, if its
   * guardrail has a lowest risk. An alert without receivers just leaves the queue.
   * @returns the time at which an alert has waited long enough for its scores; null: none waits for that
   */
  async make(tenantId: string): Promise<Date | null> {
    const { ids, wanted, routes, until } = await this.ctx.db.tenant(tenantId, (tx) => this.#choose(tx, tenantId));
    if (ids.length === 0 || !routes) return until;
    await this.deps.causes.determine(
      tenantId,
      wanted.map(({ alertId }) => alertId),
    );
    await this.ctx.db.tenant(tenantId, async (tx) => {
      const taken = new Set((await store.takeQueued(tx, tenantId, ids)).map(({ alert_id: id }) => id));
      const alerts = wanted.filter(({ alertId }) => taken.has(alertId));
      if (alerts.length > 0) await this.#store(tx, tenantId, alerts, routes);
    });
    return until;
  }

  /** Returns the alerts that leave the queue now, and those among them of which somebody is notified. */
  async #choose(tx: Tx, tenantId: string): Promise<{ ids: string[]; wanted: PendingAlert[]; routes: Routes | null; until: Date | null }> {
    const rows = await store.listQueued(tx, tenantId);
    const listed = rows.map(({ alert_id: id }) => id);
    if (listed.length === 0) return { ids: [], wanted: [], routes: null, until: null };
    const routes = await this.deps.routes(tx, tenantId);
    const all = await this.deps.alerts.pending(tx, tenantId, listed);
    const late = Date.now() - SCORES_WITHIN;
    const undecided = new Set(all.filter((alert) => alert.isPreliminary && routes.of(alert).minRisk !== null).map(({ alertId }) => alertId));
    const early = rows.filter(({ alert_id: id, queued_at: at }) => undecided.has(id) && new Date(at).getTime() > late);
    const held = new Set(early.map(({ alert_id: id }) => id));
    const until = early.length === 0 ? null : new Date(Math.min(...early.map(({ queued_at: at }) => new Date(at).getTime())) + SCORES_WITHIN);
    const queued = listed.filter((id) => !held.has(id));
    const pending = all.filter(({ alertId }) => !held.has(alertId));
    const isBelow = (alert: PendingAlert): boolean => (alert.risk ?? 100) < (routes.of(alert).minRisk ?? 0);
    const waiting = new Set(pending.filter((alert) => alert.isOpen && isBelow(alert)).map(({ alertId }) => alertId));
    const waited = new Set(rows.filter(({ waits }) => waits).map(({ alert_id: id }) => id));
    await store.markWaiting(
      tx,
      tenantId,
      [...waiting].filter((id) => !waited.has(id)),
    );
    // A new alert has a message even if it was closed meanwhile, but not one that waited.
    const isWanted = (alert: PendingAlert): boolean => alert.isOpen || !waited.has(alert.alertId);
    return {
      ids: queued.filter((id) => !waiting.has(id)),
      wanted: pending.filter((alert) => !isBelow(alert) && isWanted(alert) && routes.of(alert).targets.length > 0),
      routes,
      until,
    };
  }

  async #store(tx: Tx, tenantId: string, alerts: readonly PendingAlert[], routes: Routes): Promise<void> {
    const now = new Date();
    const schedule = await readSchedule(tx, tenantId);
    const dues = new Map<string, Date>();
    const dueOf = (severity: Severity, isAtOnce: boolean): Date => {
      const key = `${severity} ${isAtOnce}`;
      const due = dues.get(key) ?? dueAt(schedule, { severity, atOnce: isAtOnce }, now);
      dues.set(key, due);
      return due;
    };
    const atOnce = new Map<string, Message>();
    const digests = new Map<string, Digest>();
    for (const alert of alerts) {
      const { alertId, severity } = alert;
      const route = routes.of(alert);
      const personal = dueOf(severity, route.atOnce);
      for (const target of route.targets) {
        // Log servers never sleep.
        const at = target.method === 'SYSLOG' ? now : personal;
        if (at <= now) {
          const key = `${target.key} ${severity}`;
          const message: Message = atOnce.get(key) ?? { target, severity, own: new Set() };
          atOnce.set(key, message);
          message.own.add(alertId);
        } else {
          const key = `${target.key} ${severity} ${at.toISOString()}`;
          const digest: Digest = digests.get(key) ?? { target, severity, at, ids: [] };
          digests.set(key, digest);
          digest.ids.push(alertId);
        }
      }
    }
    if (atOnce.size > 0) {
      const parts = await this.deps.alerts.causesOf(
        tx,
        tenantId,
        alerts.map(({ alertId }) => alertId),
      );
      await store.insertDeliveries(
        tx,
        tenantId,
        [...atOnce.values()].flatMap((message) => deliveriesTo(message, parts)),
      );
    }
    // Always in the same order: two processes that add to the same digests in another order would wait for each other.
    const inOrder = [...digests].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, { target, severity, at, ids }] of inOrder) {
      const delivery = { severity, method: target.method, target_key: target.key, target_label: target.label, alert_ids: ids, alert_groups: null };
      await store.addToDigest(tx, tenantId, delivery, at);
    }
  }
}
