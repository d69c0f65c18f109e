const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

export const PASSWORD_HINT = 'Password must be at least 10 characters long. It should contain uppercase, lowercase and special characters.';

/** The first rule that a password breaks, in the order in which people are told, or null. */
export function brokenPasswordRule(password: string): string | null {
  if (password.length < 10) return 'Password should be at least 10 characters long';
  if (!/\p{Ll}/u.test(password)) return 'Password should contain lowercase letters';
  if (!/\p{Lu}/u.test(password)) return 'Password should contain uppercase letters';
  if (password !== password.trim()) return 'Password should start and end from non-whitespace character';
  if (!PUNCTUATION.test(password)) return 'Password should contain a special character';
  return null;
}

export interface PasswordErrors {
  oldPassword: string | null;
  newPassword: string | null;
}

/** Nothing is checked until a new password is entered; then the old one is needed, by the same rules. */
export function passwordErrors(oldPassword: string, newPassword: string): PasswordErrors {
  if (newPassword === '') return { oldPassword: null, newPassword: null };
  return {
    oldPassword: oldPassword === '' ? 'Old password should be filled in' : brokenPasswordRule(oldPassword),
    newPassword: brokenPasswordRule(newPassword),
  };
}
