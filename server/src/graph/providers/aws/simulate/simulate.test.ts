import { simulate } from '../../simulator';

const HOME = '111122223333';
const OTHER = '444455556666';
const BOB = `arn:aws:iam::${HOME}:user/bob`;
const ROLE = `arn:aws:iam::${HOME}:role/app/Reader`;
const SESSION = `arn:aws:sts::${HOME}:assumed-role/Reader/build-7`;
const KEY = `arn:aws:kms:eu-west-1:${HOME}:key/1234`;
const OBJECT = 'arn:aws:s3:::payroll/2026';

type Parts = Record<string, unknown> & { request?: Record<string, unknown> };

const policy = (...Statement: object[]): object => ({ Version: '2012-10-17', Statement });
const allow = (Action: string | string[] = '*', extra: object = {}): object => ({ Effect: 'Allow', Action, Resource: '*', ...extra });
const deny = (Action: string | string[], extra: object = {}): object => ({ Effect: 'Deny', Action, Resource: '*', ...extra });
const to = (Principal: unknown): object => ({ Principal });
const level = (orgIdentifier: string, ...policies: object[]): object => ({ orgIdentifier, policies });

function ask({ request = {}, ...parts }: Parts) {
  const complete = { principal: BOB, action: 's3:GetObject', resource: OBJECT, resource_account: HOME, context: {}, ...request };
  return simulate({ id: 'c', provider: 'aws', principal_policies: [], ...parts, request: complete });
}

function decision(parts: Parts): string {
  const answer = ask(parts);
  if ('error' in answer) throw new Error(answer.error);
  return answer.decision;
}

const mine = (...statements: object[]): Parts => ({ principal_policies: [policy(...statements)] });

describe('a request within one account', () => {
  it('needs an allow in an identity policy, and any deny overrides it', () => {
    expect(decision(mine(allow('s3:Get*')))).toBe('Allowed');
    expect(decision(mine(allow('s3:Put*')))).toBe('ImplicitlyDenied');
    expect(decision(mine(allow(), deny('s3:GetObject')))).toBe('ExplicitlyDenied');
    expect(decision({ ...mine(allow()), resource_policy: policy(deny('s3:*', to('*'))) })).toBe('ExplicitlyDenied');
  });

  it('names the deciding statement, or the organization level without an allow', () => {
    expect(ask(mine(allow(), deny('s3:GetObject')))).toMatchObject({
      because: ['Statement 2 of the identity policy: Denies s3:GetObject on every resource.'],
    });
    expect(ask({ ...mine(allow()), scps: [level('r-1', policy(allow())), level('ou-1')] })).toMatchObject({
      decision: 'ImplicitlyDenied',
      because: expect.arrayContaining(['Level 2 of the service control policies does not allow it.']),
    });
  });

  it('matches NotAction and NotResource on everything that they do not name', () => {
    expect(decision(mine({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }))).toBe('Allowed');
    expect(decision(mine({ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }))).toBe('ImplicitlyDenied');
    expect(decision(mine(allow(), { Effect: 'Deny', Action: '*', NotResource: 'arn:aws:s3:::payroll/*' }))).toBe('Allowed');
    expect(decision(mine(allow(), { Effect: 'Deny', Action: '*', NotResource: 'arn:aws:s3:::public/*' }))).toBe('ExplicitlyDenied');
  });

  it('is allowed by a resource policy alone if it names the principal or everyone, not just the account', () => {
    expect(decision({ resource_policy: policy(allow('s3:*', to({ AWS: BOB }))) })).toBe('Allowed');
    expect(decision({ resource_policy: policy(allow('s3:*', to('*'))) })).toBe('Allowed');
    expect(decision({ resource_policy: policy(allow('s3:*', to({ AWS: HOME }))) })).toBe('ImplicitlyDenied');
    expect(decision({ resource_policy: policy(allow('s3:*', to({ AWS: `arn:aws:iam::${HOME}:user/eve` }))) })).toBe('ImplicitlyDenied');
  });

  it('is limited by the boundary, unless a resource policy names the user or the role session', () => {
    const boundary = policy(allow('ec2:*'));
    expect(decision({ ...mine(allow()), boundary })).toBe('ImplicitlyDenied');
    expect(decision({ boundary, resource_policy: policy(allow('s3:*', to({ AWS: BOB }))) })).toBe('Allowed');
    const asSession = { request: { principal: SESSION }, boundary };
    expect(decision({ ...asSession, resource_policy: policy(allow('s3:*', to({ AWS: ROLE }))) })).toBe('ImplicitlyDenied');
    expect(decision({ ...asSession, resource_policy: policy(allow('s3:*', to({ AWS: SESSION }))) })).toBe('Allowed');
    expect(decision({ boundary: policy(deny('s3:*')), resource_policy: policy(allow('s3:*', to({ AWS: BOB }))) })).toBe('ExplicitlyDenied');
  });

  it('is limited by the session policy, unless a resource policy names the role session', () => {
    const parts = { request: { principal: SESSION }, session_policy: policy(allow('s3:List*')) };
    expect(decision({ ...parts, ...mine(allow()), request: parts.request })).toBe('ImplicitlyDenied');
    expect(decision({ ...parts, resource_policy: policy(allow('s3:*', to({ AWS: ROLE }))) })).toBe('ImplicitlyDenied');
    expect(decision({ ...parts, resource_policy: policy(allow('s3:*', to({ AWS: SESSION }))) })).toBe('Allowed');
  });

  it('matches each session of a role that a resource policy names, or only the session that it names', () => {
    const named = (principal: string, name: string): string =>
      decision({ request: { principal }, resource_policy: policy(allow('s3:*', to({ AWS: name }))) });
    expect(named(SESSION, ROLE)).toBe('Allowed');
    expect(named(SESSION, SESSION.replace('build-7', 'build-8'))).toBe('ImplicitlyDenied');
    expect(named(ROLE, SESSION)).toBe('Conditional');
  });

  it('needs no policy for the root user, but service control policies still apply', () => {
    const request = { principal: `arn:aws:iam::${HOME}:root` };
    expect(decision({ request })).toBe('Allowed');
    expect(decision({ request, scps: [level('r-1', policy(allow(), deny('s3:*')))] })).toBe('ExplicitlyDenied');
  });
});

