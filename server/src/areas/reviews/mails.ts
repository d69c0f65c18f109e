import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context';
import { html, page, plain, waitAfter, type Mail, type Outcome } from '../notifications';
import { stageEndsOn } from './rows';
import { appendLog, readCampaigns, readNumbers, readReviewerProgress } from './store';

export interface ReviewMailsDependencies {
  /** Returns the users who may review; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string }[] | null>;
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
}

/** START: a review has items for the user. DUE: it ends soon. OVERDUE: revoked access is still there. */
export type ReviewMailKind = 'START' | 'DUE' | 'OVERDUE';

type QueuedMail = {
  tenantId: string;
  campaignId: string;
  kind: ReviewMailKind;
  to: string;
  stage: number;
  /** Days before the last day, of `DUE`. */
  days: number;
  /** Attempts so far. */
  attempts: number;
};

const JOB = 'reviews.mail';

/** Tells reviewers by mail of their items, and the owner of a review of revocations that nobody carried out. Only users of the tenant get a mail. */
export class ReviewMails {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ReviewMailsDependencies,
  ) {
    ctx.jobs.define(JOB, (mail: QueuedMail) => this.#send(mail));
  }

  /** False: there is no mail server. */
  get isOn(): boolean {
    return this.deps.sendMail !== null;
  }

  /** Queues the mails to all reviewers of a new review or stage. */
  async tellReviewers(tenantId: string, campaignId: string): Promise<void> {
    const reviewers = await this.ctx.db.tenant(tenantId, (tx) => readReviewerProgress(tx, tenantId, campaignId));
    await this.queue(
      tenantId,
      campaignId,
      'START',
      reviewers.filter(({ open }) => open > 0).map(({ reviewer }) => reviewer),
    );
  }

  /** Queues a mail to each address, and records it in the log of the review. @param days days before the last day, for `DUE` */
  async queue(tenantId: string, campaignId: string, kind: ReviewMailKind, to: readonly string[], days = 0): Promise<void> {
    const addresses = [...new Set(to)].filter((address) => address !== '');
    if (!this.deps.sendMail || addresses.length === 0) return;
    const at = new Date();
    const [campaign] = await this.ctx.db.tenant(tenantId, (tx) => readCampaigns(tx, tenantId, { id: campaignId }));
    const stage = campaign?.stage ?? 1;
    const entries = addresses.map((address) => ({
      itemId: null,
      kind: 'REMINDED' as const,
      at,
      actor: '',
      detail: { to: address, about: kind, days, stage },
    }));
    await this.ctx.db.tenant(tenantId, (tx) => appendLog(tx, tenantId, campaignId, entries));
    for (const address of addresses) await this.#enqueue({ tenantId, campaignId, kind, to: address, stage, days, attempts: 0 }, null);
  }

  async #enqueue(mail: QueuedMail, startAfter: Date | null): Promise<void> {
    const singletonKey = `${mail.campaignId} ${mail.kind} ${mail.to} ${mail.stage} ${mail.days} ${mail.attempts}`;
    await this.ctx.jobs.enqueue(JOB, mail, { singletonKey, ...(startAfter ? { startAfter } : {}) });
  }

  async #send(mail: QueuedMail): Promise<void> {
    const { tenantId, campaignId, kind, to, stage, days } = mail;
    const { sendMail } = this.deps;
    const people = await this.deps.people(tenantId);
    // A reviewer may have left the tenant, and never gets mail without being its user.
    if (!sendMail || !people?.some(({ email }) => email.toLowerCase() === to)) return;
    const found = await this.ctx.db.tenant(tenantId, async (tx) => {
      const [campaign] = await readCampaigns(tx, tenantId, { id: campaignId });
      return campaign && { campaign, numbers: (await readNumbers(tx, tenantId, [campaignId], to))(campaignId) };
    });
    if (!found || (kind !== 'OVERDUE' && found.numbers.mine === 0)) return;
    const facts = {
      campaignId,
      name: found.campaign.name,
      endsOn: stageEndsOn(found.campaign),
      open: found.numbers.mine,
      overdue: found.numbers.counts.overdue,
    };
    const id = createHash('sha256').update(`${campaignId} ${kind} ${to} ${stage} ${days}`).digest('hex').slice(0, 32);
    const outcome = await sendMail(to, reviewMail(kind, facts, this.ctx.publicUrl), id);
    if (outcome.sent) return;
    this.ctx.log.warn({ tenantId, campaignId, message: outcome.message }, 'a mail about an access review was not accepted');
    const attempts = mail.attempts + 1;
    const wait = waitAfter(attempts, outcome);
    if (wait !== null) return this.#enqueue({ ...mail, attempts }, new Date(Date.now() + wait));
    const failed = {
      itemId: null,
      kind: 'REMINDED' as const,
      at: new Date(),
      actor: '',
      detail: { to, about: kind, days, stage, failed: outcome.message },
    };
    await this.ctx.db.tenant(tenantId, (tx) => appendLog(tx, tenantId, campaignId, [failed]));
  }
}

interface MailFacts {
  campaignId: string;
  name: string;
  /** Last day of the stage, UTC. */
  endsOn: string;
  /** Items that wait for the receiver. */
  open: number;
  overdue: number;
}

/** Returns the mail about a review. */
export function reviewMail(kind: ReviewMailKind, { campaignId, name, endsOn, open, overdue }: MailFacts, origin: string): Mail {
  const items = open === 1 ? '1 item waits' : `${open} items wait`;
  const [subject, text, link, label] =
    kind === 'OVERDUE'
      ? ([
          `Revoked access is still there: ${plain(name)}`,
          `${overdue === 1 ? '1 revocation' : `${overdue} revocations`} of the access review "${plain(name)}" should have been carried out by now, but the access is still there.`,
          `${origin}/reviews/${encodeURIComponent(campaignId)}?show=late`,
          'Show the overdue revocations',
        ] as const)
      : ([
          kind === 'START' ? `Access review: ${plain(name)}` : `Access review ends on ${endsOn}: ${plain(name)}`,
          `${items} for your decision in the access review "${plain(name)}". The last day is ${endsOn}.`,
          `${origin}/reviews/${encodeURIComponent(campaignId)}/mine`,
          'Open your items',
        ] as const);
  return {
    subject: `[CAM] ${subject}`,
    text: [text, '', link].join('\n'),
    html: page(`<p>${html(text)}</p><p><a href="${html(link)}" style="color:#0b57d0">${html(label)}</a></p>`),
  };
}
