import type { AccountDraft } from './account-draft';
import type { AwsTag, Origin } from '../read/common-shapes';

/** Returns the account of an ARN; null for a resource of AWS itself. */
export function accountOfArn(arn: string): string | null {
  const account = arn.split(':')[4] ?? '';
  return /^\d{12}$/.test(account) ? account : null;
}

/** Returns a time attribute in ISO 8601 UTC; nothing where the time is missing or invalid. */
export function isoDate(name: string, text: string | undefined): Record<string, string> {
  const time = Date.parse((text ?? '').replace(' ', 'T'));
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

/** Returns tags as attributes `tag.<key>`. */
export function tagsOf(tags: readonly AwsTag[] | undefined): Record<string, string> {
  return Object.fromEntries((tags ?? []).flatMap(({ Key: key, Value: value }) => (key ? [[`tag.${key}`, value ?? '']] : [])));
}

/** Warns about an entry of another account. The entry is kept, because the dump contains it. */
export function warnOfOtherAccount(draft: AccountDraft, origin: Origin, what: string, account: string | null): void {
  if (account === draft.accountId) return;
  const message = `The ARN of ${what} names ${account === null ? 'no account' : `account ${account}`}. It appears in account ${draft.accountId}, which the dump belongs to.`;
  draft.warn(origin, '/Arn', message);
}
