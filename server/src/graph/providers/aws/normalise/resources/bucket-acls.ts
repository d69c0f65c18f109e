import { isCanonicalId } from '../../compile/canonical-id';
import type { Entity } from '../../../../engine/model';
import type { AccountDraft } from '../account-draft';
import type { Origin } from '../../read/common-shapes';
import type { AwsEntryOf, AwsInventory } from '../../read/inventory';
import type { AwsGrant } from '../../read/data-shapes';
import { attachShares, type SharedWith } from './resource-policy';

/** Public grantee groups, by the end of their URI. */
const PUBLIC = /^http:\/\/acs\.amazonaws\.com\/groups\/global\/(AllUsers|AuthenticatedUsers)$/;

/**
 * Actions that a permission of a bucket's access control list grants.
 * @see Amazon S3 User Guide, "Access control list (ACL) overview", "Mapping of ACL permissions and access policy permissions"
 */
const ACTIONS: Record<string, readonly string[]> = {
  READ: ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads'],
  WRITE: ['s3:PutObject'],
  READ_ACP: ['s3:GetBucketAcl'],
  WRITE_ACP: ['s3:PutBucketAcl'],
};
const EVERYTHING = Object.values(ACTIONS).flat();

/**
 * Attaches the grants of a bucket's access control list, unless the bucket disables lists. Public grants have no effect where the bucket or its
 * account ignores them. "Authenticated users" includes every AWS account, so it counts as public.
 */
export function addBucketAcls(
  draft: AccountDraft,
  inventory: AwsInventory,
  bucketOf: (subject: string) => Entity | undefined,
  warnOfOrphan: (entry: AwsEntryOf<unknown>, what: string, call: string) => void,
): void {
  const without = new Set<Entity>();
  for (const { fields, subject } of inventory.of('s3/get-bucket-ownership-controls')) {
    const bucket = bucketOf(subject);
    if (bucket && fields.Rules?.some(({ ObjectOwnership: owner }) => owner === 'BucketOwnerEnforced')) without.add(bucket);
  }
  const granting = new Map<Entity, { grants: AwsGrant[]; owner: string; origin: Origin }>();
  for (const entry of inventory.of('s3/get-bucket-acl')) {
    const bucket = bucketOf(entry.subject);
    if (!bucket) {
      warnOfOrphan(entry, 'grant', 'get-bucket-acl');
      continue;
    }
    const { Owner: { ID: owner = '' } = {}, Grants: grants = [] } = entry.fields;
    const known = granting.get(bucket) ?? { grants: [], owner, origin: entry.origin };
    granting.set(bucket, known);
    known.grants.push(...grants);
    // The owner's canonical id identifies the account in the lists of other buckets.
    const account = draft.find(`arn:aws:iam::${draft.accountId}:root`);
    if (account && isCanonicalId(owner)) account.attributes.canonicalid = owner;
  }
  for (const [bucket, { grants, owner, origin }] of granting) {
    if (without.has(bucket)) continue;
    const others = grants.filter(({ Grantee: { ID: id } = {} }) => id !== owner);
    const counting = bucket.attributes.ignorepublicacls === true ? others.filter(({ Grantee: { URI: uri } = {} }) => uri === undefined) : others;
    attachShares(draft, bucket, sharesOf(bucket, counting), origin);
  }
}

function sharesOf({ nativeId: arn }: Entity, grants: readonly AwsGrant[]): SharedWith {
  const statements = grants.flatMap(({ Grantee: granted = {}, Permission: permission = '' }) => {
    const grantee = granteeOf(granted);
    const actions = permission === 'FULL_CONTROL' ? EVERYTHING : ACTIONS[permission];
    if (grantee === null || !actions) return [];
    return [{ Sid: `${grantee.called} ${permission}`, Principal: grantee.principal, Action: actions, Resource: [arn, `${arn}/*`] }];
  });
  return { id: 'acl', name: 'Access control list', statements };
}

/** Returns null for the log delivery group of AWS, which many buckets grant. */
function granteeOf({ URI: uri = '', ID: id = '' }: NonNullable<AwsGrant['Grantee']>): { called: string; principal: '*' | { AWS: string } } | null {
  const group = PUBLIC.exec(uri)?.[1];
  if (group !== undefined) return { called: group, principal: '*' };
  return isCanonicalId(id) ? { called: id.slice(0, 12), principal: { AWS: id } } : null;
}
