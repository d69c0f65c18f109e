import type { NotificationTest, Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { notFound, unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { chatOf, lineOf, mailOf, testChat, testMail, TEST_TEXT, alertLink, type AlertBrief, type News } from './compose';
import { waitAfter, type Outcome } from './outcome';
import { sendMail } from './send-mail';
import { sendSyslog } from './send-syslog';
import { sendWebhook } from './send-webhook';
import * as store from './store';
import type { SyslogEntry } from './syslog-message';
import { targetsOf, type Receivers, type Target } from './targets';

export interface NotificationDependencies {
  settings: { decryptedIn(tx: Tx, tenantId: string): Promise<Receivers[]> };
  tenants: { nameIn(tx: Tx, tenantId: string): Promise<string> };
  alerts: { briefs(tx: Tx, tenantId: string, ids: readonly string[]): Promise<AlertBrief[]> };
  targets: OutboundTargets;
}

const JOB = 'notifications.send';

/** Tenants whose messages are sent side by side, because receivers may be slow. */
const AT_ONCE = 4;

/** The content of a message for each method. */
interface Content {
  mail: ReturnType<typeof mailOf>;
  chat: ReturnType<typeof chatOf>;
  entries: SyslogEntry[];
}

/**
 * Sends new alerts to people and systems. The transaction that raises alerts also queues them. A job makes one message for each receiver and severity,
 * and retries it until it is accepted or given up. All attempts have the same id, so that receivers recognize a duplicate after a crash.
 */
export class NotificationsService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: NotificationDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal), { atOnce: AT_ONCE });
  }

  /** Queues alerts, inside the transaction that raises them. */
  async raised(tx: Tx, tenantId: string, severity: Severity, alertIds: readonly string[]): Promise<void> {
    await store.queueAlerts(tx, tenantId, severity, alertIds);
  }

  /** Queues the delivery of new and due messages: after alerts were raised, and at each start of the server. */
  async queue(tenantId: string): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  /** Returns messages that were not delivered yet. */
  async undelivered(tenantId: string, severity: Severity | undefined): Promise<store.DeliveryRow[]> {
    return this.ctx.db.tenant(tenantId, (tx) => store.listUndelivered(tx, tenantId, severity));
  }

  /** Retries a message. @returns the message before and after @throws ApiError 404 if it does not exist or was delivered meanwhile */
  async retry(tenantId: string, deliveryId: string): Promise<{ before: store.DeliveryRow; after: store.DeliveryRow }> {
    const retried = await this.ctx.db.tenant(tenantId, (tx) => store.retryDelivery(tx, tenantId, deliveryId));
    if (!retried) throw unknownMessage();
    await this.queue(tenantId);
    return retried;
  }

  /** Gives up a message. @returns it */
  async giveUp(tenantId: string, deliveryId: string): Promise<store.DeliveryRow> {
    const gone = await this.ctx.db.tenant(tenantId, (tx) => store.deleteDelivery(tx, tenantId, deliveryId));
    if (!gone) throw unknownMessage();
    return gone;
  }

  /** Sends a test to all receivers of a severity at once. @throws ApiError 422 if there are none */
  async test(tenantId: string, severity: Severity): Promise<NotificationTest[]> {
    const { targets, tenant } = await this.#receivers(tenantId);
    const chosen = targets.filter((target) => target.severity === severity);
    if (chosen.length === 0) throw unprocessable('NO_RECEIVER', 'No recipients for alerts of this severity yet. Add one and save first.');
    const entry: SyslogEntry = { severity, at: new Date(), kind: 'TEST', data: {}, text: TEST_TEXT };
    const content: Content = { mail: testMail(severity, tenant), chat: testChat(severity, tenant), entries: [entry] };
    return Promise.all(
      chosen.map(async (target) => {
        const outcome = await this.#send(target, content, crypto.randomUUID());
        return { method: target.method, target: target.label, sent: outcome.sent, message: outcome.sent ? '' : outcome.message };
      }),
    );
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    await this.ctx.db.tenant(tenantId, async (tx) => {
      await store.deleteOld(tx, tenantId);
      await store.makeDeliveries(tx, tenantId, targetsOf(await this.deps.settings.decryptedIn(tx, tenantId)));
    });
    while (!signal.aborted) {
      const due = await this.ctx.db.tenant(tenantId, (tx) => store.claimDue(tx, tenantId));
      if (due.length === 0) break;
      const { targets, tenant } = await this.#receivers(tenantId);
      await Promise.all(due.map((delivery) => this.#deliver(tenantId, delivery, targets, tenant)));
    }
    const next = await this.ctx.db.tenant(tenantId, (tx) => store.nextDue(tx, tenantId));
    // One job for each minute with due messages, so that a later message does not delay an earlier one.
    if (next) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `minute ${Math.floor(next.getTime() / 60_000)}`, startAfter: next });
  }

  async #deliver(tenantId: string, delivery: store.DeliveryRow, targets: readonly Target[], tenant: string): Promise<void> {
    const { delivery_id: id, severity, target_key: key, attempts } = delivery;
    const target = targets.find((one) => one.key === key && one.severity === severity);
    const alerts = await this.ctx.db.tenant(tenantId, (tx) => this.deps.alerts.briefs(tx, tenantId, delivery.alert_ids));
    if (!target || alerts.length === 0) {
      // The receiver was removed from the settings, or the alerts were deleted.
      await this.ctx.db.tenant(tenantId, (tx) => store.deleteDelivery(tx, tenantId, id));
      return;
    }
    const outcome = await this.#send(target, this.#contentOf({ severity, tenant, alerts, console: this.ctx.publicUrl }), id);
    const wait = outcome.sent ? null : waitAfter(attempts, outcome);
    if (!outcome.sent)
      this.ctx.log.warn({ tenantId, delivery: id, method: target.method, attempts, message: outcome.message }, 'message not accepted');
    await this.ctx.db.tenant(tenantId, (tx) =>
      store.saveOutcome(tx, tenantId, id, {
        state: outcome.sent ? 'SENT' : wait === null ? 'FAILED' : 'WAITING',
        message: outcome.sent ? '' : outcome.message,
        ...(wait === null ? {} : { nextAt: new Date(Date.now() + wait) }),
      }),
    );
  }

  #send(target: Target, { mail, chat, entries }: Content, id: string): Promise<Outcome> {
    const { mailServer, syslogFraming, syslogSendsCredentials } = this.ctx.config;
    const host = new URL(this.ctx.publicUrl).hostname;
    switch (target.method) {
      case 'EMAIL':
        return sendMail(mailServer, target.to, mail, { id, host });
      case 'WEBHOOK':
        return sendWebhook(target.url, chat, id, this.deps.targets);
      case 'SYSLOG':
        return sendSyslog(target.server, entries, { framing: syslogFraming, sendsCredentials: syslogSendsCredentials, host }, this.deps.targets);
    }
  }

  #contentOf(news: News): Content {
    const entries = news.alerts.map((alert): SyslogEntry => {
      const { alertId, guardrail, severity, subject, accountId, reached, at } = alert;
      const data = { alert: { id: alertId, severity, guardrail, subject: subject.uri, account: accountId, resources: String(reached) } };
      return { severity, at, kind: 'ALERT', data: { ...data, link: { url: alertLink(news.console, alertId) } }, text: lineOf(alert, news.console) };
    });
    return { mail: mailOf(news), chat: chatOf(news), entries };
  }

  #receivers(tenantId: string): Promise<{ targets: Target[]; tenant: string }> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({
      targets: targetsOf(await this.deps.settings.decryptedIn(tx, tenantId)),
      tenant: await this.deps.tenants.nameIn(tx, tenantId),
    }));
  }
}

function unknownMessage(): Error {
  return notFound('This message no longer exists. Reload the list.');
}
