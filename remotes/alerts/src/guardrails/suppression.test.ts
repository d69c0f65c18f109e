import { suppressedBy, suppressionOf } from './suppression';

const CASES = [
  [{ identity: true, object: true }, 'ALERT_SUPPRESSION_BOTH'],
  [{ identity: true, object: false }, 'ALERT_SUPPRESSION_IDENTITY'],
  [{ identity: false, object: true }, 'ALERT_SUPPRESSION_OBJECT'],
  [{ identity: false, object: false }, 'ALERT_SUPPRESSION_NONE'],
] as const;

describe('the suppression toggles', () => {
  it.each(CASES)('%j are stored as %s and read back unchanged', (toggles, value) => {
    expect(suppressionOf(toggles)).toBe(value);
    expect(suppressedBy(value)).toEqual(toggles);
  });
});