describe('rules beside the policies', () => {
  const root = (action: string, resource: string): Parts => ({ request: { principal: `arn:aws:iam::${HOME}:root`, action, resource } });
  const shut = policy(deny('*', to('*')));

  it('let the root user of the account restore a bucket or queue whose policy denies everyone', () => {
    expect(decision({ ...root('s3:DeleteBucketPolicy', 'arn:aws:s3:::payroll'), resource_policy: shut })).toBe('Allowed');
    expect(decision({ ...root('s3:GetObject', OBJECT), resource_policy: shut })).toBe('ExplicitlyDenied');
    const queue = `arn:aws:sqs:eu-west-1:${HOME}:jobs`;
    expect(decision({ ...root('sqs:SetQueueAttributes', queue), resource_policy: shut })).toBe('Allowed');
    expect(decision({ ...root('sqs:ReceiveMessage', queue), resource_policy: shut })).toBe('ExplicitlyDenied');
    const scps = [level('r-1', policy(allow(), deny('s3:*')))];
    expect(decision({ ...root('s3:DeleteBucketPolicy', 'arn:aws:s3:::payroll'), resource_policy: shut, scps })).toBe('ExplicitlyDenied');
    const another = { principal: BOB, action: 's3:DeleteBucketPolicy', resource: 'arn:aws:s3:::payroll' };
    expect(decision({ ...mine(allow()), request: another, resource_policy: shut })).toBe('ExplicitlyDenied');
  });

  it('let principals ask for their identity and users for a session without a permission, whatever policies deny', () => {
    const asked = (action: string, principal: string): string => decision({ ...mine(deny('sts:*')), request: { principal, action, resource: '*' } });
    expect(asked('sts:GetCallerIdentity', BOB)).toBe('Allowed');
    expect(asked('sts:GetCallerIdentity', SESSION)).toBe('Allowed');
    expect(asked('sts:GetSessionToken', BOB)).toBe('Allowed');
    expect(asked('sts:GetSessionToken', SESSION)).toBe('ExplicitlyDenied');
  });

  it('compare every value of a key that has several, unless a set operator asks for one', () => {
    const tagged = (operator: string, ...keys: string[]): string =>
      decision({ ...mine(allow('*', { Condition: { [operator]: { 'aws:TagKeys': 'team' } } })), request: { context: { 'aws:TagKeys': keys } } });
    expect(tagged('StringEquals', 'team', 'stage')).toBe('ImplicitlyDenied');
    expect(tagged('StringEquals', 'team')).toBe('Allowed');
    expect(tagged('ForAnyValue:StringEquals', 'team', 'stage')).toBe('Allowed');
    expect(tagged('ForAllValues:StringEquals', 'team', 'stage')).toBe('ImplicitlyDenied');
  });

  it('leave actions of other services alone where a resource control policy denies everything', () => {
    const rcps = [level('r-1', policy(allow('*', to('*')), deny('*', to('*'))))];
    expect(decision({ ...mine(allow()), rcps })).toBe('ExplicitlyDenied');
    const other = { action: 'ec2:StartInstances', resource: `arn:aws:ec2:eu-west-1:${HOME}:instance/i-1` };
    expect(decision({ ...mine(allow()), rcps, request: other })).toBe('Allowed');
  });
});

