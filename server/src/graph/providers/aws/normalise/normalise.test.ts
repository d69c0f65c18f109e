import { ACCOUNT, allow, arn, COMPANY, dump, group, managedPolicy, policyDocument, role, trust, user } from '../../../../../test/support/aws-account';
import { AwsBundleReader } from '../read/read-account';
import { awsAccount } from '../evaluate/account';
import { normaliseAws } from './normalise';

function normalise(details: object, ...others: object[]) {
  const reader = new AwsBundleReader();
  [details, ...others].forEach((value, index) => reader.add({ name: `f${index}`, content: Buffer.from(JSON.stringify(value)), problem: null }));
  return normaliseAws('t', ACCOUNT, reader.result().bundle);
}

describe('a normalised AWS account', () => {
  it('has entities for itself, its identities and its policies, with URIs of six parts', () => {
    const { entities, warnings } = normalise(dump(COMPANY));
    const types = entities.map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['ACCOUNT_DATA', 'POLICY', 'GROUP', 'USER', 'ROLE', 'OBJECT_STORE']));
    expect(entities.find(({ name }) => name === 'ada')).toMatchObject({ uri: `t:AWS:${ACCOUNT}:-:USER:ada`, isIdentity: true, isResource: true });
    for (const { uri } of entities) expect(uri.split(':')).toHaveLength(6);
    expect(warnings).toEqual([]);
  });

  it('has the attributes for queries: creation, tags, path, boundary and last use', () => {
    const { entities } = normalise(
      dump({
        users: [user('ada', { boundary: 'limit' })],
        roles: [role('runner', trust({ Service: 'ec2.amazonaws.com' }))],
        policies: [managedPolicy('limit', policyDocument())],
      }),
    );
    expect(entities.find(({ name }) => name === 'ada')?.attributes).toMatchObject({
      boundary: true,
      'tag.team': 'data',
      created: '2024-01-02T03:04:05.000Z',
      path: '/',
    });
    expect(entities.find(({ name }) => name === 'runner')?.attributes).toMatchObject({
      boundary: false,
      lastused: '2026-01-02T03:04:05.000Z',
      serviceLinked: false,
    });
  });

  it('uses the default version of each policy, and decodes URL-encoded documents', () => {
    const { principals, trusts } = awsAccount(normalise(dump(COMPANY)));
    expect(principals.find(({ entity }) => entity.name === 'deployer')?.policies[0]?.document.statements[0]?.actions).toEqual(['s3:PutObject']);
    expect(trusts[0]?.document.statements[0]?.principals).toEqual({ AWS: [`arn:aws:iam::${ACCOUNT}:root`] });
  });

  describe('with policies that contain complete ARNs', () => {
    const policy = policyDocument(
      allow('s3:*', [
        'arn:aws:s3:::named/*',
        'arn:aws:s3:::listed',
        'arn:aws:sqs:eu-west-1:111122223333:jobs',
        'arn:aws:sqs:eu-west-1:999988887777:foreign',
        'arn:aws:s3:::any*',
      ]),
    );
    const details = dump({ users: [user('a', { inline: { p: policy } })] });
    const shown = (facts: ReturnType<typeof normalise>) =>
      facts.entities
        .filter(({ attributes }) => 'inferred' in attributes)
        .map(({ name, type, region, attributes }) => [name, type, region, attributes.inferred]);

    it('has the resources of those ARNs, marked as inferred', () => {
      expect(shown(normalise(details))).toEqual([
        ['named', 'OBJECT_STORE', '-', true],
        ['listed', 'OBJECT_STORE', '-', true],
        ['jobs', 'AWS_SQS', 'eu-west-1', true],
      ]);
    });

    it('has no inferred bucket that its bucket list lacks', () => {
      const buckets = { Buckets: [{ Name: 'listed', BucketRegion: 'eu-west-1', CreationDate: '2020-01-01T00:00:00Z' }] };
      expect(shown(normalise(details, buckets))).toEqual([
        ['listed', 'OBJECT_STORE', 'eu-west-1', false],
        ['jobs', 'AWS_SQS', 'eu-west-1', true],
      ]);
    });
  });

  it('has the instance profiles of its roles as entities that can assume them', () => {
    const profile = {
      InstanceProfileName: 'web',
      InstanceProfileId: 'AIPA',
      Arn: arn('instance-profile', 'web'),
      Path: '/',
      CreateDate: '2024-01-02T03:04:05+00:00',
    };
    const { relations, entities } = normalise(
      dump({ roles: [{ ...role('web', trust({ Service: 'ec2.amazonaws.com' })), InstanceProfileList: [profile] }] }),
    );
    expect(entities.some(({ type }) => type === 'AWS_IAM_INSTANCE_PROFILE')).toBe(true);
    expect(relations).toContainEqual({
      child: { nativeId: arn('instance-profile', 'web'), uri: `t:AWS:${ACCOUNT}:-:AWS_IAM_INSTANCE_PROFILE:web` },
      parent: { nativeId: arn('role', 'web'), uri: `t:AWS:${ACCOUNT}:-:ROLE:web` },
      kind: 'can_become',
      detail: {},
    });
  });

  it('has a warning with the place of each value that is left out', () => {
    const broken = { ...managedPolicy('broken', {}), PolicyVersionList: [{ VersionId: 'v2', IsDefaultVersion: true, Document: '{"Statement": [' }] };
    const facts = normalise(
      dump({
        users: [
          user('a', {
            groups: ['ghosts'],
            managed: ['missing'],
            boundary: 'gone',
            inline: { odd: policyDocument({ Effect: 'Maybe' }, allow('s3:*')) },
          }),
          user('a'),
          { ...user('b'), Arn: undefined },
          { ...user('c'), Arn: arn('user', 'c', '999988887777') },
        ],
        groups: [group('g', [])],
        policies: [broken, { ...managedPolicy('none', {}), PolicyVersionList: [] }],
      }),
    );
    expect(facts.warnings.map(({ place }) => place)).toEqual([
      '/Policies/0/PolicyVersionList/0/Document',
      '/Policies/1/PolicyVersionList',
      '/UserDetailList/0/AttachedManagedPolicies/0',
      '/UserDetailList/0/UserPolicyList/0/PolicyDocument/Statement/0/Effect',
      '/UserDetailList/0/PermissionsBoundary',
      '/UserDetailList/0/GroupList/0',
      '/UserDetailList/1',
      '/UserDetailList/2',
      '/UserDetailList/3/Arn',
    ]);
    const { principals } = awsAccount(facts);
    expect(principals.map(({ entity }) => entity.name)).toEqual(['g', 'a', 'c']);
    expect(principals.find(({ entity }) => entity.name === 'a')?.boundary?.document.statements).toEqual([]);
  });
});

describe('an incomplete account dump', () => {
  it('keeps the grants of a policy without PolicyName, because its Arn has the name', () => {
    const { PolicyName: _name, ...policy } = managedPolicy('Deploy', policyDocument(allow('s3:PutObject'))) as { PolicyName: string };
    const { entities, policies } = normalise(dump({ users: [user('ada', { managed: ['Deploy'] })], policies: [policy] }));
    expect(entities.find(({ type }) => type === 'POLICY')).toMatchObject({ name: 'Deploy', uri: `t:AWS:${ACCOUNT}:-:POLICY:Deploy` });
    expect(policies.filter(({ kind }) => kind === 'identity').map(({ name, holder }) => `${name} ${holder.nativeId}`)).toEqual([
      `Deploy ${arn('user', 'ada')}`,
    ]);
  });

  it('warns of a trust policy whose Principal is a bare text', () => {
    const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: arn('user', 'ada') }] };
    const { warnings } = normalise(dump({ roles: [role('reader', document)] }));
    expect(warnings).toMatchObject([{ message: expect.stringContaining('names no principal') }]);
  });
});
