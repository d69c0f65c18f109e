import { EditFailure } from '../../../engine/bundle/bundle-edit';
import { spelled } from '../normalise/resources/resource-name-index';
import type { AwsInventory } from '../read/inventory';
import { entryOf, withEntry, withoutEntries } from './edited-list';

interface PublicAccess {
  resource: string;
  block: { restrict_public_buckets: boolean; ignore_public_acls: boolean } | null;
}

/**
 * Sets or removes the public access block of a bucket or of the account. Blocks of new policies and lists change no access, so they are left out.
 * @see Amazon S3 User Guide, "Blocking public access to your Amazon S3 storage"
 */
export function setPublicAccessBlock(inventory: AwsInventory, { resource, block }: PublicAccess): AwsInventory {
  const entry = block && { RestrictPublicBuckets: block.restrict_public_buckets, IgnorePublicAcls: block.ignore_public_acls };
  if (/^\d{12}$/.test(resource)) return inventory.with('s3control/get-public-access-block', entry ? [entryOf(entry)] : []);
  const name = /^arn:[^:]+:s3:::([^/]+)$/.exec(resource)?.[1];
  if (name === undefined || !inventory.of('s3/list-buckets').some(({ fields }) => fields.Name === name))
    throw new EditFailure('The account has no bucket with this name. Copy the ARN from the page of the bucket, or name the number of the account.');
  const others = withoutEntries(inventory, 's3/get-public-access-block', ({ subject }) => [name, resource].map(spelled).includes(spelled(subject)));
  return entry ? withEntry(others, 's3/get-public-access-block', entryOf(entry, { subject: name })) : others;
}
