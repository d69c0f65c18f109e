import { SOURCE_IDS, type CloudType } from '@cam/contracts/server';
import { AwsAccountBundle, type BundleReader, AzureBundleReader, EntraBundleReader, GcpBundleReader, OktaBundleReader } from '../graph';

/** The import of one cloud type's bundles. */
export interface Provider {
  /** Format of the id of an account, subscription, project or directory, and the message for an invalid id. */
  accountId: { pattern: RegExp; rule: string };
  newReader: () => BundleReader;
}

/** The cloud types that can be imported. No other file lists them. */
export const PROVIDERS: Partial<Record<CloudType, Provider>> = {
  AWS: { accountId: SOURCE_IDS.AWS, newReader: () => new AwsAccountBundle() },
  AZURE: { accountId: SOURCE_IDS.AZURE, newReader: () => new AzureBundleReader() },
  GCP: { accountId: SOURCE_IDS.GCP, newReader: () => new GcpBundleReader() },
  IDP_AZURE_AD: { accountId: SOURCE_IDS.IDP_AZURE_AD, newReader: () => new EntraBundleReader() },
  IDP_OKTA: { accountId: SOURCE_IDS.IDP_OKTA, newReader: () => new OktaBundleReader() },
};
