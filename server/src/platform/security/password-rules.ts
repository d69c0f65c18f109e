const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

/** The first rule that a password breaks, in the order in which people are told, or null. */
export function brokenPasswordRule(password: string): string | null {
  if (password.length < 10) return 'Password should be at least 10 characters long';
  if (!/\p{Ll}/u.test(password)) return 'Password should contain lowercase letters';
  if (!/\p{Lu}/u.test(password)) return 'Password should contain uppercase letters';
  if (password !== password.trim()) return 'Password should start and end from non-whitespace character';
  if (!PUNCTUATION.test(password)) return 'Password should contain a special character';
  return null;
}
