import { isTimeZone, type GuardrailNotify, type NotificationSchedule, type NotificationTest, type Severity } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import type { Tx } from '../../platform/db/database';
import { notFound, unprocessable } from '../../platform/http/errors';
import type { OutboundTargets } from '../../platform/security/outbound-targets';
import { groupBy } from '../../platform/group-by';
import type { TeamsMessage } from './adaptive-card';
import { alertLink, lineOf, scoreOf, TEST_TEXT, type AlertBrief, type GroupNews, type News } from './compose';
import { chatOf, slackOf, testChat, type SlackMessage } from './compose-chat';
import { mailOf, testMail } from './compose-mail';
import { isTeams, teamsBotOf, teamsOf, testTeams } from './compose-teams';
import { isAlwaysQuiet } from './due-at';
import { partsOf } from './group-deliveries';
import { DeliveryMaker, type DeliveryMakerDependencies } from './make-deliveries';
import { waitAfter, type Outcome } from './outcome';
import { countHeld, readSchedule, rescheduleHeld, saveSchedule } from './schedule-store';
import { sendMail } from './send-mail';
import { sendSyslog } from './send-syslog';
import { sendWebhook } from './send-webhook';
import * as store from './store';
import type { SyslogEntry } from './syslog-message';
import { Routes, type ChatChannel, type Receivers, type Target } from './targets';

