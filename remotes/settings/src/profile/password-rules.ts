import type { Tenant } from '@cam/contracts';

const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

/** Hint above the password fields, as the specification words it. */
export const PASSWORD_HINT = 'Password must be at least 10 characters long. It should contain uppercase, lowercase and special characters.';

/** Returns the message of the first rule that a password breaks, in the order of the specification, or null. */
export function brokenPasswordRule(password: string): string | null {
  if (password.length < 10) return 'Password should be at least 10 characters long';
  if (!/\p{Ll}/u.test(password)) return 'Password should contain lowercase letters';
  if (!/\p{Lu}/u.test(password)) return 'Password should contain uppercase letters';
  if (password !== password.trim()) return 'Password should start and end from non-whitespace character';
  if (!PUNCTUATION.test(password)) return 'Password should contain a special character';
  return null;
}

/** Hint for installations that ask for length alone. */
export const LENGTH_HINT = 'Password must be at least 12 characters long. It may contain any characters.';

/** The rules for passwords of an installation. */
export type PasswordRules = Tenant['password_rules'];

/** Message of each password field; null without an error. */
export interface PasswordErrors {
  oldPassword: string | null;
  newPassword: string | null;
}

/** Checks both passwords by the same rules, or the new one by its length. Without a new password it checks nothing. */
export function passwordErrors(oldPassword: string, newPassword: string, rules?: PasswordRules): PasswordErrors {
  if (newPassword === '') return { oldPassword: null, newPassword: null };
  const missing = oldPassword === '' ? 'Old password should be filled in' : null;
  if (rules === 'length') {
    const isShort = [...newPassword.replace(/\s+/g, ' ')].length < 12;
    return { oldPassword: missing, newPassword: isShort ? 'Password should be at least 12 characters long' : null };
  }
  return { oldPassword: missing ?? brokenPasswordRule(oldPassword), newPassword: brokenPasswordRule(newPassword) };
}
