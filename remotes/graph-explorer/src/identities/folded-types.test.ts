import { foldedTypes } from './folded-types';

const COUNTS = ['USER', 'GROUP', 'ROLE', 'FEDERATED_USER', 'FEDERATED_GROUP'].map((type, index) => ({
  type,
  count: index + 1,
  query: type.toLowerCase(),
}));

it('foldedTypes gives federated identities their own tabs, or folds them into users and groups', () => {
  expect(foldedTypes(COUNTS, true).map(({ type, count }) => `${type} ${count}`)).toEqual([
    'USER 1',
    'GROUP 2',
    'ROLE 3',
    'FEDERATED_USER 4',
    'FEDERATED_GROUP 5',
  ]);
  expect(foldedTypes(COUNTS, false)).toEqual([
    { type: 'USER', types: ['USER', 'FEDERATED_USER'], count: 5, query: 'user|federated_user' },
    { type: 'GROUP', types: ['GROUP', 'FEDERATED_GROUP'], count: 7, query: 'group|federated_group' },
    { type: 'ROLE', types: ['ROLE'], count: 3, query: 'role' },
  ]);
});
