import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { spelled } from '../normalise/resources/resource-name-index';
import { resourcesNamed } from '../normalise/resources/resource-policy';
import type { AwsEntryOf, AwsInventory } from '../read/inventory';
import type { AwsPolicyText } from '../read/compute-shapes';
import { EDITED } from './managed-policies';

const BUCKET = /^arn:[^:]+:s3:::([^/]+)$/;

/** Creates a bucket without a policy. */
export function createBucket(inventory: AwsInventory, arn: string): AwsInventory {
  const name = bucketName(arn);
  const buckets = inventory.of('s3/list-buckets');
  if (buckets.some(({ fields }) => fields.Name === name))
    throw new EditFailure('The account has a bucket of this name already. Leave this edit out.');
  return inventory.with('s3/list-buckets', [...buckets, { fields: { Name: name }, origin: EDITED, region: '', subject: '' }]);
}

/** Deletes a bucket with its policy. */
export function deleteBucket(inventory: AwsInventory, arn: string): AwsInventory {
  const name = bucketName(arn);
  const buckets = inventory.of('s3/list-buckets');
  const others = buckets.filter(({ fields }) => fields.Name !== name);
  if (others.length === buckets.length) throw new EditFailure('The account has no bucket with this name. Copy the ARN from the page of the bucket.');
  const policies = inventory.of('s3/get-bucket-policy').filter((entry) => !isOfBucket(entry, { name, arn }));
  return inventory.with('s3/list-buckets', others).with('s3/get-bucket-policy', policies);
}

/** Sets or deletes the policy of a bucket. */
export function setBucketPolicy(inventory: AwsInventory, { resource: arn, document }: { resource: string; document: unknown }): AwsInventory {
  const name = bucketName(arn);
  if (!inventory.of('s3/list-buckets').some(({ fields }) => fields.Name === name))
    throw new EditFailure('The account has no bucket with this name. Copy the ARN from the page of the bucket.');
  const policies = inventory.of('s3/get-bucket-policy');
  const others = policies.filter((entry) => !isOfBucket(entry, { name, arn }));
  if (document === null && others.length === policies.length) throw new EditFailure('The bucket has no policy to delete.');
  const added = document === null ? [] : [{ fields: { Policy: JSON.stringify(document) }, origin: EDITED, region: '', subject: name }];
  return inventory.with('s3/get-bucket-policy', [...others, ...added]);
}

/** An export names the bucket in the name of the file, or only in the policy itself. */
function isOfBucket({ fields, subject }: AwsEntryOf<AwsPolicyText>, { name, arn }: { name: string; arn: string }): boolean {
  if (subject !== '') return [spelled(name), spelled(arn)].includes(spelled(subject));
  return resourcesNamed(fields.Policy).some((named) => named.split('/')[0] === arn);
}

function bucketName(arn: string): string {
  const [, name] = BUCKET.exec(arn) ?? [];
  if (name === undefined) throw new EditFailure('This is not the ARN of a bucket. It looks like arn:aws:s3:::NAME.');
  return name;
}
