import type { AwsClient } from './aws-client';

/** The location of a trail's files. */
export interface Trail {
  /** Reads the bucket. */
  client: AwsClient;
  region: string;
  bucket: string;
  /** Prefix before `AWSLogs/`, with its slash. */
  prefix: string;
  /** For an organization trail, the organization's id with a slash; otherwise empty. */
  organization: string;
}
