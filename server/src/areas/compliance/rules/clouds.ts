import type { Framework } from './controls';

export type Cloud = 'AWS' | 'AZURE' | 'GCP';

/** The clouds with their display names and ids. */
export const CLOUDS: readonly { cloud: Cloud; id: string; name: string; cis: Framework }[] = [
  { cloud: 'AWS', id: 'aws', name: 'AWS', cis: 'CIS_AWS' },
  { cloud: 'AZURE', id: 'azure', name: 'Azure', cis: 'CIS_AZURE' },
  { cloud: 'GCP', id: 'gcp', name: 'Google Cloud', cis: 'CIS_GCP' },
];

/**
 * The entity that stands for a cloud account as a whole; its administrator controls everything. In Azure and Google Cloud these are scopes:
 * subscriptions, projects, and the levels above and below them.
 */
export const WHOLE: Readonly<Record<Cloud, { type: string; words: string }>> = {
  AWS: { type: 'account_data', words: 'an account' },
  AZURE: { type: 'scope', words: 'a management group, subscription or resource group' },
  GCP: { type: 'scope', words: 'an organization, folder or project' },
};
