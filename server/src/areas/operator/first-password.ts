import { unprocessable } from '../../platform/http/errors';
import { brokenRuleOfNew, type PasswordOwner } from '../../platform/security/guessable-password';
import type { PasswordRules } from '../../platform/security/password-rules';
import { randomPassword } from '../../platform/security/random-password';

/** Time to replace a first password, ms. */
const LIFE = 72 * 3600_000;

/** A password as the pool stores it, and as the answer shows it. */
interface FirstPassword {
  stored: { password: string; firstPasswordUntil?: Date };
  shown: { first_password: string | null; first_password_until: string | null };
}

export const NO_PASSWORD: FirstPassword = { stored: { password: '' }, shown: { first_password: null, first_password_until: null } };

/**
 * Returns the password that the operator named, or a random one.
 * @param isFirst the user must replace the named password as well
 * @throws ApiError 422 if a named one breaks a rule
 */
export async function firstPasswordOf(
  { named, isFirst }: { named: string | undefined; isFirst: boolean },
  owner: PasswordOwner,
  rules: PasswordRules,
): Promise<FirstPassword> {
  if (named === undefined) return newFirstPassword();
  const broken = await brokenRuleOfNew(named, owner, rules);
  if (broken) throw unprocessable('PASSWORD', broken);
  if (!isFirst) return { ...NO_PASSWORD, stored: { password: named } };
  const { stored, shown } = newFirstPassword();
  return { stored: { ...stored, password: named }, shown: { ...shown, first_password: null } };
}

/** Returns a random password that counts for a limited time. */
export function newFirstPassword() {
  const [password, firstPasswordUntil] = [randomPassword(), new Date(Date.now() + LIFE)];
  return { stored: { password, firstPasswordUntil }, shown: { first_password: password, first_password_until: firstPasswordUntil.toISOString() } };
}
