import { namedResource } from './named-resources';

describe('namedResource', () => {
  it('returns the type, the name and the account of an ARN', () => {
    expect(namedResource('arn:aws:s3:::payroll', '1')).toMatchObject({ type: 'OBJECT_STORE', name: 'payroll', accountId: '1' });
    expect(namedResource('arn:aws:lambda:eu-west-1:2:function:pay', '1')).toMatchObject({
      type: 'SERVERLESS_COMPUTE',
      name: 'pay',
      region: 'eu-west-1',
      accountId: '2',
    });
    expect(namedResource('arn:aws:sqs:eu-west-1:2:jobs', '1')).toMatchObject({ type: 'AWS_SQS', name: 'jobs' });
  });

  it('returns the bucket for an ARN of its objects', () => {
    expect(namedResource('arn:aws:s3:::payroll/*', '1')).toMatchObject({ type: 'OBJECT_STORE', name: 'payroll', arn: 'arn:aws:s3:::payroll' });
  });

  it('returns null for patterns, variables and IAM entities', () => {
    expect(namedResource('*', '1')).toBeNull();
    expect(namedResource('arn:aws:s3:::logs-*', '1')).toBeNull();
    expect(namedResource('arn:aws:s3:::home-${aws:username}', '1')).toBeNull();
    expect(namedResource('arn:aws:iam::1:role/x', '1')).toBeNull();
  });
});
