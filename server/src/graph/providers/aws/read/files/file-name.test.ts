import { callOfFile } from './file-name';

describe('callOfFile', () => {
  it('returns the call and the resource that it describes', () => {
    expect(callOfFile('s3/get-bucket-policy/payroll.json')).toEqual({ call: 's3/get-bucket-policy', region: '', subject: 'payroll' });
    expect(callOfFile('s3/get-bucket-policy__payroll.json')?.subject).toBe('payroll');
    expect(callOfFile('s3api/get-bucket-policy-payroll.json')?.subject).toBe('payroll');
    expect(callOfFile('mine/prod/kms/get-key-policy/1234-abcd.json')).toMatchObject({ call: 'kms/get-key-policy', subject: '1234-abcd' });
  });

  it('returns the region, whether a folder or the file contains it', () => {
    const vpcs = { call: 'ec2/describe-vpcs', region: 'eu-west-1', subject: '' };
    expect(callOfFile('eu-west-1/ec2/describe-vpcs.json')).toEqual(vpcs);
    expect(callOfFile('ec2/describe-vpcs/eu-west-1.json')).toEqual(vpcs);
    expect(callOfFile('ec2/describe-vpcs-eu-west-1.json')).toEqual(vpcs);
    expect(callOfFile('us-gov-west-1/lambda/get-policy/ship.json')).toEqual({ call: 'lambda/get-policy', region: 'us-gov-west-1', subject: 'ship' });
  });

  it('distinguishes calls by their service folder, and prefers the longest matching call', () => {
    expect(callOfFile('s3control/get-public-access-block.json')?.call).toBe('s3control/get-public-access-block');
    expect(callOfFile('s3/get-public-access-block/payroll.json')?.call).toBe('s3/get-public-access-block');
    expect(callOfFile('secretsmanager/get-resource-policy/a.json')?.call).toBe('secretsmanager/get-resource-policy');
    expect(callOfFile('organizations/list-policies-for-target/r-1.json')).toMatchObject({
      call: 'organizations/list-policies-for-target',
      subject: 'r-1',
    });
    expect(callOfFile('organizations/list-organizational-units/r-1.json')?.call).toBe('organizations/list-organizational-units-for-parent');
  });

  it('returns null for an unknown call and for a call name that several services share', () => {
    expect(callOfFile('ec2/describe-images.json')).toBeNull();
    expect(callOfFile('get-resource-policy.json')).toBeNull();
    expect(callOfFile('notes')).toBeNull();
  });

  it('does not confuse calls with similar names', () => {
    for (const file of ['ec2/describe-key-pairs.json', 'describe-key-pairs/eu-west-1.json', 'ec2/describe-volumes-modifications.json'])
      expect(callOfFile(file)).toBeNull();
    expect(callOfFile('s3/get-bucket-policy-status/payroll.json')).toBeNull();
    expect(callOfFile('iam/list-policies.json')).toBeNull();
    expect(callOfFile('iam/get-policy/Payroll.json')).toBeNull();
    expect(callOfFile('kms/describe-key-1234.json')).toMatchObject({ call: 'kms/describe-key', subject: '1234' });
    expect(callOfFile('docdb/describe-db-clusters.json')?.call).toBe('rds/describe-db-clusters');
  });
});