export interface NotificationDependencies {
  settings: { decryptedIn(tx: Tx, tenantId: string): Promise<Receivers[]> };
  tenants: { nameIn(tx: Tx, tenantId: string): Promise<string> };
  alerts: DeliveryMakerDependencies['alerts'] & { briefs(tx: Tx, tenantId: string, ids: readonly string[]): Promise<AlertBrief[]> };
  causes: DeliveryMakerDependencies['causes'];
  guardrails: {
    /** Returns the notifications of guardrails that differ from the defaults, by id. */
    notify(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, GuardrailNotify>>;
    /** Returns what guardrails recommend, by id. */
    remediations(tx: Tx, tenantId: string, monitorIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  targets: OutboundTargets;
  chat: {
    channels(tx: Tx, tenantId: string): Promise<ChatChannel[]>;
    send(tenantId: string, connectionId: string, messages: ChannelMessages): Promise<Outcome>;
  };
}

const JOB = 'notifications.send';

/** Tenants whose messages are sent side by side, because receivers may be slow. */
const AT_ONCE = 4;

/** The content of a message for a channel, in the form of each chat service. */
export interface ChannelMessages {
  slack: SlackMessage;
  teams: TeamsMessage;
}

/** The content of a message for each method. */
interface Content {
  mail: ReturnType<typeof mailOf>;
  chat: ReturnType<typeof chatOf>;
  channel: ChannelMessages;
  teams: TeamsMessage;
  entries: SyslogEntry[];
}

/**
 * Sends new alerts to people and systems. The transaction that raises alerts also queues them. A job groups them by cause, makes one message for each
 * receiver, severity and group, and retries it until it is accepted or given up. All attempts have the same id, so that receivers recognize a duplicate
 * after a crash. Mails and chat messages wait for digests and for the end of quiet hours, as the tenant chose.
 */
export class NotificationsService {
  readonly #maker: DeliveryMaker;

  constructor(
    private readonly ctx: Context,
    private readonly deps: NotificationDependencies,
  ) {
    const { alerts, causes } = deps;
    this.#maker = new DeliveryMaker(ctx, { alerts, causes, routes: (tx, tenantId) => this.#routes(tx, tenantId) });
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

  /** Queues alerts again that wait because their risk was below that of their guardrail, or preliminary: after each scoring. */
  async reconsider(tenantId: string): Promise<void> {
    const waiting = await this.ctx.db.tenant(tenantId, (tx) => store.listQueued(tx, tenantId));
    if (waiting.length > 0) await this.queue(tenantId);
  }

  /** Returns when notifications are sent, and the alerts that wait for that. */
  async schedule(tenantId: string): Promise<{ schedule: NotificationSchedule; held: { alerts: number; until: Date | null } }> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({ schedule: await readSchedule(tx, tenantId), held: await countHeld(tx, tenantId) }));
  }

  /**
   * Changes when notifications are sent. Waiting messages follow the new times.
   * @returns the former schedule
   * @throws ApiError 422 if the time zone does not exist or quiet hours never end
   */
  async changeSchedule(tenantId: string, schedule: NotificationSchedule): Promise<NotificationSchedule> {
    if (!isTimeZone(schedule.time_zone)) throw wrongSchedule('time_zone', 'This time zone does not exist.');
    if (isAlwaysQuiet(schedule)) throw wrongSchedule('quiet', 'Quiet hours must end: choose fewer days, or another end.');
    const before = await this.ctx.db.tenant(tenantId, async (tx) => {
      const former = await readSchedule(tx, tenantId);
      await saveSchedule(tx, tenantId, schedule);
      await rescheduleHeld(tx, tenantId, schedule);
      return former;
    });
    await this.queue(tenantId);
    return before;
  }

  /** Sends a test to all receivers of a severity at once. @throws ApiError 422 if there are none */
  async test(tenantId: string, severity: Severity): Promise<NotificationTest[]> {
    const { routes, tenant } = await this.#receivers(tenantId);
    const chosen = routes.ofSeverity(severity);
    if (chosen.length === 0) throw unprocessable('NO_RECEIVER', 'No recipients for alerts of this severity yet. Add one and save first.');
    const entry: SyslogEntry = { severity, at: new Date(), kind: 'TEST', data: {}, text: TEST_TEXT };
    const chat = testChat(severity, tenant);
    const teams = testTeams(severity, tenant, this.ctx.publicUrl);
    const content: Content = {
      mail: testMail(severity, tenant),
      ...{ chat, teams, channel: { slack: { ...chat, blocks: [] }, teams } },
      entries: [entry],
    };
    return Promise.all(
      chosen.map(async (target) => {
        const outcome = await this.#send(tenantId, target, content, crypto.randomUUID());
        return { method: target.method, target: target.label, sent: outcome.sent, message: outcome.sent ? '' : outcome.message };
      }),
    );
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    await this.ctx.db.tenant(tenantId, (tx) => store.deleteOld(tx, tenantId));
    const until = await this.#maker.make(tenantId);
    if (until) await this.#queueAt(tenantId, until);
    while (!signal.aborted) {
      const due = await this.ctx.db.tenant(tenantId, (tx) => store.claimDue(tx, tenantId));
      if (due.length === 0) break;
      const { routes, tenant } = await this.#receivers(tenantId);
      await Promise.all(due.map((delivery) => this.#deliver(tenantId, delivery, routes, tenant)));
    }
    const next = await this.ctx.db.tenant(tenantId, (tx) => store.nextDue(tx, tenantId));
    if (next) await this.#queueAt(tenantId, next);
  }

  /** Queues the delivery at a time: one job for each minute, so that a later message does not delay an earlier one. */
  async #queueAt(tenantId: string, at: Date): Promise<void> {
    await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: `minute ${Math.floor(at.getTime() / 60_000)}`, startAfter: at });
  }

  async #deliver(tenantId: string, delivery: store.DeliveryRow, routes: Routes, tenant: string): Promise<void> {
    const { delivery_id: id, attempts } = delivery;
    const targetOf = (alert: AlertBrief): Target | undefined => routes.of(alert).targets.find(({ key }) => key === delivery.target_key);
    const groups = await this.ctx.db.tenant(tenantId, (tx) => this.#groupsOf(tx, tenantId, delivery, (alert) => targetOf(alert) !== undefined));
    const [first, ...others] = groups;
    const target = first && targetOf(first.alerts[0]);
    if (!first || !target) {
      // The receiver was removed from the settings, or the alerts were deleted.
      await this.ctx.db.tenant(tenantId, (tx) => store.deleteDelivery(tx, tenantId, id));
      return;
    }
    const isDigest = delivery.digest_key !== null;
    const content = this.#contentOf({ tenant, groups: [first, ...others], isDigest, console: this.ctx.publicUrl });
    const outcome = await this.#send(tenantId, target, content, id);
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

  /** Returns the groups of a message with their alerts, without deleted ones and those that no longer go to its receiver. */
  async #groupsOf(tx: Tx, tenantId: string, delivery: store.DeliveryRow, isFor: (alert: AlertBrief) => boolean): Promise<GroupNews[]> {
    const { alerts, guardrails } = this.deps;
    const briefs = (await alerts.briefs(tx, tenantId, delivery.alert_ids)).filter(isFor);
    const parts = partsOf(delivery) ?? (await alerts.causesOf(tx, tenantId, delivery.alert_ids));
    const keys = new Map(parts.flatMap((part) => part.ids.map((id) => [id, part.key] as const)));
    const byGroup = groupBy(briefs, ({ alertId }) => keys.get(alertId) ?? '');
    const remediations = await guardrails.remediations(tx, tenantId, [...new Set(briefs.map(({ monitorId }) => monitorId))]);
    return parts.flatMap(({ key, element, name, detail, open }) => {
      const [riskiest, ...others] = (byGroup.get(key) ?? []).sort((a, b) => (scoreOf(b) ?? -1) - (scoreOf(a) ?? -1));
      if (!riskiest) return [];
      return [{ key, element, name, detail, open, alerts: [riskiest, ...others], remediation: remediations.get(riskiest.monitorId) ?? '' }];
    });
  }

  #send(tenantId: string, target: Target, { mail, chat, channel, teams, entries }: Content, id: string): Promise<Outcome> {
    const { mailServer, syslogFraming, syslogSendsCredentials } = this.ctx.config;
    const host = new URL(this.ctx.publicUrl).hostname;
    switch (target.method) {
      case 'EMAIL':
        return sendMail(mailServer, target.to, mail, { id, host });
      case 'WEBHOOK':
        return sendWebhook(target.url, isTeams(target.url) ? teams : chat, id, this.deps.targets);
      case 'SLACK':
      case 'TEAMS':
        return this.deps.chat.send(tenantId, target.connectionId, channel);
      case 'SYSLOG':
        return sendSyslog(target.server, entries, { framing: syslogFraming, sendsCredentials: syslogSendsCredentials, host }, this.deps.targets);
    }
  }