describe('a cross-account request', () => {
  const abroad = { request: { resource_account: OTHER } };

  it('needs an allow in both the identity policy and the resource policy', () => {
    const theirs = policy(allow('s3:*', to({ AWS: HOME })));
    expect(decision({ ...abroad, ...mine(allow()), request: abroad.request })).toBe('ImplicitlyDenied');
    expect(decision({ request: abroad.request, resource_policy: theirs })).toBe('ImplicitlyDenied');
    expect(decision({ ...mine(allow()), request: abroad.request, resource_policy: theirs })).toBe('Allowed');
    expect(decision({ request: abroad.request, resource_policy: policy(allow('s3:*', to({ AWS: BOB }))) })).toBe('ImplicitlyDenied');
  });

  it('is limited by the boundary even if the resource policy names the user', () => {
    const parts = { ...mine(allow()), request: abroad.request, resource_policy: policy(allow('s3:*', to({ AWS: BOB }))) };
    expect(decision({ ...parts, boundary: policy(allow('ec2:*')) })).toBe('ImplicitlyDenied');
  });
});

describe('services and anonymous principals', () => {
  it('have only the access that the resource policy grants', () => {
    const topic = { action: 'sns:Publish', resource: `arn:aws:sns:eu-west-1:${HOME}:alarms` };
    const service = { ...topic, principal: 'cloudwatch.amazonaws.com' };
    expect(decision({ request: service, resource_policy: policy(allow('sns:*', to({ Service: 'cloudwatch.amazonaws.com' }))) })).toBe('Allowed');
    expect(decision({ request: service, resource_policy: policy(allow('sns:*', to({ Service: 's3.amazonaws.com' }))) })).toBe('ImplicitlyDenied');
    expect(decision({ request: { principal: '*anonymous*' }, resource_policy: policy(allow('s3:*', to({ AWS: '*' }))) })).toBe('Allowed');
    expect(decision({ request: { principal: '*anonymous*' }, resource_policy: policy(allow('s3:*', to({ AWS: HOME }))) })).toBe('ImplicitlyDenied');
    expect(decision({ request: { principal: '*anonymous*' }, ...mine(allow()), resource_policy: null })).toBe('ImplicitlyDenied');
  });

  it('are limited by resource control policies, but not by service control policies', () => {
    const open = { request: { principal: '*anonymous*' }, resource_policy: policy(allow('s3:*', to('*'))) };
    expect(decision({ ...open, scps: [level('r-1')] })).toBe('Allowed');
    const perimeter = deny('s3:*', {
      ...to('*'),
      Condition: { StringNotEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' }, BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' } },
    });
    const rcps = [level('r-1', policy(allow('*', to('*'))), policy(perimeter))];
    expect(decision({ ...open, rcps })).toBe('ExplicitlyDenied');
    expect(decision({ ...open, rcps, request: { principal: 'logging.s3.amazonaws.com' } })).toBe('Allowed');
  });
});

describe('the policies of an organization', () => {
  it('must allow the request at every level', () => {
    const full = policy(allow());
    expect(decision({ ...mine(allow()), scps: [level('r-1', full), level('ou-1', full), level(HOME, full)] })).toBe('Allowed');
    expect(decision({ ...mine(allow()), scps: [level('r-1', full), level('ou-1', policy(allow('ec2:*'))), level(HOME, full)] })).toBe(
      'ImplicitlyDenied',
    );
    expect(decision({ ...mine(allow()), scps: null, rcps: null })).toBe('Allowed');
  });

  it('do not limit service-linked roles', () => {
    const principal = `arn:aws:iam::${HOME}:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS`;
    expect(decision({ ...mine(allow()), request: { principal }, scps: [level('r-1', policy(deny('*')))], rcps: [level('r-1')] })).toBe('Allowed');
  });
});

