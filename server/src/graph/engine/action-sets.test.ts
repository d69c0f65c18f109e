import { Bitset } from './bitset';
import { ActionSets, NO_ACTIONS } from './action-sets';

describe('sets of actions', () => {
  const sets = new ActionSets((index) => `s3:A${index}`);

  it('are the same for the same actions, however much room they have', () => {
    const narrow = Bitset.of(200, [70, 71]);
    const wide = Bitset.empty(200).or(narrow);
    expect(sets.of(wide)).toBe(sets.of(narrow));
    expect(sets.of(Bitset.of(200, [70, 103])).id).not.toBe(sets.of(narrow).id);
  });

  it('have one id for nothing', () => {
    expect(sets.of(Bitset.empty(200)).id).toBe(NO_ACTIONS.id);
  });
});
