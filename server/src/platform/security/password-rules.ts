const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/;

/** Returns the first rule that a password breaks, in the order of the interface; null if it breaks none. */
export function brokenPasswordRule(password: string): string | null {
  if (password.length < 10) return 'Password should be at least 10 characters long';
  if (!/\p{Ll}/u.test(password)) return 'Password should contain lowercase letters';
  if (!/\p{Lu}/u.test(password)) return 'Password should contain uppercase letters';
  if (password !== password.trim()) return 'Password should start and end from non-whitespace character';
  if (!PUNCTUATION.test(password)) return 'Password should contain a special character';
  return null;
}
