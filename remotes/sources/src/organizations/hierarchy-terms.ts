import type { CloudType } from '@cam/contracts';

/** A provider's terms for the parts of an organization. The singular is a label; the plural fits into a sentence. */
export interface HierarchyTerms {
  /** A level between the organization and its accounts. */
  folder: string;
  folders: string;
  /** The unit that one source covers. */
  account: string;
  accounts: string;
}

const AWS: HierarchyTerms = { folder: 'Organization Unit', folders: 'organization units', account: 'Account', accounts: 'accounts' };

const WORDS: Partial<Readonly<Record<CloudType, HierarchyTerms>>> = {
  AZURE: { folder: 'Management Group', folders: 'management groups', account: 'Subscription', accounts: 'subscriptions' },
  GCP: { folder: 'Folder', folders: 'folders', account: 'Project', accounts: 'projects' },
};

/** Returns the terms of a provider; AWS terms for any other type. */
export function hierarchyTerms(cloud: CloudType): HierarchyTerms {
  return WORDS[cloud] ?? AWS;
}

/** Returns the number of accounts in the provider's terms: `1 project`, `3 projects`. */
export function accountCountLabel(cloud: CloudType, count: number): string {
  const { account, accounts } = hierarchyTerms(cloud);
  return `${count.toLocaleString('en')} ${count === 1 ? account.toLowerCase() : accounts}`;
}
