import { createHash } from 'node:crypto';
import type { Account } from '@cam/contracts/server';
import type { Context } from '../../../platform/context';
import type { Tx } from '../../../platform/db/database';
import type { GraphService } from '../../../graph';
import { TenantRounds } from '../../../platform/jobs/tenant-rounds';
import type { Mail } from '../compose';
import { waitAfter, type Outcome } from '../outcome';
import { digestMail, type News, type Wanted } from './compose';
import { claimDue, hasDue, insertDueMails, saveOutcome, type DigestMail } from './store';

export interface DigestDependencies {
  tenants: {
    ids(): Promise<string[]>;
    nameIn(tx: Tx, tenantId: string): Promise<string>;
    /** Returns the users who want a daily digest, and the news that they want. */
    digestSubscribers(tenantId: string): Promise<{ email: string; wanted: Wanted }[]>;
  };
  graph: Pick<GraphService, 'countChanges'>;
  sources: { accountsOf(tx: Tx, tenantId: string): Promise<Account[]> };
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
}

const JOB = 'digest.send';

/** Interval of the check whether a day is over, ms. */
const LOOK = 60_000;

const DAY = 86_400_000;

/**
 * Sends a daily digest of the previous day (UTC) to users who want it. Each due mail is stored once for a person and day. A worker leases a mail for
 * some minutes before sending, so after a crash the mail goes out again under the same Message-ID.
 */
export class DailyDigest {
  readonly #rounds: TenantRounds;

  constructor(
    private readonly ctx: Context,
    private readonly deps: DigestDependencies,
  ) {
    ctx.jobs.define(JOB, ({ tenantId }: { tenantId: string }, { signal }) => this.#work(tenantId, signal));
    const failed = 'the daily digest could not be sent';
    const tenantIds = (): Promise<string[]> => (deps.sendMail ? deps.tenants.ids() : Promise.resolve([]));
    this.#rounds = new TenantRounds({ every: LOOK, tenantIds, visit: (tenantId) => this.queueDue(tenantId), log: ctx.log, failed });
  }

  stop(): void {
    this.#rounds.stop();
  }

  /** Queues due mails: each minute, and as soon as a user enables the digest. */
  async queueDue(tenantId: string): Promise<void> {
    if (!this.deps.sendMail) return;
    const now = new Date();
    const day = new Date(now.getTime() - DAY).toISOString().slice(0, 10);
    const emails = (await this.deps.tenants.digestSubscribers(tenantId)).map(({ email }) => email);
    if (emails.length === 0) return;
    const isDue = await this.ctx.db.tenant(tenantId, async (tx) => {
      await insertDueMails(tx, tenantId, day, emails, now);
      return hasDue(tx, tenantId, now);
    });
    if (isDue) await this.ctx.jobs.enqueue(JOB, { tenantId }, { singletonKey: 'now' });
  }

  async #work(tenantId: string, signal: AbortSignal): Promise<void> {
    const known = new Map<string, News>();
    while (!signal.aborted) {
      const due = await this.ctx.db.tenant(tenantId, (tx) => claimDue(tx, tenantId, new Date()));
      if (due.length === 0) return;
      for (const mail of due) {
        const news = known.get(mail.day) ?? (await this.#newsOf(tenantId, mail.day));
        known.set(mail.day, news);
        await this.#deliver(mail, news);
      }
    }
  }

  async #deliver(mail: DigestMail, news: News): Promise<void> {
    const { tenant_id: tenantId, email, day, attempts } = mail;
    const wanted = (await this.deps.tenants.digestSubscribers(tenantId)).find((one) => one.email === email)?.wanted;
    const tenant = await this.ctx.db.tenant(tenantId, (tx) => this.deps.tenants.nameIn(tx, tenantId));
    const content = wanted ? digestMail(news, wanted, { day, tenant, console: this.ctx.publicUrl }) : null;
    const outcome: Outcome = content && this.deps.sendMail ? await this.deps.sendMail(email, content, idOf(mail)) : { sent: true };
    const wait = outcome.sent ? null : waitAfter(attempts, outcome);
    if (!outcome.sent) this.ctx.log.warn({ tenantId, day, attempts, message: outcome.message }, 'the daily digest was not accepted');
    const newState = {
      state: outcome.sent ? 'SENT' : wait === null ? 'FAILED' : 'WAITING',
      ...(wait === null ? {} : { nextAt: new Date(Date.now() + wait) }),
    } as const;
    await this.ctx.db.tenant(tenantId, (tx) => saveOutcome(tx, mail, newState));
  }

  async #newsOf(tenantId: string, day: string): Promise<News> {
    const filter = { from: day, until: day, accountId: null, type: null, search: '', uris: null };
    const all = await this.deps.graph.countChanges(tenantId, filter);
    const users = await this.deps.graph.countChanges(tenantId, { ...filter, entityType: 'USER' });
    const accounts = await this.ctx.db.tenant(tenantId, (tx) => this.deps.sources.accountsOf(tx, tenantId));
    return {
      changes: all.reduce((sum, { count }) => sum + count, 0),
      newUsers: users.find(({ type }) => type === 'NODE_ADD')?.count ?? 0,
      ailing: accounts.filter(({ status }) => status === 'ACCOUNT_STATUS_WARNING' || status === 'ACCOUNT_STATUS_ERROR').length,
    };
  }
}

/** Returns an id that is unique for a person and day, and the same for all attempts. */
function idOf({ tenant_id, email, day }: DigestMail): string {
  return createHash('sha256').update(`${tenant_id} ${email} ${day}`).digest('hex').slice(0, 32);
}
