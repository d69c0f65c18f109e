import type { ChangedKinds } from '../store/read-changed-kinds';
import { isOfSubjects, mayResultChange } from './query-invalidation';
import { parseQuery } from './parse-query';

const NOTHING: ChangedKinds = { entities: [], paths: [], access: [], policies: false };
const kind = (type: string, cloudType = 'AWS', accountId = '1') => ({ type, cloudType, accountId });
const accessTo = (type: string, resource: string, cloudType = 'AWS') => ({
  identity: { type, cloudType: 'AWS' },
  resource: kind(resource, cloudType),
});

const mayChange = (input: string, changes: Partial<ChangedKinds>): boolean => {
  const { query } = parseQuery(input);
  if (!query) throw new Error(`not a query: ${input}`);
  return mayResultChange(query, { ...NOTHING, ...changes });
};

const BUCKETS = 'user with-access object_store for write';

it('a query result cannot change if nothing that the query reads changed', () => {
  expect(mayChange(BUCKETS, NOTHING)).toBe(false);
  expect(mayChange(BUCKETS, { entities: [kind('ROLE'), kind('DISK')], access: [accessTo('ROLE', 'OBJECT_STORE'), accessTo('USER', 'DISK')] })).toBe(
    false,
  );
  expect(mayChange(BUCKETS, { policies: true, paths: [{ type: 'USER', cloudType: 'AWS' }] })).toBe(false);
});

it.each<[string, string, Partial<ChangedKinds>]>([
  ['entities of the subject type', BUCKETS, { entities: [kind('USER')] }],
  ['entities of the object type', BUCKETS, { entities: [kind('OBJECT_STORE')] }],
  ['access from the subject type to the object type', BUCKETS, { access: [accessTo('USER', 'OBJECT_STORE')] }],
  ['any entity, if the subject is any', 'any with-access object_store', { entities: [kind('EXT_ACCOUNT')] }],
  ['access of the subject type, if the query names no object', 'user for sensitive', { access: [accessTo('USER', 'AWS_SQS')] }],
  ['access in an excluded part of the query', 'user with-access keystore and not user with-access disk', { access: [accessTo('USER', 'DISK')] }],
  ['nothing in the graph, if the query reads tiers', 'user with-access object_store with-attribute tier 0', {}],
  ['nothing in the graph, if a via clause reads scores', 'user with-access object_store via role with-attribute risk > 50', {}],
  ['policies, if the query has a via clause', 'user with-access keystore via role', { policies: true }],
  [
    'an entity that a via clause filters by attributes',
    'user with-access keystore via role with-attribute external true',
    { entities: [kind('ROLE')] },
  ],
  ['a scope that the query names', 'user with-scope Production', { entities: [kind('SCOPE')] }],
  ['access paths of the subject type, if the query names a role', 'user with-role Auditor', { paths: [{ type: 'USER', cloudType: 'AWS' }] }],
])('a query result may change after a change of %s', (_what, query, changes) => expect(mayChange(query, changes)).toBe(true));

it.each(['user with-usage < 7', 'user with-access keystore with-usage > 30', `${BUCKETS} as-of 2026-01-31`, `${BUCKETS} changed-since 2026-01-31`])(
  'a query result may change from day to day: %s',
  (query) => expect(mayChange(query, NOTHING)).toBe(true),
);

it('a query result cannot change through other clouds and accounts than those that the query names', () => {
  const azure = { entities: [kind('USER', 'AZURE', '2')] };
  expect(mayChange('user with-attribute cloudtype AWS', azure)).toBe(false);
  expect(mayChange('user with-attribute cloudtype aws or cloudtype azure', azure)).toBe(true);
  expect(mayChange('user with-attribute cloudtype AWS or mfa false', azure)).toBe(true);
  expect(mayChange('user not with-attribute cloudtype AWS', azure)).toBe(true);
  expect(mayChange('user with-attribute cloudtype A*', azure)).toBe(true);
  expect(mayChange('user with-attribute accountid 1', azure)).toBe(false);
  expect(mayChange('user with-attribute accountid 1|2', azure)).toBe(true);
  const ofAzure = { access: [accessTo('USER', 'OBJECT_STORE', 'AZURE')] };
  expect(mayChange('user with-access object_store with-attribute cloudtype AWS', ofAzure)).toBe(false);
  expect(mayChange('user with-attribute accountid 7 with-access object_store', ofAzure)).toBe(true);
});

const ofSubjects = (input: string, onTheWay: boolean): boolean => {
  const { query } = parseQuery(input);
  if (!query) throw new Error(`not a query: ${input}`);
  return isOfSubjects(query, { onTheWay });
};

it.each([
  BUCKETS,
  `${BUCKETS} and not user with-access keystore`,
  'user',
  'user with-access keystore via role',
  'user with-access keystore with-usage > 30',
])('each row depends on its subject and what this reaches: %s', (query) =>
  expect([ofSubjects(query, true), ofSubjects(query, false)]).toEqual([true, true]),
);

it.each(['user with-access keystore via role with-attribute external true', 'user with-role Auditor', 'user with-scope Production'])(
  'each row depends on its subject alone while policies and entities on the way are the same: %s',
  (query) => expect([ofSubjects(query, true), ofSubjects(query, false)]).toEqual([false, true]),
);

it.each(['person with-access object_store', `${BUCKETS} and person with-access keystore`, `${BUCKETS} changed-since 2026-01-31`])(
  'rows may depend on more than their subject: %s',
  (query) => expect([ofSubjects(query, true), ofSubjects(query, false)]).toEqual([false, false]),
);
