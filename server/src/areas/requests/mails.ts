import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context';
import { html, page, plain, waitAfter, type Mail, type Outcome } from '../notifications';
import { factsOf } from './rows';
import { isOwn } from './request-state';
import { findRequest, type StoredRequest } from './store';
import { accessWords, LONGEST_REASON, minute } from './words';

export interface RequestMailsDependencies {
  /** Returns the users who may read requests; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string }[] | null>;
  /** Returns the users who may approve requests; null if CAM does not manage the users. */
  approvers: (tenantId: string) => Promise<{ email: string }[] | null>;
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
}

/** ASKED goes to approvers, OVERDUE also to those who approved, and the others to who asked and who gets the access. */
export const REQUEST_MAILS = ['ASKED', 'APPROVED', 'REFUSED', 'LAPSED', 'SEEN', 'OVERDUE'] as const;
export type RequestMailKind = (typeof REQUEST_MAILS)[number];

type QueuedMail = {
  tenantId: string;
  requestId: string;
  kind: RequestMailKind;
  to: string;
  /** Attempts so far. */
  attempts: number;
};

const JOB = 'requests.mail';

/** Tells approvers of requests, and those concerned of what becomes of them. Only users of the tenant get a mail. */
export class RequestMails {
  constructor(
    private readonly ctx: Context,
    private readonly deps: RequestMailsDependencies,
  ) {
    ctx.jobs.define(JOB, (mail: QueuedMail) => this.#send(mail));
  }

  /** Queues the mails about an entry of the log of a request, if anybody is told of it. */
  async queue(tenantId: string, requestId: string, kind: string): Promise<void> {
    const mail = REQUEST_MAILS.find((one) => one === kind);
    if (!mail || !this.deps.sendMail) return;
    const row = await this.ctx.db.tenant(tenantId, (tx) => findRequest(tx, tenantId, requestId));
    if (!row) return;
    for (const to of await this.#receivers(tenantId, row, mail)) await this.#enqueue({ tenantId, requestId, kind: mail, to, attempts: 0 }, null);
  }

  async #receivers(tenantId: string, row: StoredRequest, kind: RequestMailKind): Promise<string[]> {
    if (kind === 'ASKED') {
      const approvers = (await this.deps.approvers(tenantId)) ?? [];
      return approvers.map(({ email }) => email.toLowerCase()).filter((email) => !isOwn(factsOf(row), email));
    }
    const users = new Set(((await this.deps.people(tenantId)) ?? []).map(({ email }) => email.toLowerCase()));
    const concerned = [row.asked_by.toLowerCase(), ...row.addresses, ...(kind === 'OVERDUE' ? row.approvals.map(({ by }) => by.toLowerCase()) : [])];
    return [...new Set(concerned)].filter((email) => users.has(email));
  }

  async #enqueue(mail: QueuedMail, startAfter: Date | null): Promise<void> {
    const singletonKey = `${mail.requestId} ${mail.kind} ${mail.to} ${mail.attempts}`;
    await this.ctx.jobs.enqueue(JOB, mail, { singletonKey, ...(startAfter ? { startAfter } : {}) });
  }

  async #send(mail: QueuedMail): Promise<void> {
    const { tenantId, requestId, kind, to } = mail;
    const { sendMail } = this.deps;
    const row = await this.ctx.db.tenant(tenantId, (tx) => findRequest(tx, tenantId, requestId));
    // A request may be decided before the mail is sent, and a receiver may have left the tenant.
    if (!sendMail || !row || (kind === 'ASKED' && row.state !== 'ASKED') || !(await this.#receivers(tenantId, row, kind)).includes(to)) return;
    const id = createHash('sha256').update(`${requestId} ${kind} ${to}`).digest('hex').slice(0, 32);
    const outcome = await sendMail(to, requestMail(kind, row, this.ctx.publicUrl), id);
    if (outcome.sent) return;
    this.ctx.log.warn({ tenantId, requestId, message: outcome.message }, 'a mail about an access request was not accepted');
    const attempts = mail.attempts + 1;
    const wait = waitAfter(attempts, outcome);
    if (wait !== null) await this.#enqueue({ ...mail, attempts }, new Date(Date.now() + wait));
  }
}

/** Returns the mail about a request. */
export function requestMail(kind: RequestMailKind, row: StoredRequest, origin: string): Mail {
  const what = plain(accessWords(row), LONGEST_REASON);
  const until = row.until === null ? `for ${row.hours} ${row.hours === 1 ? 'hour' : 'hours'} from the approval on` : `until ${minute(row.until)}`;
  const because = row.decision_reason === '' ? '' : ` Reason: ${plain(row.decision_reason, LONGEST_REASON)}`;
  const [subject, text] = {
    ASKED: ['Access request', `${plain(row.asked_by)} asks for ${what}, ${until}. Reason: ${plain(row.reason, LONGEST_REASON)}`],
    APPROVED: ['Access request approved', `${plain(row.decided_by)} approved ${what}, ${until}.${because}`],
    REFUSED: ['Access request refused', `${plain(row.decided_by)} refused ${what}.${because}`],
    LAPSED: ['Access request lapsed', `Nobody decided about ${what} in time. Ask again if it is still needed.`],
    SEEN: ['Requested access is there', `A snapshot shows ${what}, ${until}.`],
    OVERDUE: [
      'Access is still there after its end',
      `A snapshot still shows ${what}, which should have ended at ${minute(row.until)}. Take it away.`,
    ],
  }[kind] as [string, string];
  const link = `${origin}/requests/${encodeURIComponent(row.request_id)}`;
  return {
    subject: `[CAM] ${subject}: ${plain(row.identity_name)}, ${plain(row.resource_name)}`,
    text: [text, '', link].join('\n'),
    html: page(`<p>${html(text)}</p><p><a href="${html(link)}" style="color:#0b57d0">Open the request</a></p>`),
  };
}
