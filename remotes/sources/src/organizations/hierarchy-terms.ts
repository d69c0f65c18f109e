import type { CloudType } from '@cam/contracts';

/** What a provider calls the parts of an organization, as labels and as they stand in a sentence. */
export interface HierarchyTerms {
  /** Of what lies between the organization and its accounts. */
  folder: string;
  folders: string;
  /** Of what one source holds. */
  account: string;
  accounts: string;
}

const AWS: HierarchyTerms = { folder: 'Organization Unit', folders: 'organization units', account: 'Account', accounts: 'accounts' };

const WORDS: Partial<Readonly<Record<CloudType, HierarchyTerms>>> = {
  AZURE: { folder: 'Management Group', folders: 'management groups', account: 'Subscription', accounts: 'subscriptions' },
  GCP: { folder: 'Folder', folders: 'folders', account: 'Project', accounts: 'projects' },
};

export function hierarchyTerms(cloud: CloudType): HierarchyTerms {
  return WORDS[cloud] ?? AWS;
}

/** `1 project`, `3 projects`. */
export function accountCountLabel(cloud: CloudType, count: number): string {
  const { account, accounts } = hierarchyTerms(cloud);
  return `${count.toLocaleString('en')} ${count === 1 ? account.toLowerCase() : accounts}`;
}
