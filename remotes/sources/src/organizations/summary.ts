import type { Organization, SourceMessage, SourceProgress } from '@cam/contracts';
import { isInProgress } from '../progress/run-progress';
import { accountCountLabel } from './hierarchy-terms';

/** Number of accounts in an organization by status, with their messages. */
export interface OrganizationSummary {
  accounts: number;
  active: number;
  warnings: number;
  errors: number;
  /** Errors and warnings of the last snapshots of its accounts. */
  messages: SourceMessage[];
}

/** Counts the accounts of an organization by status and collects their messages. */
export function summaryOf({ account_info: accounts }: Organization, progressOf: (uid: string) => SourceProgress | undefined): OrganizationSummary {
  const count = (status: string): number => accounts.filter((account) => account.status === status).length;
  return {
    accounts: accounts.length,
    active: count('ACCOUNT_STATUS_SUCCESS'),
    warnings: count('ACCOUNT_STATUS_WARNING'),
    errors: count('ACCOUNT_STATUS_ERROR'),
    messages: accounts.flatMap(({ uid }) => progressOf(uid)?.messages ?? []),
  };
}

/** Returns the summary as text: `3 accounts, 2 active, 1 warning`. */
export function summaryLabel(cloud: Organization['cloud_type'], { accounts, active, warnings, errors }: OrganizationSummary): string {
  const counted = (count: number, one: string, many = `${one}s`): string[] => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []);
  const counts = [...counted(active, 'active', 'active'), ...counted(warnings, 'warning'), ...counted(errors, 'error')];
  return [accountCountLabel(cloud, accounts), ...counts].join(', ');
}

/**
 * Returns the combined progress of several sources, 0 to 100. A source without progress counts as done.
 * @param progress one entry for each source
 * @returns null when no source is in progress
 */
export function combinedProgress(progress: readonly (SourceProgress | undefined)[]): number | null {
  if (!progress.some((one) => one && isInProgress(one))) return null;
  // Failed runs do not advance, so they are left out.
  const counted = progress.filter((one) => !one?.current_phase_enum.endsWith('_FAILED'));
  return counted.reduce((sum, one) => sum + (one?.progress ?? 100), 0) / counted.length;
}
