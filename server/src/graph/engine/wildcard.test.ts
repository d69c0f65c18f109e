import { matchesArn, matchesWildcard } from './wildcard';

describe('wildcards in a policy', () => {
  it('match any run and one character', () => {
    expect(matchesWildcard('s3:Get*', 's3:GetObject')).toBe(true);
    expect(matchesWildcard('a?c*e', 'abcdde')).toBe(true);
    expect(matchesWildcard('a?c', 'ac')).toBe(false);
    expect(matchesWildcard('', '')).toBe(true);
  });

  it('end soon on patterns made to explode', () => {
    expect(matchesWildcard(`${'*a'.repeat(50)}b`, 'a'.repeat(2000))).toBe(false);
  });

  it('stay inside their segment of an ARN', () => {
    expect(matchesArn('arn:aws:iam::*:role/x', 'arn:aws:iam::111122223333:role/x')).toBe(true);
    expect(matchesArn('arn:aws:*:role/x', 'arn:aws:iam::111122223333:role/x')).toBe(false);
    expect(matchesArn('arn:aws:s3:::logs-*', 'arn:aws:s3:::logs-prod')).toBe(true);
  });

  it('run across colons at the end of a pattern, and respect case in resources', () => {
    expect(matchesArn('arn:aws:logs:eu-west-1:111122223333:*', 'arn:aws:logs:eu-west-1:111122223333:log-group:x:log-stream:y')).toBe(true);
    expect(matchesArn('arn:aws:iam::*', 'arn:aws:iam::111122223333:role/x')).toBe(true);
    expect(matchesArn('arn:aws:s3:::Logs', 'arn:aws:s3:::logs')).toBe(false);
    expect(matchesArn('*', 'anything')).toBe(true);
  });
});
