const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

/**
 * The rules of an installation: `composed` demands 10 characters of several kinds, `length` 12 characters of any kind. The list of common passwords and
 * the user's names count for both.
 */
export const PASSWORD_RULES = ['composed', 'length'] as const;
export type PasswordRules = (typeof PASSWORD_RULES)[number];

/** Returns the first rule that a password breaks, in the order of the interface; null if it breaks none. */
export function brokenPasswordRule(password: string, rules: PasswordRules): string | null {
  if (rules === 'length') {
    const characters = [...password.replace(/\s+/g, ' ')].length;
    return characters < 12 ? 'Password should be at least 12 characters long' : null;
  }
  if (password.length < 10) return 'Password should be at least 10 characters long';
  if (!/\p{Ll}/u.test(password)) return 'Password should contain lowercase letters';
  if (!/\p{Lu}/u.test(password)) return 'Password should contain uppercase letters';
  if (password !== password.trim()) return 'Password should start and end from non-whitespace character';
  if (!PUNCTUATION.test(password)) return 'Password should contain a special character';
  return null;
}
