import type { Framework } from './controls';

export type Cloud = 'AWS' | 'AZURE' | 'GCP';

/** How people call a cloud, and how ids and suites do. */
export const CLOUDS: readonly { cloud: Cloud; id: string; name: string; cis: Framework }[] = [
  { cloud: 'AWS', id: 'aws', name: 'AWS', cis: 'CIS_AWS' },
  { cloud: 'AZURE', id: 'azure', name: 'Azure', cis: 'CIS_AZURE' },
  { cloud: 'GCP', id: 'gcp', name: 'Google Cloud', cis: 'CIS_GCP' },
];

/**
 * What stands for a cloud's account as a whole: whoever administers it has everything. Azure and Google Cloud have it as scopes, which are
 * subscriptions, projects and whatever lies around or in them.
 */
export const WHOLE: Readonly<Record<Cloud, { type: string; words: string }>> = {
  AWS: { type: 'account_data', words: 'an account' },
  AZURE: { type: 'scope', words: 'a management group, subscription or resource group' },
  GCP: { type: 'scope', words: 'an organization, folder or project' },
};
