import { parsePolicyDocument } from './policy-document';
import { statementInWords } from './statement-words';

const words = (statement: object): string =>
  statementInWords(parsePolicyDocument({ Version: '2012-10-17', Statement: statement })?.statements[0] as never);

describe('statementInWords', () => {
  it('names the effect, the actions and the resources', () => {
    expect(words({ Effect: 'Allow', Action: '*', Resource: '*' })).toBe('Allows every action on every resource.');
    expect(words({ Effect: 'Deny', Action: ['s3:Get*', 's3:Put*'], Resource: 'arn:aws:s3:::x/*' })).toBe(
      'Denies s3:Get*, s3:Put* on arn:aws:s3:::x/*.',
    );
  });

  it('names the excluded actions and the conditions', () => {
    expect(
      words({
        Effect: 'Allow',
        NotAction: 'iam:*',
        Resource: '*',
        Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' }, IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
      }),
    ).toBe('Allows every action but iam:* on every resource, if aws:MultiFactorAuthPresent is true and aws:SourceIp is within 10.0.0.0/8.');
    expect(
      words({
        Effect: 'Deny',
        Action: 'a:b',
        Resource: '*',
        Condition: { Null: { 'aws:TokenIssueTime': 'true' }, 'ForAnyValue:StringLikeIfExists': { 'aws:TagKeys': ['a', 'b'] } },
      }),
    ).toContain('aws:TokenIssueTime is absent and a value of aws:TagKeys is like a or b, if present');
  });
});

describe('a policy document', () => {
  it('is parsed from plain or URL-encoded JSON, and is null if the JSON is invalid', () => {
    const text = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'a:b', Resource: '*' }] });
    expect(parsePolicyDocument(encodeURIComponent(text))?.statements).toHaveLength(1);
    expect(parsePolicyDocument(text)?.hash).toBe(parsePolicyDocument(encodeURIComponent(text))?.hash);
    expect(parsePolicyDocument('{"Statement": [')).toBeNull();
  });
});
