import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context';
import { defineTenantJob } from '../../platform/jobs/tenant-job';
import { html, page, plain, type Mail, type Outcome } from '../notifications';
import type { UserPool } from '../identity-platform';
import { endingAt, type StoredCertificate } from './certificates';
import { findConnection } from './connection-store';

export interface CertificateWatchDependencies {
  pool: Pick<UserPool, 'membersOf'>;
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
  /** Called after a change that wrote events. */
  woken: (tenantId: string) => Promise<void>;
}

type CertificateMail = { tenantId: string; to: string; provider: string; fingerprint: string; endsOn: string };

const WATCH = 'single-sign-on.certificates';
const MAIL = 'single-sign-on.certificate-mail';

/** Tells the administrators of a tenant, once for each certificate, that nobody can sign in with the provider soon: by mail, and by an event. */
export class CertificateWatch {
  /** Queues a look at the certificates of a tenant. */
  readonly queue: (tenantId: string) => Promise<void>;

  constructor(
    private readonly ctx: Context,
    private readonly deps: CertificateWatchDependencies,
  ) {
    this.queue = defineTenantJob(ctx.jobs, WATCH, (tenantId) => this.watch(tenantId));
    ctx.jobs.define(MAIL, (mail: CertificateMail) => this.#send(mail));
  }

  /** Looks at the certificates of a tenant. @param now ms since 1970 */
  async watch(tenantId: string, now = Date.now()): Promise<void> {
    const row = await this.ctx.db.tenant(tenantId, (tx) => findConnection(tx, tenantId));
    const ending = row?.is_enabled ? endingAt(row.certificates, now) : null;
    if (!row || !ending || row.warned_certificate === ending.fingerprint) return;
    // Mails before the mark: a crash in between repeats a mail, and loses none.
    await this.#tell(tenantId, row.name, ending);
    await this.ctx.db.tenant(tenantId, (tx) =>
      tx.updateTable('saml_connection').set({ warned_certificate: ending.fingerprint }).where('tenant_id', '=', tenantId).execute(),
    );
    await this.deps.woken(tenantId);
  }

  async #tell(tenantId: string, provider: string, { fingerprint, validUntil }: StoredCertificate): Promise<void> {
    if (!this.deps.sendMail) return;
    const members = await this.deps.pool.membersOf(tenantId);
    for (const { email, rights } of members) {
      if (!rights.includes('CAM_GENERAL_WRITE')) continue;
      const mail: CertificateMail = { tenantId, to: email, provider, fingerprint, endsOn: validUntil.slice(0, 10) };
      await this.ctx.jobs.enqueue(MAIL, mail, { singletonKey: `${fingerprint} ${email}` });
    }
  }

  async #send({ tenantId, to, provider, fingerprint, endsOn }: CertificateMail): Promise<void> {
    const id = createHash('sha256').update(`${tenantId} ${fingerprint} ${to}`).digest('hex').slice(0, 32);
    const outcome = await this.deps.sendMail?.(to, certificateMail(provider, endsOn, this.ctx.publicUrl), id);
    if (!outcome || outcome.sent) return;
    if (outcome.later) throw new Error(outcome.message);
    this.ctx.log.warn({ tenantId, message: outcome.message }, 'a mail about a certificate was not accepted');
  }
}

/** Returns the mail about the end of a certificate. @param endsOn YYYY-MM-DD, UTC */
function certificateMail(provider: string, endsOn: string, origin: string): Mail {
  const text = `The last certificate of ${plain(provider)} ends on ${endsOn}. After that, nobody of your tenant can sign in with it. Add its next certificate in Settings, Single sign-on.`;
  const link = `${origin}/settings/single-sign-on`;
  return {
    subject: `[CAM] Single sign-on ends on ${endsOn}`,
    text: [text, '', link].join('\n'),
    html: page(`<p>${html(text)}</p><p><a href="${html(link)}" style="color:#0b57d0">Open single sign-on</a></p>`),
  };
}
