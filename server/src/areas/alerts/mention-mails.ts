import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context';
import { html, page, plain, waitAfter, type Mail, type Outcome } from '../notifications';

export interface MentionMailsDependencies {
  /** Returns the users who may read alerts; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string }[] | null>;
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
}

type Mention = {
  tenantId: string;
  email: string;
  commentId: string;
  author: string;
  alertId: string;
  alertName: string;
  /** Attempts so far. */
  attempts: number;
};

const JOB = 'alerts.mention';

/** Tells users by mail that a comment mentions them. Only users of the tenant get a mail, so that a comment cannot send mail to strangers. */
export class MentionMails {
  constructor(
    private readonly ctx: Context,
    private readonly deps: MentionMailsDependencies,
  ) {
    ctx.jobs.define(JOB, (mention: Mention) => this.#send(mention));
  }

  /** Queues a mail to each mentioned user except the author. */
  async queue(mentioned: readonly string[], mention: Omit<Mention, 'email' | 'attempts'>): Promise<void> {
    if (!this.deps.sendMail) return;
    const people = await this.deps.people(mention.tenantId);
    const known = mentioned.filter((email) => email !== mention.author && people?.some((person) => person.email === email));
    for (const email of known) await this.#enqueue({ ...mention, email, attempts: 0 }, null);
  }

  async #enqueue(mention: Mention, startAfter: Date | null): Promise<void> {
    const singletonKey = `${mention.commentId} ${mention.email} ${mention.attempts}`;
    await this.ctx.jobs.enqueue(JOB, mention, { singletonKey, ...(startAfter ? { startAfter } : {}) });
  }

  async #send(mention: Mention): Promise<void> {
    const { tenantId, email, commentId } = mention;
    const people = await this.deps.people(tenantId);
    // The user may have left the tenant since the comment.
    if (!this.deps.sendMail || !people?.some((person) => person.email === email)) return;
    const id = createHash('sha256').update(`${commentId} ${email}`).digest('hex').slice(0, 32);
    const outcome = await this.deps.sendMail(email, mentionMail(mention, this.ctx.publicUrl), id);
    if (outcome.sent) return;
    this.ctx.log.warn({ tenantId, commentId, message: outcome.message }, 'the mail about a mention was not accepted');
    const attempts = mention.attempts + 1;
    const wait = waitAfter(attempts, outcome);
    if (wait !== null) await this.#enqueue({ ...mention, attempts }, new Date(Date.now() + wait));
  }
}

/** Returns the mail about a mention. It does not contain the comment: reading it requires sign-in. */
export function mentionMail({ author, alertId, alertName }: Pick<Mention, 'author' | 'alertId' | 'alertName'>, origin: string): Mail {
  const text = `${plain(author)} mentioned you in a comment on the alert "${plain(alertName)}".`;
  const link = `${origin}/alerts?alert=${encodeURIComponent(alertId)}`;
  return {
    subject: `[CAM] ${plain(author)} mentioned you: ${plain(alertName)}`,
    text: [text, '', link].join('\n'),
    html: page(`<p>${html(text)}</p><p><a href="${html(link)}" style="color:#0b57d0">Open the alert</a></p>`),
  };
}
