import { resolve } from 'node:path';
import { compactCatalogue } from '../../../../../../scripts/catalogue/compact-catalogue';
import { ACCOUNT, allow, COMPANY, dump, policyDocument } from '../../../../../test/support/aws-account';
import { factsOf } from '../../../../../test/support/aws-bundle';
import { Catalogue } from '../../../engine/catalogue/catalogue';
import { buildGraph } from '../../../pipeline/build-graph';

const catalogue = new Catalogue(compactCatalogue(resolve(__dirname, '../../../../../..')));
const OFFICE = '203.0.113.0/24';

const from = (range: string | string[], effect = 'Allow', operator = 'IpAddress'): object => ({
  ...allow('s3:GetObject', 'arn:aws:s3:::payroll/*', { Principal: '*', Condition: { [operator]: { 'aws:SourceIp': range } } }),
  Effect: effect,
});
const admitting = (GroupId: string, ...ranges: [string, string?][]): object => ({
  GroupId,
  GroupName: GroupId,
  VpcId: 'vpc-1',
  IpPermissions: [{ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: ranges.map(([CidrIp, Description]) => ({ CidrIp, Description })) }],
});

/** Access from networks, as "network resource RWA". */
function networkAccess(statements: object[], groups: object[]): string[] {
  const facts = factsOf({
    'iam.json': dump(COMPANY),
    's3/list-buckets.json': { Buckets: [{ Name: 'payroll' }, { Name: 'other' }] },
    's3/get-bucket-policy/payroll.json': { Policy: JSON.stringify(policyDocument(...statements)) },
    'eu-west-1/ec2/describe-security-groups.json': { SecurityGroups: groups },
  });
  const { entities, profileClasses, access } = buildGraph('t', facts, catalogue);
  return entities
    .filter(({ entity }) => entity.type === 'NETWORK_NODE')
    .flatMap(({ entity, profileId }) => {
      const classes = profileClasses.filter((path) => path.profileId === profileId).map(({ pclassId }) => pclassId);
      const rows = access.filter(({ pclassId }) => classes.includes(pclassId));
      return rows.flatMap(({ classId, read, write }) =>
        entities.filter((row) => row.classId === classId).map((row) => `${entity.name} ${row.entity.name} ${read}${write}`),
      );
    })
    .sort();
}

describe('an external network', () => {
  it('can access the security groups that admit it, and is named after the rule description', () => {
    expect(networkAccess([], [admitting('ssh', [OFFICE, 'Office'], ['198.51.100.7/32']), admitting('db', [OFFICE]), admitting('closed')])).toEqual([
      '198.51.100.7 ssh 20',
      '203.0.113.0/24 (Office) db 20',
      '203.0.113.0/24 (Office) ssh 20',
    ]);
  });

  it('is neither a private range nor the whole internet', () => {
    expect(networkAccess([from('10.1.0.0/16')], [admitting('inner', ['10.0.0.0/8'], ['0.0.0.0/0'], ['nonsense'])])).toEqual([]);
  });

  it('has the anonymous access that a policy grants to its address range, unconditionally', () => {
    expect(networkAccess([from([OFFICE, '198.51.100.7'])], [])).toEqual(['198.51.100.7 payroll 20', '203.0.113.0/24 payroll 20']);
  });

  it('has no access if the policy denies a part of its range or excludes it with NotIpAddress', () => {
    expect(networkAccess([from(OFFICE), from('203.0.113.0/25', 'Deny')], [])).toEqual([]);
    expect(networkAccess([from(OFFICE, 'Allow', 'NotIpAddress')], [])).toEqual([]);
  });

  it('has a URI of six parts, and its address range as an attribute', () => {
    const facts = factsOf({
      'iam.json': dump(COMPANY),
      'eu-west-1/ec2/describe-security-groups.json': { SecurityGroups: [admitting('ssh', ['203.0.113.7/32'])] },
    });
    const node = buildGraph('t', facts, catalogue).entities.find(({ entity }) => entity.type === 'NETWORK_NODE')?.entity;
    expect(node).toMatchObject({
      uri: `t:AWS:${ACCOUNT}:-:NETWORK_NODE:203.0.113.7`,
      isIdentity: true,
      attributes: { networkip: '203.0.113.7/32', external: true },
    });
  });
});
