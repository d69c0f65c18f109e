import type { AccessRow } from '@cam/contracts';

/** One kind of question, with the same answer worked out in memory where pairs alone tell it. */
export interface Question {
  kind: string;
  /** Null: a name is completed. */
  query: string;
  completes?: true;
  /** The first page, out of all pairs in the order of an answer; absent: more than pairs is needed. */
  inMemory?: (pairs: readonly AccessRow[]) => AccessRow[];
}

const PAGE = 20;

const firstOf = (pairs: readonly AccessRow[], fits: (row: AccessRow) => boolean): AccessRow[] => {
  const found: AccessRow[] = [];
  for (const row of pairs) {
    if (fits(row)) found.push(row);
    if (found.length > PAGE) break;
  }
  return found;
};

const is = (row: AccessRow, identity: string, resource: string): boolean => row.identity_type === identity && row.resource_type === resource;

/** @param bucket name of an object store of the tenant; `account`: id of an account of ours */
export function questions(bucket: string, account: string): Question[] {
  return [
    {
      kind: 'users of an account, anything',
      query: `user with-attribute accountid ${account} with-access any`,
      inMemory: (pairs) => firstOf(pairs, (row) => row.identity_type === 'USER' && row.identityAccountID === account),
    },
    {
      kind: 'a shadow network',
      query: `network_node with-access object_store|security_group with-attribute accountid ${account}`,
      inMemory: (pairs) =>
        firstOf(
          pairs,
          (row) => row.resourceAccountID === account && (is(row, 'NETWORK_NODE', 'OBJECT_STORE') || is(row, 'NETWORK_NODE', 'SECURITY_GROUP')),
        ),
    },
    {
      kind: 'who can reach one resource',
      query: `any with-access object_store ${bucket}`,
      inMemory: (pairs) => firstOf(pairs, (row) => row.resource_type === 'OBJECT_STORE' && row.resource === bucket),
    },
    { kind: 'via', query: 'user with-access object_store via role for write' },
    { kind: 'not via', query: 'user with-access object_store not via group' },
    { kind: 'a single action', query: 'any with-access keystore for action kms:Decrypt' },
    { kind: 'a usage window', query: 'user with-access object_store with-usage > 30' },
    { kind: 'events', query: 'user with-usage < 30' },
    {
      kind: 'set operations',
      query: 'user with-access object_store and with-access relational_db and not with-access keystore',
      inMemory: (pairs) => {
        const reaching = (type: string): Set<string> => new Set(pairs.filter((row) => is(row, 'USER', type)).map(({ identity_uri: uri }) => uri));
        const [stores, databases, keys] = [reaching('OBJECT_STORE'), reaching('RELATIONAL_DB'), reaching('KEYSTORE')];
        const fits = (uri: string): boolean => stores.has(uri) && databases.has(uri) && !keys.has(uri);
        return firstOf(pairs, (row) => (is(row, 'USER', 'OBJECT_STORE') || is(row, 'USER', 'RELATIONAL_DB')) && fits(row.identity_uri));
      },
    },
    {
      kind: 'completing a name',
      query: 'user a',
      completes: true,
      inMemory: (pairs) => firstOf(pairs, (row) => row.identity_type === 'USER' && row.identity.startsWith('a')),
    },
  ];
}
