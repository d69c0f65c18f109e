import { ACCOUNT, arn } from './aws-account';

const DAY = 24 * 60 * 60 * 1000;

/** ISO 8601. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/** The bucket of the call. */
export const BUCKET = 'arn:aws:s3:::ledger';

/** Returns a user's identity in CloudTrail. */
export const asUser = (name: string): object => ({ type: 'IAMUser', arn: arn('user', name) });
/** Returns the identity of a role's session in CloudTrail. */
export const asRole = (name: string): object => ({ type: 'AssumedRole', sessionContext: { sessionIssuer: { arn: arn('role', name) } } });

/** Returns a CloudTrail record about an object of the bucket. */
export const called = (days: number, eventName: string, userIdentity: object, extra: object = {}): object => ({
  eventTime: daysAgo(days),
  eventType: 'AwsApiCall',
  eventSource: 's3.amazonaws.com',
  eventName,
  awsRegion: 'eu-west-1',
  recipientAccountId: ACCOUNT,
  userIdentity,
  resources: [{ ARN: `${BUCKET}/2026/a.csv` }],
  ...extra,
});

/** Returns a user's call that starts a session of a role, with the access key that STS issues. */
export const assumed = (days: number, caller: object, roleName: string, key: string): object => ({
  ...called(days, 'AssumeRole', caller),
  eventSource: 'sts.amazonaws.com',
  resources: [{ ARN: arn('role', roleName) }],
  requestParameters: { roleArn: arn('role', roleName), roleSessionName: 'work' },
  responseElements: { credentials: { accessKeyId: key } },
});

/** Returns the identity in CloudTrail of the session with this access key. */
export const withKey = (roleName: string, key: string): object => ({ ...asRole(roleName), accessKeyId: key });
