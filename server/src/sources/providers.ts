import type { CloudType } from '@cam/contracts/server';
import { AwsAccountBundle } from './bundles/aws-account-bundle';
import type { BundleReader } from './bundles/bundle-reader';
import { AzureBundleReader } from './bundles/read-azure-bundle';
import { EntraBundleReader } from './bundles/read-entra-bundle';
import { GcpBundleReader } from './bundles/read-gcp-bundle';
import { OktaBundleReader } from './bundles/read-okta-bundle';

/** How bundles of one cloud type are taken in. */
export interface Provider {
  /** What the id of an account, subscription, project or directory looks like, and what to say of one that does not. */
  accountId: { pattern: RegExp; rule: string };
  newReader: () => BundleReader;
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The one place that knows which cloud types can be imported. */
export const PROVIDERS: Partial<Record<CloudType, Provider>> = {
  AWS: { accountId: { pattern: /^\d{12}$/, rule: 'An AWS account id has 12 digits' }, newReader: () => new AwsAccountBundle() },
  AZURE: {
    accountId: {
      pattern: GUID,
      rule: 'An Azure subscription id has 32 hexadecimal digits in five groups',
    },
    newReader: () => new AzureBundleReader(),
  },
  GCP: {
    accountId: {
      pattern: /^(?:[a-z0-9][a-z0-9.-]*:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$|^\d{6,20}$/,
      rule: 'A GCP project id has 6 to 30 lower-case letters, digits and hyphens',
    },
    newReader: () => new GcpBundleReader(),
  },
  IDP_AZURE_AD: {
    accountId: { pattern: GUID, rule: 'The id of a directory of Entra ID has 32 hexadecimal digits in five groups' },
    newReader: () => new EntraBundleReader(),
  },
  IDP_OKTA: {
    accountId: {
      pattern: /^[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]+)*$/i,
      rule: 'An Okta org is named by its domain, as in example.okta.com, or by its id',
    },
    newReader: () => new OktaBundleReader(),
  },
};
