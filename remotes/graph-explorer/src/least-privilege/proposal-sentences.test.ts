import { replaySentences, removalSentence } from './proposal-sentences';

const PROOF = { calls: 15, uses: 1600, allowed: 11, conditional: 4, denied: 0, denied_calls: [], decided_elsewhere: 1 };

describe('the sentences for a proposal', () => {
  it('count the replayed calls by outcome', () => {
    expect(replaySentences(PROOF, 90)).toEqual([
      'Replayed 15 calls, used 1,600 times in 90 days: 11 allowed, 4 allowed under conditions that the current policies have as well.',
      '1 more logged call is not allowed by the current policies. The proposal does not change that.',
    ]);
    expect(replaySentences({ ...PROOF, calls: 0, decided_elsewhere: 0 }, 90)).toEqual([]);
  });

  it('count the removed actions', () => {
    expect(removalSentence({ actions: 21773, held: 21826, sensitive: 442, services: [] })).toBe(
      'Removes 21,773 of 21,826 actions, 442 of them sensitive.',
    );
    expect(removalSentence({ actions: 0, held: 3, sensitive: 0, services: [] })).toBe('Removes no actions.');
  });
});
