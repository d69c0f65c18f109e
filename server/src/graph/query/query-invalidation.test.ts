import type { ChangedKinds } from '../store/read-changed-kinds';
import { mayResultChange } from './query-invalidation';
import { parseQuery } from './parse-query';

const NOTHING: ChangedKinds = { entities: [], paths: [], access: [], policies: false };
const kind = (type: string, cloudType = 'AWS', accountId = '1') => ({ type, cloudType, accountId });
const reaching = (type: string, resource: string, cloudType = 'AWS') => ({
  identity: { type, cloudType: 'AWS' },
  resource: kind(resource, cloudType),
});

const may = (input: string, touched: Partial<ChangedKinds>): boolean => {
  const { query } = parseQuery(input);
  if (!query) throw new Error(`not a query: ${input}`);
  return mayResultChange(query, { ...NOTHING, ...touched });
};

const BUCKETS = 'user with-access object_store for write';

it('keeps its result when nothing that it reads changed', () => {
  expect(may(BUCKETS, NOTHING)).toBe(false);
  expect(may(BUCKETS, { entities: [kind('ROLE'), kind('DISK')], access: [reaching('ROLE', 'OBJECT_STORE'), reaching('USER', 'DISK')] })).toBe(false);
  expect(may(BUCKETS, { policies: true, paths: [{ type: 'USER', cloudType: 'AWS' }] })).toBe(false);
});

it.each<[string, string, Partial<ChangedKinds>]>([
  ['whom it speaks of', BUCKETS, { entities: [kind('USER')] }],
  ['what it speaks of', BUCKETS, { entities: [kind('OBJECT_STORE')] }],
  ['who reaches it', BUCKETS, { access: [reaching('USER', 'OBJECT_STORE')] }],
  ['anybody, of a question about any', 'any with-access object_store', { entities: [kind('EXT_ACCOUNT')] }],
  ['what is reached at all', 'user for sensitive', { access: [reaching('USER', 'AWS_SQS')] }],
  ['whom another part of it takes away', 'user with-access keystore and not user with-access disk', { access: [reaching('USER', 'DISK')] }],
  ['policies, of a question about ways', 'user with-access keystore via role', { policies: true }],
  ['a step of a way', 'user with-access keystore via role with-attribute external true', { entities: [kind('ROLE')] }],
  ['a place by its name', 'user with-scope Production', { entities: [kind('SCOPE')] }],
  ['a role that leads nowhere', 'user with-role Auditor', { paths: [{ type: 'USER', cloudType: 'AWS' }] }],
])('may be another after a change of %s', (_what, query, touched) => expect(may(query, touched)).toBe(true));

it.each(['user with-usage < 7', 'user with-access keystore with-usage > 30', `${BUCKETS} as-of 2026-01-31`, `${BUCKETS} changed-since 2026-01-31`])(
  'may be another by itself, with the day: %s',
  (query) => expect(may(query, NOTHING)).toBe(true),
);

it('respects the cloud or account that the query names', () => {
  const azure = { entities: [kind('USER', 'AZURE', '2')] };
  expect(may('user with-attribute cloudtype AWS', azure)).toBe(false);
  expect(may('user with-attribute cloudtype aws or cloudtype azure', azure)).toBe(true);
  expect(may('user with-attribute cloudtype AWS or mfa false', azure)).toBe(true);
  expect(may('user not with-attribute cloudtype AWS', azure)).toBe(true);
  expect(may('user with-attribute cloudtype A*', azure)).toBe(true);
  expect(may('user with-attribute accountid 1', azure)).toBe(false);
  expect(may('user with-attribute accountid 1|2', azure)).toBe(true);
  const ofAzure = { access: [reaching('USER', 'OBJECT_STORE', 'AZURE')] };
  expect(may('user with-access object_store with-attribute cloudtype AWS', ofAzure)).toBe(false);
  expect(may('user with-attribute accountid 7 with-access object_store', ofAzure)).toBe(true);
});
