import { matchesArn, matchesWildcard } from './wildcard';

describe('wildcards in a policy', () => {
  it('match any text with * and one character with ?', () => {
    expect(matchesWildcard('s3:Get*', 's3:GetObject')).toBe(true);
    expect(matchesWildcard('a?c*e', 'abcdde')).toBe(true);
    expect(matchesWildcard('a?c', 'ac')).toBe(false);
    expect(matchesWildcard('', '')).toBe(true);
  });

  it('match in bounded time, even with patterns that cause backtracking', () => {
    expect(matchesWildcard(`${'*a'.repeat(50)}b`, 'a'.repeat(2000))).toBe(false);
  });

  it('match within one segment of an ARN', () => {
    expect(matchesArn('arn:aws:iam::*:role/x', 'arn:aws:iam::111122223333:role/x')).toBe(true);
    expect(matchesArn('arn:aws:*:role/x', 'arn:aws:iam::111122223333:role/x')).toBe(false);
    expect(matchesArn('arn:aws:s3:::logs-*', 'arn:aws:s3:::logs-prod')).toBe(true);
  });

  it('match across colons at the end of an ARN, and match resources case-sensitively', () => {
    expect(matchesArn('arn:aws:logs:eu-west-1:111122223333:*', 'arn:aws:logs:eu-west-1:111122223333:log-group:x:log-stream:y')).toBe(true);
    expect(matchesArn('arn:aws:iam::*', 'arn:aws:iam::111122223333:role/x')).toBe(true);
    expect(matchesArn('arn:aws:s3:::Logs', 'arn:aws:s3:::logs')).toBe(false);
    expect(matchesArn('*', 'anything')).toBe(true);
  });
});
