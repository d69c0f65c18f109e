import type { AccessPath } from '@cam/contracts';
import { foldedPaths } from './folded-paths';

const hop = (type: string, name: string) => ({ uri: `t:AWS:1:-:${type}:${name}`, type, name, account_id: '1', relation: 'reaches', conditions: [] });
const path = (names: string, more: Partial<AccessPath> = {}): AccessPath =>
  ({
    hops: names.split(' ').map((name) => hop(name.replace(/\d/g, ''), name)),
    actions_str: 'R--',
    conditional_actions_str: '---',
    conditional: false,
    privileges: [],
    ...more,
  }) as AccessPath;
const shown = (paths: readonly AccessPath[]) =>
  foldedPaths(paths).map(({ path: first, alike }) => `${first.hops.map(({ name }) => name).join(' ')}${alike.length > 0 ? ` +${alike.length}` : ''}`);

test('paths without conditions come first, then short ones, then those that grant more', () => {
  expect(
    shown([
      path('user role bucket', { conditional: true }),
      path('user group role bucket'),
      path('user role bucket'),
      path('user policy bucket', { actions_str: 'RWA' }),
    ]),
  ).toEqual(['user policy bucket', 'user role bucket', 'user group role bucket', 'user role bucket']);
});

test('paths that differ in names only are folded', () => {
  expect(
    shown([path('user role1 bucket'), path('user role2 bucket'), path('user role3 bucket', { actions_str: 'RW-' }), path('user role4 bucket')]),
  ).toEqual(['user role3 bucket', 'user role1 bucket +2']);
});

test('a path that returns to where it was is left out, unless there is no other', () => {
  expect(shown([path('user role user bucket'), path('user group bucket')])).toEqual(['user group bucket']);
  expect(shown([path('user role user bucket')])).toEqual(['user role user bucket']);
});

test('paths that grant the privilege that the query asks about come before shorter ones', () => {
  const paths = [
    path('user bucket', { grants_asked: 'NO' }),
    path('user policy bucket', { grants_asked: 'CONDITIONALLY' }),
    path('user group role bucket', { grants_asked: 'ALWAYS' }),
    path('user role bucket', { grants_asked: 'ALWAYS', actions_str: 'RW-' }),
  ];
  expect(shown(paths)).toEqual(['user role bucket', 'user group role bucket', 'user policy bucket', 'user bucket']);
});
