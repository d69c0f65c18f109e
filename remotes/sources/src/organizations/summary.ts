import type { Organization } from '@cam/contracts';

export interface OrganizationSummary {
  accounts: number;
  active: number;
  warnings: number;
  errors: number;
}

/** How the accounts of an organization are. */
export function summaryOf({ account_info: accounts }: Organization): OrganizationSummary {
  const count = (status: string): number => accounts.filter((account) => account.status === status).length;
  return {
    accounts: accounts.length,
    active: count('ACCOUNT_STATUS_SUCCESS'),
    warnings: count('ACCOUNT_STATUS_WARNING'),
    errors: count('ACCOUNT_STATUS_ERROR'),
  };
}

/** As a sentence has it: `3 accounts, 2 active, 1 warning`. */
export function summaryWords({ accounts, active, warnings, errors }: OrganizationSummary): string {
  const counted = (count: number, one: string, many = `${one}s`): string[] => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []);
  const said = [...counted(active, 'active', 'active'), ...counted(warnings, 'warning'), ...counted(errors, 'error')];
  return [`${accounts} ${accounts === 1 ? 'account' : 'accounts'}`, ...said].join(', ');
}
