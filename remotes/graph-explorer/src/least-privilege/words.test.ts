import { proofWords, takenAwayWords } from './words';

const PROOF = { calls: 15, uses: 1600, allowed: 11, conditional: 4, denied: 0, denied_calls: [], decided_elsewhere: 1 };

describe('a proposal in words', () => {
  it('says how many calls were tried and how they end', () => {
    expect(proofWords(PROOF, 90)).toEqual([
      '15 calls used 1,600 times within 90 days were tried: 11 would be allowed as they are, 4 under conditions that stand in the policies of today as well.',
      '1 more call of the log is not allowed by its policies of today: nothing changes there.',
    ]);
    expect(proofWords({ ...PROOF, calls: 0, decided_elsewhere: 0 }, 90)).toEqual([]);
  });

  it('says how much would be gone', () => {
    expect(takenAwayWords({ actions: 21773, held: 21826, sensitive: 442, services: [] })).toBe(
      '21,773 of 21,826 actions would be gone, 442 of them sensitive.',
    );
    expect(takenAwayWords({ actions: 0, held: 3, sensitive: 0, services: [] })).toBe('All actions that it holds would stay.');
  });
});
