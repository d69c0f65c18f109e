import type { AccountDraft } from './account-draft';
import type { AwsTag, Origin } from '../read/shapes';

/** The account that an ARN belongs to; null for what is AWS's own. */
export function accountOfArn(arn: string): string | null {
  const account = arn.split(':')[4] ?? '';
  return /^\d{12}$/.test(account) ? account : null;
}

/** A time as an attribute, ISO 8601 in UTC; nothing where it is missing or no time. */
export function isoDate(name: string, text: string | undefined): Record<string, string> {
  const time = Date.parse((text ?? '').replace(' ', 'T'));
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

/** Tags as attributes `tag.<key>`. */
export function tagsOf(tags: readonly AwsTag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).flatMap(({ Key: key, Value: value }) => (key ? [[`tag.${key}`, value ?? '']] : [])));
}

/** A dump may have entries of another account in it. They are kept, because the dump says so, and pointed out, because it is odd. */
export function warnOfOtherAccount(draft: AccountDraft, origin: Origin, what: string, account: string | null): void {
  if (account === draft.accountId) return;
  const message = `The ${what} is ${account === null ? 'of no account' : `of account ${account}`} by its ARN. It is shown with account ${draft.accountId}, whose dump this is.`;
  draft.warn(origin, '/Arn', message);
}
