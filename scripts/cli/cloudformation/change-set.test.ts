import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeEdit } from '@cam/contracts';
import { plannedEdits } from '../terraform/planned-edits';
import { isChangeSet, parseChangeSet } from './change-set';
import { TYPES } from './types';

type Json = Record<string, unknown>;

const ACCOUNT = '123456789012';
const STACK = `arn:aws:cloudformation:eu-west-1:${ACCOUNT}:stack/web/1`;
const UNKNOWN = '{{changeSet:KNOWN_AFTER_APPLY}}';
const iam = (place: string): string => `arn:aws:iam::${ACCOUNT}:${place}`;
const at = (service: string, name: string): string => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${name}`;
const DOCUMENT = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
const TRUST = { ...DOCUMENT, Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: '*' }] };
const POLICY = { PolicyName: 'own', PolicyDocument: DOCUMENT };

const set = (resource: string): ChangeEdit => ({ kind: 'SET_RESOURCE_POLICY', resource, document: DOCUMENT });
const create = (resource: string): ChangeEdit => ({ kind: 'CREATE_RESOURCE', resource });
const made = (principal: string, document: Json | null = null): ChangeEdit => ({ kind: 'CREATE_PRINCIPAL', principal, document });
const inline = (holder: string): ChangeEdit => ({ kind: 'SET_INLINE_POLICY', holder, name: 'own', document: DOCUMENT });
const attach = (holder: string, policy = 'p'): ChangeEdit => ({ kind: 'ATTACH_POLICY', holder, policy });
const joins = (group: string, member: string): ChangeEdit => ({ kind: 'ADD_MEMBER', group, member });
const block = { restrict_public_buckets: true, ignore_public_acls: false };

/** A new resource X of each type, with the edits that make it. */
const EXAMPLES: Record<string, [Json, ChangeEdit[]]> = {
  'AWS::IAM::Role': [
    { RoleName: 'app', AssumeRolePolicyDocument: TRUST, PermissionsBoundary: 'b', ManagedPolicyArns: ['p'], Policies: [POLICY] },
    [made(iam('role/app'), TRUST), { kind: 'SET_BOUNDARY', holder: iam('role/app'), policy: 'b' }, attach(iam('role/app')), inline(iam('role/app'))],
  ],
  'AWS::IAM::User': [
    { Groups: ['g'], ManagedPolicyArns: ['p'], Policies: [POLICY] },
    [made(iam('user/X')), joins(iam('group/g'), iam('user/X')), attach(iam('user/X')), inline(iam('user/X'))],
  ],
  'AWS::IAM::Group': [{ GroupName: 'g', Policies: [POLICY] }, [made(iam('group/g')), inline(iam('group/g'))]],
  'AWS::IAM::ManagedPolicy': [
    { ManagedPolicyName: 'P', PolicyDocument: DOCUMENT, Users: ['ann'] },
    [{ kind: 'SET_MANAGED_POLICY', policy: iam('policy/P'), document: DOCUMENT }, attach(iam('user/ann'), iam('policy/P'))],
  ],
  'AWS::IAM::Policy': [{ ...POLICY, Users: ['ann'], Roles: ['app'] }, [inline(iam('user/ann')), inline(iam('role/app'))]],
  'AWS::IAM::UserPolicy': [{ ...POLICY, UserName: 'ann' }, [inline(iam('user/ann'))]],
  'AWS::IAM::GroupPolicy': [{ ...POLICY, GroupName: 'g' }, [inline(iam('group/g'))]],
  'AWS::IAM::RolePolicy': [{ ...POLICY, RoleName: 'app' }, [inline(iam('role/app'))]],
  'AWS::IAM::UserToGroupAddition': [{ GroupName: 'g', Users: ['ann'] }, [joins(iam('group/g'), iam('user/ann'))]],
  'AWS::IAM::InstanceProfile': [
    { InstanceProfileName: 'web', Roles: ['app'] },
    [{ kind: 'SET_RUNTIME_ROLE', resource: iam('instance-profile/web'), role: iam('role/app') }],
  ],
  'AWS::S3::Bucket': [
    { BucketName: 'data', PublicAccessBlockConfiguration: { RestrictPublicBuckets: 'true', IgnorePublicAcls: 'false' } },
    [
      { kind: 'CREATE_BUCKET', bucket: 'arn:aws:s3:::data' },
      { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: 'arn:aws:s3:::data', block },
    ],
  ],
  'AWS::S3::BucketPolicy': [{ Bucket: 'data', PolicyDocument: DOCUMENT }, [set('arn:aws:s3:::data')]],
  'AWS::SQS::Queue': [{ QueueName: 'jobs' }, [create(at('sqs', 'jobs'))]],
  'AWS::SQS::QueuePolicy': [{ Queues: [`https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`], PolicyDocument: DOCUMENT }, [set(at('sqs', 'jobs'))]],
  'AWS::SQS::QueueInlinePolicy': [
    { Queue: `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/jobs`, PolicyDocument: DOCUMENT },
    [set(at('sqs', 'jobs'))],
  ],
  'AWS::SNS::Topic': [{ TopicName: 'news' }, [create(at('sns', 'news'))]],
  'AWS::SNS::TopicPolicy': [{ Topics: [at('sns', 'news')], PolicyDocument: DOCUMENT }, [set(at('sns', 'news'))]],
  'AWS::SNS::TopicInlinePolicy': [{ TopicArn: at('sns', 'news'), PolicyDocument: DOCUMENT }, [set(at('sns', 'news'))]],
  'AWS::KMS::Key': [{ KeyPolicy: DOCUMENT }, [create(at('kms', 'key/X')), set(at('kms', 'key/X'))]],
  'AWS::SecretsManager::Secret': [{ Name: 'db' }, [create(at('secretsmanager', 'secret:db-AbCdEf'))]],
  'AWS::SecretsManager::ResourcePolicy': [
    { SecretId: at('secretsmanager', 'secret:db-1'), ResourcePolicy: DOCUMENT },
    [set(at('secretsmanager', 'secret:db-1'))],
  ],
  'AWS::ECR::Repository': [
    { RepositoryName: 'web', RepositoryPolicyText: DOCUMENT },
    [create(at('ecr', 'repository/web')), set(at('ecr', 'repository/web'))],
  ],
  'AWS::DynamoDB::Table': [
    { TableName: 'orders', ResourcePolicy: { PolicyDocument: DOCUMENT } },
    [create(at('dynamodb', 'table/orders')), set(at('dynamodb', 'table/orders'))],
  ],
  'AWS::Lambda::Function': [
    { FunctionName: 'send', Role: iam('role/app') },
    [create(at('lambda', 'function:send')), { kind: 'SET_RUNTIME_ROLE', resource: at('lambda', 'function:send'), role: iam('role/app') }],
  ],
  'AWS::Lambda::Permission': [
    { FunctionName: 'send', Action: 'lambda:InvokeFunction', Principal: 'sns.amazonaws.com' },
    [
      {
        ...{ kind: 'SET_STATEMENT', resource: at('lambda', 'function:send'), sid: 'X' },
        statement: {
          ...{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'lambda:InvokeFunction' },
          Resource: at('lambda', 'function:send'),
        },
      },
    ],
  ],
  'AWS::Organizations::Policy': [
    { Name: 'Limits', Type: 'SERVICE_CONTROL_POLICY', Content: DOCUMENT, TargetIds: ['ou-1'] },
    [
      {
        ...{ kind: 'SET_MANAGED_POLICY', document: DOCUMENT },
        policy: `arn:aws:organizations::${ACCOUNT}:policy/o-planned/service_control_policy/p-X`,
      },
      attach('ou-1', `arn:aws:organizations::${ACCOUNT}:policy/o-planned/service_control_policy/p-X`),
    ],
  ],
  'AWS::SSO::Assignment': [
    { PrincipalType: 'USER', PrincipalId: 'u-1', PermissionSetArn: 's', TargetId: ACCOUNT },
    [{ kind: 'ADD_ASSIGNMENT', principal: 'arn:aws:identitystore:::user/u-1', role: 's', scope: ACCOUNT }],
  ],
  'AWS::IdentityStore::GroupMembership': [
    { GroupId: 'g-1', MemberId: { UserId: 'u-1' } },
    [joins('arn:aws:identitystore:::group/g-1', 'arn:aws:identitystore:::user/u-1')],
  ],
};

interface Changed {
  before?: Json;
  after?: Json;
  physical?: string;
  more?: Json;
}

function changeSet(ResourceType: string, { before, after, physical, more }: Changed): string {
  const Action = before ? (after ? 'Modify' : 'Remove') : 'Add';
  const context = (Properties: Json | undefined) => (Properties ? JSON.stringify({ Properties }) : undefined);
  const ids = { LogicalResourceId: 'X', PhysicalResourceId: physical, ResourceType };
  const ResourceChange = { Action, ...ids, BeforeContext: context(before), AfterContext: context(after), ...more };
  return JSON.stringify({ ChangeSetId: 'c', StackId: STACK, Status: 'CREATE_COMPLETE', Changes: [{ Type: 'Resource', ResourceChange }] });
}

function planned(type: string, changed: Changed, fill: 'wide' | 'narrow' = 'wide') {
  return plannedEdits(parseChangeSet(changeSet(type, changed)), { fill, account: null });
}

const editsOf = ({ sources }: ReturnType<typeof planned>): ChangeEdit[] => sources.flatMap(({ edits }) => edits);

describe('a change set of CloudFormation', () => {
  it('has an example for each type that is read, and a place in the documentation', () => {
    expect(Object.keys(EXAMPLES)).toEqual(Object.keys(TYPES));
    const page = readFileSync(join(__dirname, '../../../docs/what-if.md'), 'utf8');
    for (const type of Object.keys(TYPES)) expect(page).toContain(`\`${type.replace('AWS::', '')}\``);
  });

  it.each(Object.entries(EXAMPLES))('with a %s becomes edits', (type, [after, expected]) => {
    const found = planned(type, { after });
    expect(found).toMatchObject({ filled: [], unread: [], sources: [{ source: ACCOUNT }] });
    expect(editsOf(found)).toEqual(expected);
    expect(planned(type, { before: after, after, physical: 'X' })).toMatchObject({ sources: [], unread: [] });
  });

  it.each(Object.entries(EXAMPLES))('with a %s never loses a change because a value is not known', (type, [after, expected]) => {
    const kinds = (edits: readonly ChangeEdit[]): string[] => edits.map(({ kind }) => kind).sort();
    for (const [name, value] of Object.entries(after))
      for (const blank of Array.isArray(value) ? [UNKNOWN, value.map(() => UNKNOWN)] : [UNKNOWN, `arn:${UNKNOWN}`])
        for (const fill of ['wide', 'narrow'] as const) {
          const found = planned(type, { after: { ...after, [name]: blank } }, fill);
          const isOpen = found.unread.length + found.filled.length > 0;
          expect({ name, kinds: isOpen ? kinds(expected) : kinds(editsOf(found)) }).toEqual({ name, kinds: kinds(expected) });
        }
  });

  it('changes what differs, by the ids that resources have at AWS', () => {
    const url = `https://sqs.eu-west-1.amazonaws.com/${ACCOUNT}/web-jobs-1A`;
    expect(editsOf(planned('AWS::SQS::Queue', { before: {}, physical: url }))).toEqual([
      { kind: 'DELETE_RESOURCE', resource: at('sqs', 'web-jobs-1A') },
    ]);
    const role = { AssumeRolePolicyDocument: TRUST, ManagedPolicyArns: ['p', 'q'] };
    const after = { ...role, ManagedPolicyArns: ['q'], Policies: [{ ...POLICY, PolicyDocument: { ...DOCUMENT, Id: UNKNOWN } }] };
    const changed = planned('AWS::IAM::Role', { before: role, after, physical: 'web-X-1A' });
    expect(editsOf(changed)).toMatchObject([
      { kind: 'DETACH_POLICY', holder: iam('role/web-X-1A'), policy: 'p' },
      { kind: 'SET_INLINE_POLICY', holder: iam('role/web-X-1A'), document: { Statement: [{ Action: '*' }] } },
    ]);
    expect(changed.filled).toEqual(['X: policy']);
    // A function whose role only the execution will know is neither changed nor deleted.
    const send = { FunctionName: 'send', Role: iam('role/app') };
    const open = planned('AWS::Lambda::Function', { before: send, after: { ...send, Role: UNKNOWN }, physical: 'send' });
    expect(open).toMatchObject({ sources: [], unread: ['X: role is not known before the apply'] });
  });

  it('knows what is retained, replaced, imported, and left to the execution', () => {
    const named = { GroupName: 'g' };
    const of = (more: Json, changed: Changed = {}) => planned('AWS::IAM::Group', { physical: 'g', before: named, ...changed, more });
    expect(of({ PolicyAction: 'Retain' })).toMatchObject({ sources: [], unread: [] });
    expect(of({ Action: 'Import' })).toMatchObject({ sources: [], unread: [] });
    const replaced = { after: { GroupName: 'h' } };
    expect(editsOf(of({ Replacement: 'True' }, replaced)).map(({ kind }) => kind)).toEqual(['CREATE_PRINCIPAL', 'DELETE_PRINCIPAL']);
    expect(editsOf(of({ Replacement: 'True', PolicyAction: 'ReplaceAndRetain' }, replaced)).map(({ kind }) => kind)).toEqual(['CREATE_PRINCIPAL']);
    expect(of({ Replacement: 'Conditional' }, replaced).unread).toEqual(['X: only the execution will know whether it is replaced']);
    expect(of({ AfterContext: undefined }, replaced).unread).toEqual([expect.stringContaining('--include-property-values')]);
    expect(planned('AWS::IAM::OIDCProvider', { after: {} }).unread).toEqual(['X: changes of AWS::IAM::OIDCProvider are not read yet']);
    expect(planned('AWS::S3::Bucket', { after: { AccessControl: 'PublicRead' } }).unread).toEqual(['X: acl is not read yet']);
    expect(planned('AWS::CloudFormation::Stack', { before: {}, after: {} }).unread).toHaveLength(1);
    expect(planned('AWS::Logs::LogGroup', { after: {} })).toMatchObject({ sources: [], unread: [] });
  });

  it('is refused in parts', () => {
    expect(isChangeSet('{"ChangeSetId": "c", "Changes": []}')).toBe(true);
    expect(isChangeSet('[')).toBe(false);
    const whole = JSON.parse(changeSet('AWS::IAM::Group', { after: {} })) as Json;
    expect(() => parseChangeSet(JSON.stringify({ ...whole, NextToken: 'n' }))).toThrow('one page');
    expect(() => parseChangeSet(JSON.stringify({ ...whole, Status: 'FAILED' }))).toThrow('could not make');
    expect(() => parseChangeSet(JSON.stringify({ ...whole, StackId: 'x' }))).toThrow('not a change set');
  });
});
