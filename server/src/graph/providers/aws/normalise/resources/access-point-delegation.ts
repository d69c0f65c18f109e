import type { PolicyStatement } from '../../compile/policy-document';
import { matchesWildcard } from '../../../../engine/wildcard';

/** Condition keys that only requests through an access point have. */
const POINT_KEYS = new Set(['s3:dataaccesspointarn', 's3:dataaccesspointaccount']);

const POSITIVE = /^(stringequals|stringequalsignorecase|stringlike|arnequals|arnlike)$/i;

/**
 * Actions that requests through an access point may perform. The others need the bucket itself.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-service-api-support.html
 */
const POINT_ACTIONS = `AbortMultipartUpload DeleteObject DeleteObjectTagging DeleteObjectVersion DeleteObjectVersionTagging GetBucketAcl GetBucketCORS
  GetBucketLocation GetBucketNotification GetBucketPolicy GetObject GetObjectAcl GetObjectAttributes GetObjectLegalHold GetObjectRetention
  GetObjectTagging GetObjectVersion GetObjectVersionAcl GetObjectVersionAttributes GetObjectVersionTagging ListBucket ListBucketMultipartUploads
  ListBucketVersions ListMultipartUploadParts PutObject PutObjectAcl PutObjectLegalHold PutObjectRetention PutObjectTagging PutObjectVersionAcl
  PutObjectVersionTagging RestoreObject`
  .split(/\s+/)
  .map((name) => `s3:${name}`);

/** Returns the actions through an access point that both lists of patterns match. */
export function pointActions(some: readonly string[], others: readonly string[]): string[] {
  const matches = (patterns: readonly string[], action: string): boolean =>
    patterns.some((pattern) => matchesWildcard(pattern.toLowerCase(), action.toLowerCase()));
  return POINT_ACTIONS.filter((action) => matches(some, action) && matches(others, action));
}

/** Reports whether only requests through an access point have a condition key. */
export function isPointKey(key: string): boolean {
  return POINT_KEYS.has(key.toLowerCase());
}

/**
 * Returns the statements of a bucket policy that allow what the policy of an access point allows: each demands the access point or its account.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html#access-points-delegating-control
 */
export function delegationsTo(arn: string, accountId: string, statements: readonly PolicyStatement[]): PolicyStatement[] {
  const valueOf = (key: string): string => (key.toLowerCase() === 's3:dataaccesspointarn' ? arn : accountId);
  return statements.filter(({ effect, principals, notPrincipals, condition }) => {
    const tests = Object.entries(condition).flatMap(([operator, keys]) => Object.entries(keys).map(([key, value]) => ({ operator, key, value })));
    if (effect !== 'Allow' || !principals || notPrincipals) return false;
    const ofPoints = tests.filter(({ key }) => isPointKey(key));
    return (
      ofPoints.length > 0 &&
      ofPoints.every(({ operator, key, value }) => {
        const values = (Array.isArray(value) ? value : [value]).map(String);
        return POSITIVE.test(operator) && values.some((wanted) => matchesWildcard(wanted, valueOf(key)));
      })
    );
  });
}

/** Returns the bucket's resources for a resource of its access point. Objects have the prefix `object/` there. Empty: it covers no access to the point. */
export function inBucket(resource: string, point: string, bucket: string): string[] {
  const [, ofPoint = '', key] = /^(.*:accesspoint\/[^/]*)\/object\/(.*)$/.exec(resource) ?? [];
  if (key !== undefined && matchesWildcard(ofPoint, point)) return [`${bucket}/${key}`];
  return [
    ...(matchesWildcard(resource, point) ? [bucket] : []),
    ...(resource.endsWith('*') && matchesWildcard(resource, `${point}/object/x`) ? [`${bucket}/*`] : []),
  ];
}
