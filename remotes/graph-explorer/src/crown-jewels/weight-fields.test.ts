import type { RiskWeights } from '@cam/contracts';
import { parseWeight, weightAt, weightGroups, withWeight } from './weight-fields';

const WEIGHTS: RiskWeights = {
  ...{ tiers: [1, 0.8, 0.4, 0.1], modes: { read: 0.5, write: 0.8, admin: 1 }, conditional: 0.5, breadth: 0.05, disuse: { base: 0.5, unknown: 0.5 } },
  severity: { high: 1, medium: 0.7, low: 0.4 },
  exposure: {
    ...{ public: 1, unknown_account: 0.8, known_account: 0.5, person_without_second_factor: 0.6, person: 0.2, old_key: 0.5, idle: 0.5 },
    ...{ public_workload: 0.5, workload: 0.2, guest: 0.5, through: 0.9 },
  },
};

it('the form has a field for every weight', () => {
  const leaves = (value: unknown): number =>
    typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, part) => sum + leaves(part), 0) : 1;
  const fields = weightGroups(['a', 'b', 'c', 'd']).flatMap((group) => group.fields);
  expect(fields.filter(({ path }) => typeof weightAt(WEIGHTS, path) !== 'number')).toEqual([]);
  expect(fields).toHaveLength(leaves(WEIGHTS));
});

it('a changed weight leaves the others', () => {
  const changed = withWeight(WEIGHTS, ['exposure', 'guest'], 0.7);
  expect(changed).toEqual({ ...WEIGHTS, exposure: { ...WEIGHTS.exposure, guest: 0.7 } });
  expect(WEIGHTS.exposure.guest).toBe(0.5);
});

it.each([
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['1', 1],
  ['', null],
  ['1.1', null],
  ['-0.1', null],
  ['x', null],
])('reads %j as %j', (text, value) => {
  expect(parseWeight(text)).toBe(value);
});
