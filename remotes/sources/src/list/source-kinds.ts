import type { SourceCloud } from '@cam/contracts';

/** The two pages of sources: clouds with resources, and directories with users. */
export interface SourceKind {
  title: string;
  text: string;
  /** Path of the page. Each cloud has a tab below it. */
  path: string;
  clouds: readonly [SourceCloud, ...SourceCloud[]];
  empty: string;
}

export const CLOUD_SOURCES: SourceKind = {
  title: 'Cloud Sources',
  text: 'Accounts, subscriptions and projects that feed the access graph',
  path: '/sources/cloud',
  clouds: ['AWS', 'AZURE', 'GCP'],
  empty: 'Connect a cloud or import an account export to see who has access to which resources.',
};

export const IDP_SOURCES: SourceKind = {
  title: 'IDP Sources',
  text: 'Directories that provide users, groups and application assignments',
  path: '/sources/idp',
  clouds: ['IDP_AZURE_AD', 'IDP_OKTA'],
  empty: 'Connect a directory or import its export to see which users have access to your clouds.',
};

interface Export {
  /** Object of the dialog title "Import ...". */
  subject: string;
  /** Says how to create the file. */
  instructions: string;
}

/** Export instructions by provider. docs/bundles.md lists every file that a bundle may contain. */
export const EXPORTS: Readonly<Record<SourceCloud, Export>> = {
  AWS: {
    subject: 'an AWS account',
    instructions: 'The output of aws iam get-account-authorization-details, or a zip with the output of further commands.',
  },
  AZURE: { subject: 'an Azure subscription', instructions: 'A zip of az output: role assignments, role definitions, resources and so on.' },
  GCP: { subject: 'a GCP project', instructions: 'A zip of gcloud output: asset search-all-iam-policies, search-all-resources and so on.' },
  IDP_AZURE_AD: {
    subject: 'an Entra ID directory',
    instructions: 'A zip of Microsoft Graph responses: users, groups, service principals and so on.',
  },
  IDP_OKTA: { subject: 'an Okta org', instructions: 'A zip of Okta API responses: users, groups, apps and so on.' },
};
