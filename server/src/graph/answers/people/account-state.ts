import type { PersonRow } from '@cam/contracts/server';
import type { UserAccount } from '../../engine/link-people';

/** States of an account with which nobody can sign in, as Okta, Entra ID, Google Workspace and IAM Identity Center name them. */
const UNUSABLE: ReadonlySet<string> = new Set(['deprovisioned', 'suspended', 'disabled', 'archived', 'deleted', 'inactive']);

type WithState = Pick<UserAccount, 'attributes'>;

/** Returns the state of an account, as its source says; empty: unknown. */
export function stateOf({ attributes }: WithState): string {
  return typeof attributes.status === 'string' ? attributes.status : '';
}

/** Returns whether somebody can sign in with an account. An account without a state can be used. */
export function isUsable(account: WithState): boolean {
  return !UNUSABLE.has(stateOf(account).toLowerCase());
}

/** Returns the status of a person from the directories among the accounts. Accounts of clouds do not say whether somebody still works there. */
export function personStatus(accounts: readonly WithState[]): PersonRow['status'] {
  const listed = accounts.filter((account) => typeof account.attributes.usersource === 'string' && stateOf(account) !== '');
  if (listed.length === 0) return 'UNKNOWN';
  const usable = listed.filter(isUsable).length;
  if (usable === listed.length) return 'ACTIVE';
  return usable === 0 ? 'DEPROVISIONED' : 'PARTLY';
}
