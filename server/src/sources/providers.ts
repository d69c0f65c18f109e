import { SOURCE_IDS, type CloudType } from '@cam/contracts/server';
import { AwsAccountBundle, type BundleReader, AzureBundleReader, EntraBundleReader, GcpBundleReader, OktaBundleReader } from '../graph';

/** How bundles of one cloud type are taken in. */
export interface Provider {
  /** What the id of an account, subscription, project or directory looks like, and what to say of one that does not. */
  accountId: { pattern: RegExp; rule: string };
  newReader: () => BundleReader;
}

/** The one place that knows which cloud types can be imported. */
export const PROVIDERS: Partial<Record<CloudType, Provider>> = {
  AWS: { accountId: SOURCE_IDS.AWS, newReader: () => new AwsAccountBundle() },
  AZURE: { accountId: SOURCE_IDS.AZURE, newReader: () => new AzureBundleReader() },
  GCP: { accountId: SOURCE_IDS.GCP, newReader: () => new GcpBundleReader() },
  IDP_AZURE_AD: { accountId: SOURCE_IDS.IDP_AZURE_AD, newReader: () => new EntraBundleReader() },
  IDP_OKTA: { accountId: SOURCE_IDS.IDP_OKTA, newReader: () => new OktaBundleReader() },
};
