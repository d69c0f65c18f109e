import type { Entity } from '../../model';
import type { AccountDraft } from '../account-draft';
import type { Origin } from '../aws-shapes';
import type { AwsEntryOf, AwsInventory } from './inventory';
import type { AwsGrant } from './data-shapes';
import { attachShares, type SharedWith } from './resource-policy';

/** Groups of grantees that AWS takes for the public, by the end of their URI. */
const PUBLIC = /^http:\/\/acs\.amazonaws\.com\/groups\/global\/(AllUsers|AuthenticatedUsers)$/;

/**
 * What a permission on a bucket gives. Source: Amazon S3 User Guide, "Access control list (ACL) overview", "Mapping of ACL permissions and access
 * policy permissions".
 */
const ACTIONS: Record<string, readonly string[]> = {
  READ: ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads'],
  WRITE: ['s3:PutObject'],
  READ_ACP: ['s3:GetBucketAcl'],
  WRITE_ACP: ['s3:PutBucketAcl'],
};
const EVERYTHING = Object.values(ACTIONS).flat();

/**
 * Gives the public what the list of a bucket grants it, unless such lists are switched off for the bucket, or ignored by it or by its account.
 * "Authenticated" is whoever has an account at AWS: that is everybody.
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
  const granting = new Map<Entity, { grants: AwsGrant[]; origin: Origin }>();
  for (const entry of inventory.of('s3/get-bucket-acl')) {
    const bucket = bucketOf(entry.subject);
    if (!bucket) {
      warnOfOrphan(entry, 'grant', 'get-bucket-acl');
      continue;
    }
    const known = granting.get(bucket) ?? { grants: [], origin: entry.origin };
    granting.set(bucket, known);
    known.grants.push(entry.fields);
  }
  for (const [bucket, { grants, origin }] of granting) {
    if (!without.has(bucket) && bucket.attributes.ignorepublicacls !== true) attachShares(draft, bucket, sharesOf(bucket, grants), origin);
  }
}

function sharesOf({ nativeId: arn }: Entity, grants: readonly AwsGrant[]): SharedWith {
  const statements = grants.flatMap(({ Grantee: grantee, Permission: permission = '' }) => {
    const group = PUBLIC.exec(grantee?.URI ?? '')?.[1];
    const actions = permission === 'FULL_CONTROL' ? EVERYTHING : ACTIONS[permission];
    if (group === undefined || !actions) return [];
    return [{ Sid: `${group} ${permission}`, Principal: '*' as const, Action: actions, Resource: [arn, `${arn}/*`] }];
  });
  return { id: 'acl', name: 'Access control list', statements };
}