describe('KMS keys and IAM roles', () => {
  it('need a key policy that delegates to the account before identity policies apply', () => {
    const request = { action: 'kms:Decrypt', resource: KEY };
    expect(decision({ ...mine(allow()), request })).toBe('ImplicitlyDenied');
    expect(decision({ ...mine(allow()), request, resource_policy: policy(allow('kms:*', to({ AWS: `arn:aws:iam::${HOME}:root` }))) })).toBe(
      'Allowed',
    );
    expect(decision({ request, resource_policy: policy(allow('kms:*', to({ AWS: `arn:aws:iam::${HOME}:root` }))) })).toBe('ImplicitlyDenied');
    expect(decision({ request, resource_policy: policy(allow('kms:Decrypt', to({ AWS: BOB }))) })).toBe('Allowed');
    expect(decision({ ...mine(allow()), request: { action: 'kms:ListKeys', resource: '*' } })).toBe('Allowed');
  });

  it('can be assumed only through the trust policy', () => {
    const request = { action: 'sts:AssumeRole', resource: ROLE };
    expect(decision({ ...mine(allow()), request })).toBe('ImplicitlyDenied');
    expect(
      decision({ ...mine(allow()), request, resource_policy: policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: HOME } }) }),
    ).toBe('Allowed');
    expect(decision({ request, resource_policy: policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: BOB } }) })).toBe('Allowed');
  });
});

describe('NotPrincipal', () => {
  const rest = (names: string[]): Parts => ({ ...mine(allow()), resource_policy: policy(deny('s3:*', { NotPrincipal: { AWS: names } })) });

  it('exempts from a deny only the principals that it names directly', () => {
    expect(decision(rest([BOB, HOME]))).toBe('Allowed');
    expect(decision(rest([HOME]))).toBe('ExplicitlyDenied');
    expect(decision({ ...rest([ROLE, HOME]), request: { principal: SESSION } })).toBe('ExplicitlyDenied');
    expect(decision({ ...rest([ROLE, SESSION, HOME]), request: { principal: SESSION } })).toBe('Allowed');
  });
});

describe('a VPC endpoint policy', () => {
  it('must allow the requests through the endpoint', () => {
    expect(decision({ ...mine(allow()), endpoint_policies: [policy(allow('s3:*', to('*')))] })).toBe('Allowed');
    expect(decision({ ...mine(allow()), endpoint_policies: [policy(allow('sqs:*', to('*')))] })).toBe('ImplicitlyDenied');
    expect(decision({ ...mine(allow()), endpoint_policies: [] })).toBe('Allowed');
  });
});

describe('the condition keys of a request', () => {
  const fromOffice = { Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } } };

  it('make an allow or a deny conditional, in words, if their values are unknown', () => {
    expect(ask(mine(allow('s3:*', fromOffice)))).toMatchObject({
      decision: 'Conditional',
      allowed: false,
      conditions: ['aws:SourceIp is within 203.0.113.0/24'],
    });
    expect(ask(mine(allow(), deny('s3:*', fromOffice)))).toMatchObject({
      decision: 'Conditional',
      conditions: ['not (aws:SourceIp is within 203.0.113.0/24)'],
    });
  });

  it('come from the request context, and a complete context has no other keys', () => {
    const context = { 'AWS:sourceip': '203.0.113.9' };
    expect(decision({ ...mine(allow('s3:*', fromOffice)), request: { context } })).toBe('Allowed');
    expect(decision({ ...mine(allow('s3:*', fromOffice)), request: { context: { 'aws:SourceIp': '198.51.100.1' } } })).toBe('ImplicitlyDenied');
    expect(decision({ ...mine(allow('s3:*', fromOffice)), context_complete: true })).toBe('ImplicitlyDenied');
  });

  it('include those that the principal and the resource determine', () => {
    const condition = (keys: object): Parts => mine(allow('s3:*', { Condition: { StringEquals: keys } }));
    expect(decision(condition({ 'aws:PrincipalAccount': HOME, 'aws:username': 'bob', 'aws:ResourceAccount': HOME }))).toBe('Allowed');
    expect(decision(condition({ 'aws:PrincipalType': 'AssumedRole' }))).toBe('ImplicitlyDenied');
    expect(decision(mine(allow('s3:*', { Resource: 'arn:aws:s3:::payroll/${aws:username}/*' })))).toBe('ImplicitlyDenied');
    expect(decision({ ...mine(allow('s3:*', { Resource: 'arn:aws:s3:::${aws:username}/*' })), request: { resource: 'arn:aws:s3:::bob/x' } })).toBe(
      'Allowed',
    );
  });
});

describe('an invalid case', () => {
  it.each([
    [{ request: { principal: 'bob' } }, '"request.principal" must be'],
    [{ request: { action: 'everything' } }, '"request.action" must be'],
    [{ principal_policies: [{ Version: '2012-10-17', Statement: [{ Action: '*' }] }] }, 'neither Allow nor Deny'],
    [{ principal_policies: ['{"Statement": ['] }, 'is not a policy document'],
    [{ scps: 'all' }, '"scps" must be a list'],
  ])('returns an error that describes the fault: %j', (parts, message) => {
    expect(ask(parts as Parts)).toEqual({ id: 'c', error: expect.stringContaining(message) });
  });
});
