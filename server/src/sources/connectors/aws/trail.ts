import type { AwsClient } from './aws-client';

/** Where the files of a trail lie. */
export interface Trail {
  /** Reads the bucket. */
  client: AwsClient;
  region: string;
  bucket: string;
  /** Before `AWSLogs/`, with its slash. */
  prefix: string;
  /** Of a trail of an organization its id, with a slash; else empty. */
  organization: string;
}
