import type { CloudType } from '@cam/contracts';

/** What a provider calls the parts of an organization, as labels and as they stand in a sentence. */
export interface HierarchyWords {
  /** Of what lies between the organization and its accounts. */
  folder: string;
  folders: string;
  /** Of what one source holds. */
  account: string;
  accounts: string;
}

const AWS: HierarchyWords = { folder: 'Organization Unit', folders: 'organization units', account: 'Account', accounts: 'accounts' };

const WORDS: Partial<Readonly<Record<CloudType, HierarchyWords>>> = {
  AZURE: { folder: 'Management Group', folders: 'management groups', account: 'Subscription', accounts: 'subscriptions' },
  GCP: { folder: 'Folder', folders: 'folders', account: 'Project', accounts: 'projects' },
};

export function hierarchyWords(cloud: CloudType): HierarchyWords {
  return WORDS[cloud] ?? AWS;
}

/** `1 project`, `3 projects`. */
export function accountsWords(cloud: CloudType, count: number): string {
  const { account, accounts } = hierarchyWords(cloud);
  return `${count.toLocaleString('en')} ${count === 1 ? account.toLowerCase() : accounts}`;
}
