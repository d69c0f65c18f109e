import { runToCompletion } from '../../../platform/async/cooperative-scheduler';
import { chokePointsOf, fallingAccess, type ReachedJewels } from './choke-points';

const pointsOf = (reached: ReachedJewels[]) => runToCompletion(chokePointsOf(reached));

const reached = (profileId: string, tier: 0 | 1 | 2, ways: string[][], identities = 1, resources = 1): ReachedJewels => ({
  ...{ profileId, tier, ways, identities, resources },
});

it('an element on all ways ends the access of all identities of a profile to all resources of a class', () => {
  const [first, ...others] = pointsOf([
    reached(
      'a',
      1,
      [
        ['x', 'y'],
        ['x', 'z'],
      ],
      3,
      2,
    ),
  ]);
  expect(first).toEqual({ id: 'x', pairs: [0, 6, 0], identities: 3 });
  expect(others).toEqual([]);
});

it('elements come in the order of the access to tier 0, then tier 1, then tier 2, and identities count once', () => {
  const points = pointsOf([
    reached('a', 0, [['few']]),
    reached('a', 1, [['few']]),
    reached('b', 1, [['many']], 50),
    reached('b', 2, [['many']], 50),
    reached('c', 2, [['other']], 900),
  ]);
  expect(points.map(({ id, pairs, identities }) => [id, ...pairs, identities])).toEqual([
    ['few', 1, 1, 0, 1],
    ['many', 0, 50, 50, 50],
    ['other', 0, 0, 900, 900],
  ]);
});

it('the line falls with each removal, and access with another way stays until that is removed too', () => {
  const line = runToCompletion(fallingAccess([reached('a', 0, [['x']], 5), reached('b', 0, [['x'], ['y']], 2), reached('c', 1, [[]], 7)], 5));
  expect(line).toEqual([
    { id: null, pairs: [7, 7, 0] },
    { id: 'x', pairs: [2, 7, 0] },
    { id: 'y', pairs: [0, 7, 0] },
  ]);
});

it('access without ways that can be removed has no choke point', () => {
  expect(pointsOf([reached('a', 0, []), reached('b', 0, [[]])])).toEqual([]);
});
