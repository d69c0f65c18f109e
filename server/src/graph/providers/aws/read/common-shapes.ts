/** The parts of AWS responses that the importer reads. The bundle reader removes fields of the wrong type, so a field has its type or is missing. */

/** The place of an entry in the bundle. */
export interface Origin {
  file: string;
  /** JSON pointer. */
  place: string;
}

export interface AwsTag {
  Key?: string;
  Value?: string;
}

export interface AwsBucket {
  Name?: string;
  CreationDate?: string;
  BucketRegion?: string;
  BucketArn?: string;
}

/** The credential report's data on one user. */
export interface AwsCredentialFacts {
  mfa: boolean;
  /** True: the user has a console password. Null where the report does not tell. */
  password: boolean | null;
  /** ISO 8601; null where never or unknown. */
  lastUsed: string | null;
  /** Age in days of the oldest active key at report time. Null where no key is active. */
  keyAgeDays: number | null;
  /** The last use of the password and of each key, by action: `signin:ConsoleLogin`, `s3:*`. Times in ISO 8601. */
  uses: { action: string; at: string; region: string }[];
}
