import type { SourceCloud } from '@cam/contracts';

/** Sources come on two pages: what holds resources, and who signs people in. */
export interface SourceKind {
  title: string;
  text: string;
  /** Address of the page; each cloud has its tab below it. */
  path: string;
  clouds: readonly [SourceCloud, ...SourceCloud[]];
  empty: string;
}

export const CLOUD_SOURCES: SourceKind = {
  title: 'Cloud Sources',
  text: 'The accounts, subscriptions and projects that the access graph is built from.',
  path: '/sources/cloud',
  clouds: ['AWS', 'AZURE', 'GCP'],
  empty: 'Connect a cloud, or import the export of an account, to see who can reach what.',
};

export const IDP_SOURCES: SourceKind = {
  title: 'IDP Sources',
  text: 'The directories that say who people are, which groups they are in, and what they may sign in to.',
  path: '/sources/idp',
  clouds: ['IDP_AZURE_AD', 'IDP_OKTA'],
  empty: 'Connect a directory, or import its export, to see which people stand behind the access to your clouds.',
};

interface Export {
  /** What is imported, as the title of the dialog says it. */
  subject: string;
  /** Where the files come from. */
  instructions: string;
}

/** What each provider lets one export; docs/bundles.md lists every file that a bundle may hold. */
export const EXPORTS: Readonly<Record<SourceCloud, Export>> = {
  AWS: {
    subject: 'an AWS account',
    instructions: 'The output of: aws iam get-account-authorization-details, or a zip of it and the answers of other commands.',
  },
  AZURE: { subject: 'an Azure subscription', instructions: 'A zip of what az printed: role assignments, role definitions, resources and so on.' },
  GCP: { subject: 'a GCP project', instructions: 'A zip of what gcloud printed: asset search-all-iam-policies, search-all-resources and so on.' },
  IDP_AZURE_AD: { subject: 'an Entra ID directory', instructions: 'A zip of the answers of Microsoft Graph: users, groups, service principals and so on.' },
  IDP_OKTA: { subject: 'an Okta org', instructions: "A zip of the answers of Okta's API: users, groups, apps and so on." },
};
