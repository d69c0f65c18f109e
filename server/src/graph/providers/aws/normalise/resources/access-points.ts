import { NARROWING } from '../../compile/narrowing-keys';
import { parsePolicyDocument, type PolicyDocument, type PolicyStatement } from '../../compile/policy-document';
import { matchesWildcard } from '../../../../engine/wildcard';
import type { Entity } from '../../../../engine/model';
import type { AwsAccessPoint } from '../../read/data-shapes';
import type { AwsInventory } from '../../read/inventory';
import type { AccountDraft } from '../account-draft';
import type { ResourceNameIndex } from './resource-name-index';
import { delegationsTo, inBucket, isPointKey, pointActions } from './access-point-delegation';
import { identityStatementsOn, type IdentityStatement } from './access-point-identities';
import { attachShares, type SharedWith } from './resource-policy';

type GrantStatement = SharedWith['statements'][number];
type Conditions = PolicyStatement['condition'];

/** An access point with its bucket and policy. */
interface Point extends AwsAccessPoint {
  arn: string;
  /** Null: it has none, so that only identity policies of its account allow requests through it. */
  policy: PolicyDocument | null;
}

/** Only requests through an access point have this key, and the graph leaves it open. */
const THROUGH_A_POINT: Conditions = { Null: { 's3:AccessPointNetworkOrigin': 'false' } };

/**
 * Attaches the policies of access points to their buckets. Access through an access point needs both policies: a bucket policy delegates to its
 * access points, and each of them admits principals. An access point grants the part that both allow. Its denies limit only requests through it, so
 * they make its grants conditional. An access point of a VPC limits them to that VPC. Identity policies of the account may name the access point
 * instead of its policy.
 * @param policyOf returns the text of a bucket's policy
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-policies.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-bpa-settings.html
 */
export function addAccessPoints(
  draft: AccountDraft,
  inventory: AwsInventory,
  buckets: ResourceNameIndex,
  policyOf: ReadonlyMap<Entity, string>,
): void {
  if (!inventory.has('s3control/list-access-points')) return;
  const delegating = new Map([...policyOf].map(([bucket, text]) => [bucket, parsePolicyDocument(text)?.statements ?? []]));
  for (const [bucket, statements] of delegating) {
    // Without this attribute, statements for requests through access points stay conditional.
    if (statements.some(({ condition }) => keysOf(condition).some(isPointKey))) bucket.attributes.accesspoints = 0;
  }
  const settings = new Map(inventory.of('s3control/get-access-point').map(({ fields }) => [`${fields.Bucket}/${fields.Name}`, fields]));
  const documents = inventory.of('s3control/get-access-point-policy');
  for (const { fields: listed, origin, region } of inventory.of('s3control/list-access-points')) {
    const fields = { ...listed, ...settings.get(`${listed.Bucket}/${listed.Name}`) };
    const { Name: name = '', AccessPointArn: arn = '', Bucket: bucketName = '', BucketAccountId: owner = draft.accountId } = fields;
    const bucket = owner === draft.accountId ? buckets.find(bucketName) : undefined;
    if (!bucket) {
      draft.warn(origin, '', `The bucket ${bucketName} of the access point ${name} is not in the bundle, so the access point was left out.`);
      continue;
    }
    bucket.attributes.accesspoints = Number(bucket.attributes.accesspoints ?? 0) + 1;
    const entry = documents.find((one) => one.subject === name && (one.region === '' || region === '' || one.region === region));
    const policy = entry?.fields.Policy ? draft.document(entry.fields.Policy, entry.origin, '/Policy') : null;
    const point = { ...fields, arn, policy };
    const delegations = delegationsTo(arn, draft.accountId, delegating.get(bucket) ?? []);
    if (delegations.length === 0) continue;
    const allowing: IdentityStatement[] = [
      ...(policy?.statements ?? []).map((statement) => ({ statement, isSure: true })),
      ...identityStatementsOn(arn, bucket.nativeId, draft),
    ];
    const statements = delegations.flatMap((delegation) => allowing.flatMap((one) => granted(one, delegation, point, bucket) ?? []));
    attachShares(draft, bucket, { id: `accesspoint/${name}`, name: `Access point ${name}`, statements }, origin);
  }
}

/** Returns the grant that a statement about an access point and a delegation of the bucket give together; null: none. */
function granted(
  { statement: one, isSure }: IdentityStatement,
  delegation: PolicyStatement,
  point: Point,
  { nativeId, accountId }: Entity,
): GrantStatement | null {
  const { effect, principals, notPrincipals, index, condition } = one;
  if (effect !== 'Allow' || !principals || notPrincipals) return null;
  const principal = common(principals, delegation.principals ?? {});
  // NotAction and NotResource leave something out, so that the rest holds under conditions.
  const isWhole = [one, delegation].every(({ notActions, notResources }) => !notActions && !notResources);
  const ofBucket = withoutPointKeys(delegation.condition);
  const actions = pointActions(one.actions ?? ['s3:*'], delegation.actions ?? ['s3:*']);
  const asked = (one.resources ?? [point.arn, `${point.arn}/object/*`]).flatMap((resource) => inBucket(resource, point.arn, nativeId));
  const resources = meet(asked, delegation.resources ?? ['*']);
  if (!principal || actions.length === 0 || resources.length === 0) return null;
  const isLimited = [condition, ofBucket].some((block) => keysOf(block).some((key) => NARROWING.test(key.toLowerCase())));
  const limits = [
    condition,
    ofBucket,
    ...(!isWhole || !isSure || point.policy?.statements.some((other) => other.effect === 'Deny') ? [THROUGH_A_POINT] : []),
    ...(point.VpcConfiguration?.VpcId ? [{ StringEquals: { 'aws:SourceVpc': point.VpcConfiguration.VpcId } }] : []),
    ...(principal === '*' && !isLimited && point.PublicAccessBlockConfiguration?.RestrictPublicBuckets
      ? [{ StringEquals: { 'aws:PrincipalAccount': accountId } }]
      : []),
  ];
  const all = limits.reduce(together, {});
  return {
    Sid: `${point.Name} ${index + 1}`,
    Principal: principal,
    Action: actions,
    Resource: resources,
    ...(keysOf(all).length > 0 ? { Condition: all } : {}),
  };
}

/** Returns the principals that both name. */
function common(one: Record<string, string[]>, other: Record<string, string[]>): GrantStatement['Principal'] | null {
  if (isEverybody(other)) return isEverybody(one) ? '*' : one;
  if (isEverybody(one)) return other;
  const both = Object.entries(one).map(([kind, names]) => [kind, names.filter((name) => other[kind]?.includes(name))] as const);
  const named = both.filter(([, names]) => names.length > 0);
  return named.length > 0 ? Object.fromEntries(named) : null;
}

function isEverybody(principals: Record<string, string[]>): boolean {
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
function together(one: Conditions, other: Conditions): Conditions {
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

function keysOf(condition: Conditions): string[] {
  return Object.values(condition).flatMap((keys) => Object.keys(keys));
}
