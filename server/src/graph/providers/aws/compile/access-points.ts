import { matchesWildcard } from '../../../engine/wildcard';
import type { PolicyStatement } from './policy-document';

type Conditions = PolicyStatement['condition'];
type Principals = Record<string, string[]>;

/** Only requests through an access point have this key, and the graph leaves it open. */
export const THROUGH_A_POINT: Conditions = { Null: { 's3:AccessPointNetworkOrigin': 'false' } };

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
  return permitting(arn, accountId, statements).filter(({ condition }) => keysOf(condition).some(isPointKey));
}

/** Returns the statements of a bucket policy that allow requests through an access point: those above, and those that do not ask for one. */
export function permitting(arn: string, accountId: string, statements: readonly PolicyStatement[]): PolicyStatement[] {
  const valueOf = (key: string): string => (key.toLowerCase() === 's3:dataaccesspointarn' ? arn : accountId);
  return statements.filter(({ effect, principals, notPrincipals, condition }) => {
    const tests = Object.entries(condition).flatMap(([operator, keys]) => Object.entries(keys).map(([key, value]) => ({ operator, key, value })));
    if (effect !== 'Allow' || !principals || notPrincipals) return false;
    return tests.every(({ operator, key, value }) => {
      const values = (Array.isArray(value) ? value : [value]).map(String);
      return !isPointKey(key) || (POSITIVE.test(operator) && values.some((wanted) => matchesWildcard(wanted, valueOf(key))));
    });
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

/** Returns the principals that both name. */
function common(one: Principals, other: Principals): '*' | Principals | null {
  if (isEverybody(other)) return isEverybody(one) ? '*' : one;
  if (isEverybody(one)) return other;
  const both = Object.entries(one).map(([kind, names]) => [kind, names.filter((name) => other[kind]?.includes(name))] as const);
  const named = both.filter(([, names]) => names.length > 0);
  return named.length > 0 ? Object.fromEntries(named) : null;
}

function isEverybody(principals: Principals): boolean {
  return principals.AWS?.includes('*') === true;
}

/** Returns the patterns of two lists that match what both match: the narrower one of each two. */
function meet(some: readonly string[], others: readonly string[]): string[] {
  const narrower = (one: string, other: string): string[] => {
    if (matchesWildcard(other, one)) return [one];
    return matchesWildcard(one, other) ? [other] : [];
  };
  return [...new Set(some.flatMap((one) => others.flatMap((other) => narrower(one, other))))];
}

/** Combines two blocks of conditions that must both hold. One block cannot express two tests of one key by one operator, so the access stays conditional. */
export function together(one: Conditions, other: Conditions): Conditions {
  const all: Conditions = { ...one };
  for (const [operator, keys] of Object.entries(other)) {
    const isTwice = Object.keys(keys).some((key) => Object.hasOwn(all[operator] ?? {}, key));
    all[operator] = { ...keys, ...all[operator] };
    if (isTwice) Object.assign(all, { Null: { ...all.Null, ...THROUGH_A_POINT.Null } });
  }
  return all;
}

function withoutPointKeys(condition: Conditions): Conditions {
  const kept = Object.entries(condition).map(([operator, keys]) => [operator, Object.fromEntries(Object.entries(keys).filter(([key]) => !isPointKey(key)))] as const); // prettier-ignore
  return Object.fromEntries(kept.filter(([, keys]) => Object.keys(keys).length > 0));
}

/** Returns the condition keys of a block. */
export function keysOf(condition: Conditions): string[] {
  return Object.values(condition).flatMap((keys) => Object.keys(keys));
}

/** The common part of a statement about an access point and a statement of its bucket, in terms of the bucket. */
export interface PointGrant {
  principal: '*' | Principals;
  actions: string[];
  resources: string[];
  /** False: a statement leaves something out (NotAction, NotResource), so that the rest holds under conditions. */
  isWhole: boolean;
  /** Conditions of the delegation, without those on the access point. */
  ofBucket: Conditions;
}

/** Returns what a statement about an access point and a delegation of the bucket policy allow together; null: nothing. */
export function grantTogether(one: PolicyStatement, delegation: PolicyStatement, point: string, bucket: string): PointGrant | null {
  if (one.effect !== 'Allow' || !one.principals || one.notPrincipals) return null;
  const principal = common(one.principals, delegation.principals ?? {});
  const actions = pointActions(one.actions ?? ['s3:*'], delegation.actions ?? ['s3:*']);
  const asked = (one.resources ?? [point, `${point}/object/*`]).flatMap((resource) => inBucket(resource, point, bucket));
  const resources = meet(asked, delegation.resources ?? ['*']);
  if (!principal || actions.length === 0 || resources.length === 0) return null;
  const isWhole = [one, delegation].every(({ notActions, notResources }) => !notActions && !notResources);
  return { principal, actions, resources, isWhole, ofBucket: withoutPointKeys(delegation.condition) };
}
