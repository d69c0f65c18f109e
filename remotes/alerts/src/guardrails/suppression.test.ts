import { suppressedBy, suppressionOf } from './suppression';

const CASES = [
  [{ identity: true, object: true }, 'ALERT_SUPPRESSION_BOTH'],
  [{ identity: true, object: false }, 'ALERT_SUPPRESSION_IDENTITY'],
  [{ identity: false, object: true }, 'ALERT_SUPPRESSION_OBJECT'],
  [{ identity: false, object: false }, 'ALERT_SUPPRESSION_NONE'],
] as const;

describe('the suppression toggles', () => {
  it.each(CASES)('%j are stored as %s and shown again as they were', (toggles, word) => {
    expect(suppressionOf(toggles)).toBe(word);
    expect(suppressedBy(word)).toEqual(toggles);
  });
});
