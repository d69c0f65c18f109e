import { brokenRuleOfNew } from '../../platform/security/guessable-password';
import type { PasswordRules } from '../../platform/security/password-rules';
import type { SecretBox } from '../../platform/security/secret-box';
import type { PageWrite } from '../audit';
import { appPage, choosePage, choosePasswordPage, type FactorView, managePage, recoveryPage, verifyPage } from './factor-pages';
import { MOUNT_PATH } from './mount-path';
import type { SecurityEvent, SecurityMails } from './security-mails';
import { type Factor, newSecret, type SecondFactors, stepOfCode } from './second-factors';
import { waitMessage } from './sign-in-limiter';
import { sealStep, type SignInStep } from './sign-in-step';
import type { PoolUser, UserPool } from './user-pool';

/** The result of a step: a page, or a user who has shown everything that the sign-in needs. */
export type StepResult = { status: number; html: string; retryAfter?: number } | { userId: string; signedInAt: number };

/** Records a write on a page in the audit log. */
export type RecordPageWrite = (
  user: PoolUser,
  write: { call: PageWrite; address: string; before?: { name: string }; after?: { name: string } },
) => Promise<void>;

/** The fields of a submitted form. */
export type Fields = Readonly<Record<string, string | undefined>>;

const WRONG_CODE = 'This code is wrong or was used already. Enter the next one.';
const SAME_PASSWORD = 'Choose a password that your operator does not know.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or choose another way.';

/** The steps of a sign-in after the password, and the page that manages second factors. Its steps are the same, but it shows the list at the end. */
export class FactorSteps {
  constructor(
    private readonly pool: UserPool,
    private readonly factors: SecondFactors,
    private readonly secrets: SecretBox,
    private readonly mails: SecurityMails,
    private readonly passwordRules: PasswordRules,
    private readonly record: RecordPageWrite,
  ) {}

  /**
   * Continues after the password was checked.
   * @param uid the sign-in; null on the page that manages second factors
   * @param begunAt time before the password was checked, ms since 1970
   */
  afterPassword(user: PoolUser, uid: string | null, begunAt: number): Promise<StepResult> {
    const { userId, sessionsFrom: version } = user;
    const signedInAt = Math.max(Math.floor(begunAt / 1000), version + 1);
    return this.#next(user, { userId, version, uid, signedInAt, passed: 'password' });
  }

  /** Runs the action of a submitted form. Returns null if the step is no longer valid, because it expired or the password was changed. */
  async run(action: string, step: SignInStep, fields: Fields, address: string): Promise<StepResult | null> {
    const user = await this.pool.findById(step.userId);
    if (!user || user.sessionsFrom !== step.version) return null;
    if (action === 'code' || action === 'passkey') return this.#verify(action, user, step, fields, address);
    // Users with a second factor confirm it before they change anything.
    if (step.passed !== 'all' && (await this.factors.list(user.userId)).length > 0) return this.#next(user, step);
    if (user.hasFirstPassword) return action === 'choose-password' ? this.#choosePassword(user, step, fields, address) : this.#next(user, step);
    switch (action) {
      case 'new-app':
        return this.#showApp(user, { ...step, secret: newSecret() });
      case 'add-app':
        return this.#addApp(user, step, fields, address);
      case 'add-passkey':
        return this.#addPasskey(user, step, fields, address);
      case 'new-codes':
        await this.#changed(user, 'codes', { call: 'POST /identity/second-factor/new-codes', address });
        return this.#showCodes(step);
      case 'remove':
        return this.#remove(user, step, fields, address);
      default:
        return this.#next(user, step);
    }
  }

