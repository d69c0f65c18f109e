import { brokenPasswordRule, type PasswordRules } from './password-rules';

/** The owner of a password, whose names it must not contain. */
export interface PasswordOwner {
  email: string;
  /** First name, last name and other names of the owner. */
  names: readonly string[];
}

/** Letters that people replace by a digit or sign. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Shorter names occur in many words by chance, so they count only as a word of their own. */
const LONG_NAME = 4;

/** Longer passwords add nothing, and hashing them costs time. */
const MOST_CHARACTERS = 128;

/** The stored form of an empty name. */
const NONE = 'none';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first password that is checked, because it takes some megabytes of memory. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'] as string[]));
  return common;
}

/** Returns the first rule that a new password breaks; null if it breaks none. */
export async function brokenRuleOfNew(password: string, owner: PasswordOwner, rules: PasswordRules): Promise<string | null> {
  if (password.length > MOST_CHARACTERS) return `Password should be at most ${MOST_CHARACTERS} characters long`;
  return brokenPasswordRule(password, rules) ?? (await guessablePassword(password, owner));
}

/**
 * Returns why a password is easy to guess; null if it is not. It is common if the list contains it, or its letters without digits and signs around
 * them: every attack tries those too.
 */
export async function guessablePassword(password: string, { email, names }: PasswordOwner): Promise<string | null> {
  const lower = password.normalize('NFKC').toLowerCase();
  const words = [email.split('@')[0] ?? '', ...names].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  if ([email, ...words].some((word) => containsName(lower, word.trim().toLowerCase())))
    return 'Password should not contain your name or e-mail address';
  const list = await commonPasswords();
  if (coresOf(lower).some((core) => list.has(core))) return 'Password should not be a common password';
  return null;
}

function containsName(password: string, name: string): boolean {
  if (name.length < 3 || name === NONE) return false;
  if (name.length >= LONG_NAME) return password.includes(name);
  return password.split(/[^\p{L}]+/u).includes(name);
}

/** Returns the forms of a password that the list may contain. */
function coresOf(password: string): string[] {
  const readable = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
  const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const unsigned = password.replace(/[^\p{L}\p{N}]/gu, '');
  const forms = [password, unsigned, bare(password), readable(password), readable(bare(password)), bare(readable(password.replace(/[\W\d_]+$/, '')))];
  const once = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
  return [...forms, ...forms.map((form) => once(bare(form)))].filter((form) => form.length > 2);
}
