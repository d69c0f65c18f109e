import { matchedNames, matchedText } from './matched-text';

const matches = { count: 12, of: 1204, is_whole: true, examples: ['ann', 'bob'], others: ['cleo'] };

test('the number of matches says of how many, and whether there are more', () => {
  expect(matchedText(matches)).toBe('12 of 1,204');
  expect(matchedText({ ...matches, count: 1204, others: [] })).toBe('1,204');
  expect(matchedText({ ...matches, of: 5001, is_whole: false })).toBe('12 of the first 5,001');
  expect(matchedText({ ...matches, count: 5001, of: 5001, is_whole: false, others: [] })).toBe('more than 5,000');
});

test('names are examples of what matches and of what does not', () => {
  expect(matchedNames(matches)).toBe('Such as ann and bob. Not cleo.');
  expect(matchedNames({ ...matches, others: [] })).toBe('Such as ann and bob.');
  expect(matchedNames({ ...matches, examples: [] })).toBe('Not cleo.');
});
