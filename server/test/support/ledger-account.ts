import { allow, dump, group, managedPolicy, policyDocument, user } from './aws-account';
import { importAccount, zipOf } from './bundle';

/** Imports an account with these users, of whom the members of one group may write to one bucket. */
export async function importLedger(
  { token, url }: { token: string; url: string },
  { users, writers }: { users: readonly string[]; writers: readonly string[] },
): Promise<void> {
  const files = {
    'iam/get-account-authorization-details.json': dump({
      users: users.map((name) => user(name, { groups: writers.includes(name) ? ['writers'] : [] })),
      groups: [group('writers', ['Ledger'])],
      policies: [managedPolicy('Ledger', policyDocument(allow('s3:PutObject', 'arn:aws:s3:::ledger/*')))],
    }),
    's3/list-buckets.json': { Buckets: [{ Name: 'ledger' }] },
  };
  await importAccount(token, await zipOf(files), { base: url });
}
