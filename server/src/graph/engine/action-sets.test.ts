import { Bitset } from './bitset';
import { ActionSets, NO_ACTIONS } from './action-sets';

describe('ActionSets', () => {
  const sets = new ActionSets((index) => `s3:A${index}`);

  it('returns the same set for the same actions, regardless of the allocated range', () => {
    const narrow = Bitset.of(200, [70, 71]);
    const wide = Bitset.empty(200).or(narrow);
    expect(sets.of(wide)).toBe(sets.of(narrow));
    expect(sets.of(Bitset.of(200, [70, 103])).id).not.toBe(sets.of(narrow).id);
  });

  it('uses one id for the empty set', () => {
    expect(sets.of(Bitset.empty(200)).id).toBe(NO_ACTIONS.id);
  });
});