  async #verify(action: 'code' | 'passkey', user: PoolUser, step: SignInStep, fields: Fields, address: string): Promise<StepResult> {
    const admission = await this.pool.admitSecondFactor(user, address);
    if (admission.retryAfter !== null) {
      const page = await this.#verifyPage(user, step, waitMessage(admission.retryAfter));
      return { ...page, status: 429, retryAfter: admission.retryAfter };
    }
    const answer = { challenge: step.challenge ?? '', response: fields.response ?? '' };
    const outcome =
      action === 'code' ? await this.factors.acceptsCode(user.userId, fields.code ?? '') : await this.factors.acceptsPasskey(user.userId, answer);
    if (outcome === 'reused') await this.mails.tell(user, 'code-reused');
    if (outcome !== true) return { ...(await this.#verifyPage(user, step, action === 'code' ? WRONG_CODE : WRONG_PASSKEY)), status: 401 };
    await admission.succeeded();
    return this.#next(user, { ...step, passed: 'all' });
  }

  /** Returns what follows: the second factor, its set-up if the tenant requires one, the list of factors, or the end. */
  async #next(user: PoolUser, step: SignInStep, error: string | null = null): Promise<StepResult> {
    const factors = await this.factors.list(user.userId);
    if (factors.length > 0 && step.passed !== 'all') return this.#verifyPage(user, step, null);
    if (user.hasFirstPassword) return { status: 200, html: choosePasswordPage(this.#view(step), this.passwordRules) };
    const isRequired = await this.factors.isRequired(user.tenantId);
    if (step.uid !== null && (factors.length > 0 || !isRequired)) return { userId: user.userId, signedInAt: step.signedInAt };
    const { challenge, options } = await this.factors.passkeys.askForNew(user, await this.factors.credentialIds(user.userId));
    const view = { ...this.#view({ ...step, challenge }), error };
    if (step.uid !== null) return { status: error ? 400 : 200, html: choosePage(view, options) };
    const codesLeft = await this.factors.recoveryCodesLeft(user.userId);
    return { status: error ? 400 : 200, html: managePage(view, { factors, codesLeft, isRequired, options }) };
  }

  async #verifyPage(user: PoolUser, step: SignInStep, error: string | null): Promise<{ status: number; html: string }> {
    const hasApp = (await this.factors.list(user.userId)).some(({ kind }) => kind === 'totp');
    const known = await this.factors.credentialIds(user.userId);
    const asked = known.length > 0 ? await this.factors.passkeys.ask(known) : null;
    const view = this.#view({ ...step, ...(asked ? { challenge: asked.challenge } : {}) });
    return { status: 200, html: verifyPage({ ...view, error }, { options: asked?.options ?? null, hasApp }) };
  }

  /** Replaces a first password. The sign-in goes on, although the change ended everything that the first password had opened. */
  async #choosePassword(user: PoolUser, step: SignInStep, { password = '' }: Fields, address: string): Promise<StepResult | null> {
    const rule = await brokenRuleOfNew(password, { email: user.email, names: [user.firstName, user.lastName] }, this.passwordRules);
    const broken = rule ?? ((await this.pool.hasPassword(user, password)) ? SAME_PASSWORD : null);
    if (broken) return { status: 400, html: choosePasswordPage({ ...this.#view(step), error: broken }, this.passwordRules) };
    await this.pool.replaceFirstPassword(user, password);
    await this.record(user, { call: 'POST /identity/sign-in/choose-password', address });
    const after = await this.pool.findById(user.userId);
    if (!after) return null;
    const { sessionsFrom: version } = after;
    return this.#next(after, { ...step, version, signedInAt: Math.max(Math.floor(Date.now() / 1000), version + 1) });
  }

  #showApp(user: PoolUser, step: SignInStep, error: string | null = null): StepResult {
    const html = appPage({ ...this.#view(step), error }, { secret: step.secret ?? '', email: user.email });
    return { status: error ? 401 : 200, html };
  }

  async #addApp(user: PoolUser, { secret, ...step }: SignInStep, { code = '' }: Fields, address: string): Promise<StepResult> {
    if (secret === undefined) return this.#next(user, step);
    const period = stepOfCode(secret, code.replace(/\s/g, ''));
    if (period === null) return this.#showApp(user, { ...step, secret }, 'This code is wrong. Enter the one that the app shows now.');
    const write = { call: 'POST /identity/second-factor/add-app', address } as const;
    return this.#added(user, step, write, () => this.factors.addApp(user.userId, { secret, step: period }));
  }

  async #addPasskey(user: PoolUser, step: SignInStep, { response = '' }: Fields, address: string): Promise<StepResult> {
    const answer = { challenge: step.challenge ?? '', response };
    let added = false;
    const write = { call: 'POST /identity/second-factor/add-passkey', address } as const;
    const result = await this.#added(user, step, write, async () => void (added = await this.factors.addPasskey(user.userId, answer)));
    return added ? result : this.#next(user, step, WRONG_PASSKEY);
  }

  /** Adds a factor. The first one also gives recovery codes. */
  async #added(user: PoolUser, step: SignInStep, write: { call: PageWrite; address: string }, add: () => Promise<void>): Promise<StepResult> {
    const before = await this.factors.list(user.userId);
    await add();
    const after = await this.factors.list(user.userId);
    const added = after.find(({ factorId }) => !before.some((one) => one.factorId === factorId));
    if (added) await this.#changed(user, 'factor-added', { ...write, after: detailOf(added) });
    const passed: SignInStep = { ...step, passed: 'all' };
    return before.length === 0 && after.length > 0 ? this.#showCodes(passed) : this.#next(user, passed);
  }

  async #showCodes(step: SignInStep): Promise<StepResult> {
    return { status: 200, html: recoveryPage(this.#view(step), await this.factors.newRecoveryCodes(step.userId)) };
  }

  async #remove(user: PoolUser, step: SignInStep, { factor = '' }: Fields, address: string): Promise<StepResult> {
    const before = await this.factors.list(user.userId);
    if (before.length === 1 && (await this.factors.isRequired(user.tenantId)))
      return this.#next(user, step, 'Your administrator requires a second step.');
    await this.factors.remove(user.userId, factor);
    const removed = before.find(({ factorId }) => factorId === factor);
    if (removed) await this.#changed(user, 'factor-removed', { call: 'POST /identity/second-factor/remove', address, before: detailOf(removed) });
    return this.#next(user, { ...step, passed: 'all' });
  }

  /** Records a change of the second factors, and tells the user. */
  async #changed(user: PoolUser, event: SecurityEvent, write: Parameters<RecordPageWrite>[1]): Promise<void> {
    await this.record(user, write);
    await this.mails.tell(user, event);
  }

  #view(step: SignInStep): FactorView {
    const base = step.uid === null ? `${MOUNT_PATH}/second-factor` : `${MOUNT_PATH}/sign-in/${encodeURIComponent(step.uid)}`;
    return { base, step: sealStep(this.secrets, step) };
  }
}

/** Returns what the audit log shows of a factor. */
function detailOf({ kind, name, createdAt }: Factor): { kind: Factor['kind']; name: string; created_at: string } {
  return { kind, name, created_at: createdAt.toISOString() };
}
