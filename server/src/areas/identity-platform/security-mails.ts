import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context';
import { html, page, waitAfter, type Mail, type Outcome } from '../notifications';

const JOB = 'identity.security-mail';

/** The subject and the sentence of each event that a user is told about. */
const EVENTS = {
  'new-device': ['Sign-in from a new device or place', 'Your account was used from a device or network for the first time.'],
  'first-password': ['Your password was reset', 'Your operator set a first password for your account. All sessions have ended.'],
  password: ['Your password was changed', 'The password of your account was changed. All other sessions have ended.'],
  'factor-added': ['A second step was added', 'An authenticator app or a passkey was added to your account.'],
  'factor-removed': ['A second step was removed', 'An authenticator app or a passkey was removed from your account.'],
  'factors-reset': ['Your second step was reset', 'Your operator removed all second steps from your account. All sessions have ended.'],
  codes: ['New recovery codes were created', 'New recovery codes were created for your account. The former ones no longer work.'],
  'code-reused': [
    'A used code was entered',
    'Somebody entered your password and a code of your authenticator app that had been used already. The sign-in was refused.',
  ],
} as const;

export type SecurityEvent = keyof typeof EVENTS;

/** A mail that waits for its next attempt. */
type MailJob = {
  tenantId: string;
  email: string;
  event: SecurityEvent;
  /** The device and address of the event; empty for other events. */
  from?: string;
  /** Time of the event, ISO 8601. */
  at: string;
  mailId: string;
  /** Attempts so far. */
  attempts: number;
};

/** Tells users by mail about changes of their password and second factors, so that they notice those that somebody else made. */
export class SecurityMails {
  /** @param send null if no mail server is configured: then nobody is told */
  constructor(
    private readonly ctx: Pick<Context, 'jobs' | 'log' | 'publicUrl'>,
    private readonly send: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null,
  ) {
    ctx.jobs.define(JOB, (job: MailJob) => this.#deliver(job));
  }

  /** Queues a mail. The change has happened already, so a failure is only logged. @param from the device and address, if the event has one */
  async tell({ tenantId, email }: { tenantId: string; email: string }, event: SecurityEvent, from = ''): Promise<void> {
    if (!this.send) return;
    const mailId = randomUUID();
    const job: MailJob = { tenantId, email, event, from, at: new Date().toISOString(), mailId, attempts: 0 };
    await this.ctx.jobs
      .enqueue(JOB, job, { singletonKey: mailId })
      .catch((err: unknown) => this.ctx.log.error({ err, event }, 'security mail not queued'));
  }

  async #deliver(job: MailJob): Promise<void> {
    const outcome = await this.send?.(job.email, securityMail(job, this.ctx.publicUrl), job.mailId);
    if (!outcome || outcome.sent) return;
    const attempts = job.attempts + 1;
    const wait = waitAfter(attempts, outcome);
    this.ctx.log.warn({ event: job.event, attempts, message: outcome.message, isGivenUp: wait === null }, 'security mail not accepted');
    if (wait === null) return;
    await this.ctx.jobs.enqueue(JOB, { ...job, attempts }, { singletonKey: job.mailId, startAfter: new Date(Date.now() + wait) });
  }
}

export function securityMail({ event, at, from }: Pick<MailJob, 'event' | 'at' | 'from'>, publicUrl: string): Mail {
  const [subject, sentence] = EVENTS[event];
  const time = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const advice = 'If this was not you, change your password at once, end your other sessions in the profile, and tell your administrator.';
  const place = from ? `From: ${from}\n` : '';
  const text = `${sentence}\n\nTime: ${time}\n${place}Console: ${publicUrl}\n\n${advice}\n`;
  return { subject: `[CAM] ${subject}`, text, html: page(`<p>${html(text.trim()).replace(/\n+/g, '</p><p>')}</p>`) };
}
