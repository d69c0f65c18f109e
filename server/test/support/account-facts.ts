import type { SourceFacts } from '../../src/graph/engine/source-facts';
import { normaliseAws } from '../../src/graph/providers/aws/normalise/normalise';
import { AwsBundleReader } from '../../src/graph/providers/aws/read/read-account';
import { ACCOUNT, dump } from './aws-account';
import { TENANT, type Account } from './stored-snapshots';

/**
 * Returns the facts of an AWS account, as an import reads them.
 * @param buckets policies by name of the bucket
 */
export function accountFacts(account: Account, accountId: string, buckets: Record<string, object> = {}): SourceFacts {
  const reader = new AwsBundleReader();
  const files = {
    'details.json': JSON.stringify(dump(account)).replaceAll(ACCOUNT, accountId),
    's3/list-buckets.json': JSON.stringify({ Buckets: Object.keys(buckets).map((Name) => ({ Name })) }),
    ...Object.fromEntries(
      Object.entries(buckets).map(([name, document]) => [`s3/get-bucket-policy/${name}.json`, JSON.stringify({ Policy: JSON.stringify(document) })]),
    ),
  };
  for (const [name, text] of Object.entries(files)) reader.add({ name, content: Buffer.from(text), problem: null });
  return normaliseAws(TENANT, accountId, reader.result().bundle);
}
