import { delegationsTo, grantTogether, isPointKey, keysOf, THROUGH_A_POINT, together } from '../../compile/access-points';
import { NARROWING } from '../../compile/narrowing-keys';
import { parsePolicyDocument, type PolicyStatement } from '../../compile/policy-document';
import type { Entity } from '../../../../engine/model';
import type { AwsInventory } from '../../read/inventory';
import type { AccountDraft } from '../account-draft';
import type { ResourceNameIndex } from './resource-name-index';
import { identityStatementsOn, type IdentityStatement } from './access-point-identities';
import { attachForeignPoint, hasDeny, networkOf, type Point } from './foreign-access-point';
import { attachShares, type SharedWith } from './resource-policy';

type GrantStatement = SharedWith['statements'][number];

/**
 * Attaches the policies of access points to their buckets. Access through an access point needs both policies: a bucket policy delegates to its
 * access points, and each of them admits principals. An access point grants the part that both allow. Its denies limit only requests through it, so
 * they make its grants conditional. An access point of a VPC limits them to that VPC. Identity policies of the account may name the access point
 * instead of its policy. The bucket of an access point may belong to another account, whose evaluation then reads what the access point admits.
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
    const entry = documents.find((one) => one.subject === name && (one.region === '' || region === '' || one.region === region));
    const policy = entry?.fields.Policy ? draft.document(entry.fields.Policy, entry.origin, '/Policy') : null;
    const point = { ...fields, arn, policy };
    if (owner !== draft.accountId) {
      attachForeignPoint(draft, point, origin);
      continue;
    }
    const bucket = buckets.find(bucketName);
    if (!bucket) {
      draft.warn(origin, '', `The bucket ${bucketName} of the access point ${name} is not in the bundle, so the access point was left out.`);
      continue;
    }
    bucket.attributes.accesspoints = Number(bucket.attributes.accesspoints ?? 0) + 1;
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
  const grant = grantTogether(one, delegation, point.arn, nativeId);
  if (!grant) return null;
  const { principal, actions, resources, isWhole, ofBucket } = grant;
  const isLimited = [one.condition, ofBucket].some((block) => keysOf(block).some((key) => NARROWING.test(key.toLowerCase())));
  const limits = [
    one.condition,
    ofBucket,
    ...(!isWhole || !isSure || hasDeny(point) ? [THROUGH_A_POINT] : []),
    ...networkOf(point),
    ...(principal === '*' && !isLimited && point.PublicAccessBlockConfiguration?.RestrictPublicBuckets
      ? [{ StringEquals: { 'aws:PrincipalAccount': accountId } }]
      : []),
  ];
  const all = limits.reduce(together, {});
  return {
    Sid: `${point.Name} ${one.index + 1}`,
    Principal: principal,
    Action: actions,
    Resource: resources,
    ...(keysOf(all).length > 0 ? { Condition: all } : {}),
  };
}
