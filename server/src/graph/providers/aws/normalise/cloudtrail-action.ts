/** Services whose event source differs from the prefix of their actions. */
const SERVICES: Record<string, string> = {
  monitoring: 'cloudwatch',
  email: 'ses',
  tagging: 'tag',
};

/**
 * Calls that an action of another name authorizes.
 * @see Service Authorization Reference, actions of Amazon S3 and AWS Lambda
 */
const ACTIONS: Record<string, string> = {
  's3:ListObjects': 's3:ListBucket',
  's3:ListObjectsV2': 's3:ListBucket',
  's3:HeadBucket': 's3:ListBucket',
  's3:ListObjectVersions': 's3:ListBucketVersions',
  's3:ListBuckets': 's3:ListAllMyBuckets',
  's3:HeadObject': 's3:GetObject',
  's3:CopyObject': 's3:PutObject',
  's3:CreateMultipartUpload': 's3:PutObject',
  's3:UploadPart': 's3:PutObject',
  's3:CompleteMultipartUpload': 's3:PutObject',
  's3:DeleteObjects': 's3:DeleteObject',
  's3:GetBucketEncryption': 's3:GetEncryptionConfiguration',
  's3:PutBucketEncryption': 's3:PutEncryptionConfiguration',
  's3:GetBucketLifecycle': 's3:GetLifecycleConfiguration',
  's3:PutBucketLifecycle': 's3:PutLifecycleConfiguration',
  's3:GetBucketReplication': 's3:GetReplicationConfiguration',
  's3:PutBucketReplication': 's3:PutReplicationConfiguration',
  's3:DeleteBucketCors': 's3:PutBucketCORS',
  's3:GetBucketCors': 's3:GetBucketCORS',
  's3:PutBucketCors': 's3:PutBucketCORS',
  'lambda:Invoke': 'lambda:InvokeFunction',
};

/** Returns the action that authorizes an API call. Lambda's event names carry the date of their version: `ListFunctions20150331`. */
export function actionOfCall(eventSource: string, eventName: string): string {
  const source = eventSource.replace(/\.amazonaws\.com(?:\.cn)?$/, '');
  const service = SERVICES[source] ?? source;
  const call = `${service}:${service === 'lambda' ? eventName.replace(/\d{8}(?:v\d)?$/, '') : eventName}`;
  return ACTIONS[call] ?? call;
}
