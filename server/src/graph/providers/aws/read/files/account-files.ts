import type { AwsCall } from '../inventory';
import { COMPUTE_FILES } from './compute-files';
import type { AwsFileKind } from './file-kind';
import { IDENTITY_CENTER_FILES } from './identity-center-files';
import { NETWORK_FILES } from './network-files';
import { ORGANIZATION_FILES } from './organization-files';
import { SERVICE_FILES } from './service-files';
import { STORE_FILES } from './store-files';

/** All supported responses except IAM's, by service and call. */
export const AWS_FILES: Readonly<Record<AwsCall, AwsFileKind>> = {
  ...ORGANIZATION_FILES,
  ...IDENTITY_CENTER_FILES,
  ...COMPUTE_FILES,
  ...NETWORK_FILES,
  ...STORE_FILES,
  ...SERVICE_FILES,
};

export const AWS_CALLS = Object.keys(AWS_FILES) as AwsCall[];
