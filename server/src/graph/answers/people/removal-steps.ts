import type { UserAccount } from '../../engine/link-people';
import { isUsable } from './account-state';

/** How to remove the access of one kind of account. */
interface Removal {
  isOf: (account: UserAccount) => boolean;
  step: (account: UserAccount) => string;
}

/**
 * The kinds of accounts in the order of removal: a directory first, because it ends sign-ins to everything that trusts it. Accounts with
 * credentials of their own keep working without the directory.
 */
const REMOVALS: readonly Removal[] = [
  { isOf: ({ cloudType }) => cloudType === 'IDP_OKTA', step: () => 'Deactivate the user in Okta, which ends sessions and sign-ins to applications' },
  { isOf: ({ cloudType }) => cloudType === 'IDP_AZURE_AD', step: () => 'Block sign-in of the user in Entra ID, and revoke the sessions' },
  {
    isOf: ({ cloudType, attributes }) => cloudType === 'GCP' && attributes.usersource === 'GCP',
    step: () => 'Suspend the user in Google Workspace or Cloud Identity, which revokes tokens',
  },
  {
    isOf: ({ cloudType, type }) => cloudType === 'AWS' && type === 'FEDERATED_USER',
    step: () => 'Disable the user in IAM Identity Center, and end its active sessions',
  },
  {
    isOf: ({ cloudType }) => cloudType === 'AWS',
    step: ({ attributes }) =>
      `Delete the ${typeof attributes.keyage === 'number' ? 'access keys and the ' : ''}password of the IAM user, then the user`,
  },
  { isOf: ({ cloudType }) => cloudType === 'GCP', step: () => 'Remove the user from the role bindings that name the address' },
  { isOf: () => true, step: () => 'Remove the role assignments of the user' },
];

/** Returns the accounts in the order in which to remove their access, each with its step. */
export function removalSteps<Account extends UserAccount>(accounts: readonly Account[]): { account: Account; step: string; done: boolean }[] {
  const ranked = accounts.map((account) => ({ account, rank: REMOVALS.findIndex(({ isOf }) => isOf(account)) }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .map(({ account, rank }) => ({ account, step: REMOVALS[rank]?.step(account) ?? '', done: !isUsable(account) }));
}
