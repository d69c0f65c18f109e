import type { Account, AlertComment, AlertPolicy } from '@cam/contracts/server';
import type { Context } from '../../platform/context';
import { conflict, unprocessable } from '../../platform/http/errors';
import { applyAct } from './apply-act';
import { changeWork, checkTicket, recordEvent, type WorkChange } from './alert-work';
import { insertComment, listComments } from './comments';
import type { Dismissal } from './dismissals';
import type { MentionMails } from './mention-mails';
import { readPolicy, savePolicy } from './policy-store';
import type { AlertsService, ChangedAlerts } from './service';
import * as store from './store';
import { sourcesOf } from './verification';

export interface TriageDependencies {
  alerts: AlertsService;
  mentions: Pick<MentionMails, 'queue'>;
  /** Returns the users who may read alerts; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string; name: string }[] | null>;
  sources: {
    list(tenantId: string): Promise<Account[]>;
    /** Takes a snapshot of sources whose facts are read after this call. It follows a run that is in progress. */
    pullAnew(tenantId: string, uids: readonly string[]): Promise<void>;
  };
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The work on alerts: assignment, due dates, tickets, comments, dismissals with a reason, and verification of remediations. */
export class TriageService {
  constructor(
    private readonly ctx: Context,
    private readonly deps: TriageDependencies,
  ) {}

  /** Changes the assignee, due date or ticket of alerts. @throws ApiError 422 for an unknown user or an invalid address of a ticket */
  async work(tenantId: string, alertIds: readonly string[], change: WorkChange, by: string): Promise<ChangedAlerts> {
    checkTicket(change.ticket);
    if (change.assignee) await this.#checkAssignee(tenantId, change.assignee, by);
    return this.#changeLocked(tenantId, alertIds, (tx, _rows) => changeWork(tx, tenantId, alertIds, change, by));
  }

  /** Dismisses alerts, all or none. @throws ApiError 409 if one is closed, 422 if the tenant requires a reason */
  async dismiss(tenantId: string, alertIds: readonly string[], dismissal: Dismissal, by: string): Promise<ChangedAlerts> {
    return this.#changeLocked(tenantId, alertIds, (tx, rows) => applyAct(tx, tenantId, 'dismiss', rows, by, dismissal));
  }

  /**
   * Marks alerts as remediated and takes snapshots of the sources that can show it.
   * @throws ApiError 409 if no snapshot can show it, 422 if a source of an alert is not connected
   */
  async verify(tenantId: string, alertIds: readonly string[], by: string): Promise<ChangedAlerts> {
    const accounts = await this.deps.sources.list(tenantId);
    const uids = new Set<string>();
    const changed = await this.#changeLocked(tenantId, alertIds, async (tx, rows) => {
      for (const row of rows) for (const uid of verifiersOf(row, accounts)) uids.add(uid);
      await applyAct(tx, tenantId, 'remediate', rows, by);
      await store.changeAlerts(tx, tenantId, alertIds, { verifying_since: new Date() }, by, null);
      await recordEvent(tx, tenantId, alertIds, 'VERIFICATION_REQUESTED', by);
    });
    await this.deps.sources.pullAnew(tenantId, [...uids]);
    return changed;
  }

  /** Returns the comments on an alert. @throws ApiError 404 if the alert does not exist */
  async comments(tenantId: string, alertId: string): Promise<AlertComment[]> {
    await this.deps.alerts.find(tenantId, alertId);
    return this.ctx.db.tenant(tenantId, (tx) => listComments(tx, tenantId, alertId));
  }

  /** @throws ApiError 404 if the alert does not exist, 422 for a blank comment */
  async comment(tenantId: string, alertId: string, text: string, by: string): Promise<AlertComment> {
    if (text.trim() === '') throw unprocessable('COMMENT_EMPTY', 'Enter a comment.');
    const { alert, comment } = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [row] = await this.deps.alerts.locked(tx, tenantId, new Set([alertId]));
      await recordEvent(tx, tenantId, [alertId], 'COMMENTED', by);
      return { alert: row, comment: await insertComment(tx, tenantId, alertId, text.trim(), by) };
    });
    const mention = { tenantId, alertId, commentId: comment.comment_id, author: by, alertName: alert?.monitor_name ?? '' };
    await this.deps.mentions.queue(comment.mentions, mention);
    return comment;
  }

  /** Returns the users to whom alerts can be assigned, the caller included. */
  async people(tenantId: string, caller: string): Promise<{ email: string; name: string }[]> {
    const people = (await this.deps.people(tenantId)) ?? [];
    return people.some(({ email }) => email === caller) ? people : [{ email: caller, name: '' }, ...people];
  }

  policy(tenantId: string): Promise<AlertPolicy> {
    return this.ctx.db.tenant(tenantId, (tx) => readPolicy(tx, tenantId));
  }

  async setPolicy(tenantId: string, policy: AlertPolicy, by: string): Promise<{ before: AlertPolicy; after: AlertPolicy }> {
    return this.ctx.db.tenant(tenantId, async (tx) => {
      const before = await readPolicy(tx, tenantId);
      await savePolicy(tx, tenantId, policy, by);
      return { before, after: policy };
    });
  }

  #changeLocked(
    tenantId: string,
    alertIds: readonly string[],
    change: (tx: Parameters<AlertsService['locked']>[0], rows: readonly store.AlertRow[]) => Promise<void>,
  ): Promise<ChangedAlerts> {
    return this.deps.alerts.change(tenantId, async (tx) => {
      const before = await this.deps.alerts.locked(tx, tenantId, new Set(alertIds));
      await change(tx, before);
      return { ids: alertIds, before };
    });
  }

  async #checkAssignee(tenantId: string, assignee: string, caller: string): Promise<void> {
    if (assignee.toLowerCase() === caller) return;
    const people = await this.deps.people(tenantId);
    const isKnown = people === null ? ADDRESS.test(assignee) : people.some(({ email }) => email === assignee.toLowerCase());
    if (!isKnown) throw unprocessable('UNKNOWN_USER', `${assignee} is no user of your tenant who may read alerts. Choose a user from the list.`);
  }
}

/** Returns the uids of the sources that verify the fix of an alert. @throws ApiError 409 or 422 if no snapshot can show it */
function verifiersOf(alert: store.AlertRow, accounts: readonly Account[]): string[] {
  if (alert.alert_type === 'ALERT_TYPE_NONE' || alert.gone_reason !== null)
    throw conflict('NOT_VERIFIABLE', 'No snapshot can verify this alert. Choose Remediate to close it.', { alert_id: alert.alert_id });
  const sources = sourcesOf(alert, accounts, ({ account_id: id }) => id);
  const imported = sources.find(({ is_connected: isConnected }) => !isConnected);
  if (imported || sources.length === 0)
    throw unprocessable(
      'SOURCE_NOT_CONNECTED',
      `CAM cannot ask ${imported?.account_name ?? 'the source of this alert'} for a new snapshot, because it is not connected. Choose Remediate, and import a new export of it.`,
      { alert_id: alert.alert_id },
    );
  return sources.map(({ uid }) => uid);
}
