import { createHash } from 'node:crypto';
import type { Context } from '../../platform/context';
import { html, page, plain, waitAfter, type Mail, type Outcome } from '../notifications';
import { dueWarning } from './scope';
import { listExclusions } from './store';

export interface ExclusionWarningsDependencies {
  /** Returns the users who may read alerts; null if CAM does not manage the users. */
  people: (tenantId: string) => Promise<{ email: string }[] | null>;
  /** Null: there is no mail server. All attempts of one mail have the same `id`. */
  sendMail: ((to: string, mail: Mail, id: string) => Promise<Outcome>) | null;
}

type Warning = {
  tenantId: string;
  exclusionId: string;
  owner: string;
  name: string;
  endsOn: string;
  /** Days before the end for which the warning is due. */
  days: number;
  /** Attempts so far. */
  attempts: number;
};

const JOB = 'exclusions.warning';

/** Tells owners by mail that their exclusion ends soon: 14 and 3 days before. Only users of the tenant get a mail. */
export class ExclusionWarnings {
  constructor(
    private readonly ctx: Context,
    private readonly deps: ExclusionWarningsDependencies,
  ) {
    ctx.jobs.define(JOB, (warning: Warning) => this.#send(warning));
  }

  /** Queues the warnings that are due, each once. */
  async warn(tenantId: string, day = new Date().toISOString().slice(0, 10)): Promise<void> {
    if (!this.deps.sendMail) return;
    const due = await this.ctx.db.tenant(tenantId, async (tx) => {
      const warnings: Warning[] = [];
      for (const one of await listExclusions(tx, tenantId, {}, true)) {
        const days = one.state === 'ACTIVE' ? dueWarning(one.ends_on, day, one.warned_days) : null;
        if (days === null || one.ends_on === null) continue;
        await tx
          .updateTable('exclusion')
          .set({ warned_days: days })
          .where('tenant_id', '=', tenantId)
          .where('exclusion_id', '=', one.exclusion_id)
          .execute();
        const name = one.reference_name === '' ? one.reason : one.reference_name;
        warnings.push({ tenantId, exclusionId: one.exclusion_id, owner: one.owner, name, endsOn: one.ends_on, days, attempts: 0 });
      }
      return warnings;
    });
    for (const warning of due) await this.#enqueue(warning, null);
  }

  async #enqueue(warning: Warning, startAfter: Date | null): Promise<void> {
    const singletonKey = `${warning.exclusionId} ${warning.endsOn} ${warning.days} ${warning.attempts}`;
    await this.ctx.jobs.enqueue(JOB, warning, { singletonKey, ...(startAfter ? { startAfter } : {}) });
  }

  async #send(warning: Warning): Promise<void> {
    const { tenantId, owner, exclusionId, endsOn, days } = warning;
    const people = await this.deps.people(tenantId);
    // The owner may have left the tenant, and never gets mail without being its user.
    if (!this.deps.sendMail || !people?.some(({ email }) => email.toLowerCase() === owner)) return;
    const id = createHash('sha256').update(`${exclusionId} ${endsOn} ${days}`).digest('hex').slice(0, 32);
    const outcome = await this.deps.sendMail(owner, warningMail(warning, this.ctx.publicUrl), id);
    if (outcome.sent) return;
    this.ctx.log.warn({ tenantId, exclusionId, message: outcome.message }, 'the warning about an exclusion was not accepted');
    const attempts = warning.attempts + 1;
    const wait = waitAfter(attempts, outcome);
    if (wait !== null) await this.#enqueue({ ...warning, attempts }, new Date(Date.now() + wait));
  }
}

/** Returns the mail that warns of the end of an exclusion. */
export function warningMail({ exclusionId, name, endsOn }: Pick<Warning, 'exclusionId' | 'name' | 'endsOn'>, origin: string): Mail {
  const text = `Your exclusion "${plain(name)}" ends on ${endsOn}. Then its findings are shown again. Extend it if its reason still holds.`;
  const link = `${origin}/exclusions?exclusion=${encodeURIComponent(exclusionId)}`;
  return {
    subject: `[CAM] Exclusion ends on ${endsOn}: ${plain(name)}`,
    text: [text, '', link].join('\n'),
    html: page(`<p>${html(text)}</p><p><a href="${html(link)}" style="color:#0b57d0">Open the exclusion</a></p>`),
  };
}