  #contentOf(news: News): Content {
    const entries = news.groups.flatMap(({ key, name, alerts }) =>
      alerts.map((alert): SyslogEntry => {
        const { alertId, guardrail, severity, subject, accountId, reached, at } = alert;
        const risk = scoreOf(alert);
        const data = {
          alert: {
            ...{ id: alertId, severity, guardrail, subject: subject.uri, account: accountId, resources: String(reached) },
            ...(risk === null ? {} : { risk: String(risk) }),
          },
          group: { key, name },
          link: { url: alertLink(news.console, alertId) },
        };
        return { severity, at, kind: 'ALERT', data, text: lineOf(alert, news.console) };
      }),
    );
    return { mail: mailOf(news), chat: chatOf(news), channel: { slack: slackOf(news), teams: teamsBotOf(news) }, teams: teamsOf(news), entries };
  }

  #receivers(tenantId: string): Promise<{ routes: Routes; tenant: string }> {
    return this.ctx.db.tenant(tenantId, async (tx) => ({
      routes: await this.#routes(tx, tenantId),
      tenant: await this.deps.tenants.nameIn(tx, tenantId),
    }));
  }

  async #routes(tx: Tx, tenantId: string): Promise<Routes> {
    const { settings, guardrails, chat } = this.deps;
    const channels = await chat.channels(tx, tenantId);
    return new Routes(await settings.decryptedIn(tx, tenantId), await guardrails.notify(tx, tenantId), channels);
  }
}

function wrongSchedule(field: string, message: string): Error {
  return unprocessable('INVALID_INPUT', message, { fields: [{ in: 'body', field: `schedule.${field}`, message }] });
}

function unknownMessage(): Error {
  return notFound('This message no longer exists. Reload the list.');
}
