import type { ChangeEdit } from '@cam/contracts/server';
import { ACCOUNT, allow, arn, COMPANY, dump, policyDocument, trust } from '../../../../../test/support/aws-account';
import { editedFiles, type AwsFiles } from '../../../../../test/support/edited-files';
import type { ReadBundle } from '../../../engine/bundle/bundle-reader';
import { AwsAccountBundle } from '../read/read';

const READ = policyDocument(allow('s3:GetObject', 'arn:aws:s3:::payroll/*')) as Record<string, unknown>;
const TRUST = trust({ AWS: arn('user', 'dora') }) as Record<string, unknown>;
const BUCKET_POLICY = policyDocument({ ...allow('s3:GetObject', 'arn:aws:s3:::payroll/*'), Principal: { AWS: arn('user', 'dora') } }) as Record<
  string,
  unknown
>;
const [ADA, BOB, CLEO, DORA] = ['ada', 'bob', 'cleo', 'dora'].map((name) => arn('user', name)) as [string, string, string, string];
const [DEVELOPERS, DEPLOYER] = [arn('group', 'developers'), arn('role', 'deployer')];
const BUCKET = 'arn:aws:s3:::payroll';

const FILES: AwsFiles = {
  iam: dump(COMPANY) as AwsFiles['iam'],
  buckets: { payroll: null, releases: JSON.stringify(BUCKET_POLICY), archive: JSON.stringify(BUCKET_POLICY) },
};

function read({ iam, buckets }: AwsFiles): ReadBundle {
  const reader = new AwsAccountBundle();
  const files = {
    'iam/details.json': iam,
    's3/list-buckets.json': { Buckets: Object.keys(buckets).map((Name) => ({ Name })) },
    ...Object.fromEntries(
      Object.entries(buckets).flatMap(([name, Policy]) => (Policy === null ? [] : [[`s3/get-bucket-policy/${name}.json`, { Policy }]])),
    ),
  };
  for (const [name, value] of Object.entries(files)) reader.add({ name, content: Buffer.from(JSON.stringify(value)), problem: null });
  return reader.result();
}

function factsOf(bundle: ReadBundle, edits?: readonly ChangeEdit[]) {
  const { entities, relations, policies } = bundle.normalise('acme', ACCOUNT, new Date(0), edits);
  const byText = (list: readonly unknown[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return { entities: byText(entities), relations: byText(relations), policies: byText(policies) };
}

const EDITS: Record<string, ChangeEdit> = {
  'sets a new inline policy of a user': { kind: 'SET_INLINE_POLICY', holder: DORA, name: 'own', document: READ },
  'sets a new inline policy of a group': { kind: 'SET_INLINE_POLICY', holder: DEVELOPERS, name: 'own', document: READ },
  'sets a new inline policy of a role': { kind: 'SET_INLINE_POLICY', holder: DEPLOYER, name: 'own', document: READ },
  'replaces an inline policy': { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'read-payroll', document: READ },
  'deletes an inline policy': { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'read-payroll', document: null },
  'sets the default version of a managed policy': { kind: 'SET_MANAGED_POLICY', policy: arn('policy', 'Deploy'), document: READ },
  'creates a managed policy': { kind: 'SET_MANAGED_POLICY', policy: arn('policy', 'New'), document: READ },
  'deletes a managed policy and detaches it': { kind: 'SET_MANAGED_POLICY', policy: arn('policy', 'Deploy'), document: null },
  'attaches a policy': { kind: 'ATTACH_POLICY', holder: DEVELOPERS, policy: arn('policy', 'Administration') },
  'detaches a policy': { kind: 'DETACH_POLICY', holder: ADA, policy: arn('policy', 'Administration') },
  'adds a member': { kind: 'ADD_MEMBER', group: DEVELOPERS, member: DORA },
  'removes a member': { kind: 'REMOVE_MEMBER', group: DEVELOPERS, member: CLEO },
  'sets a trust policy': { kind: 'SET_TRUST_POLICY', role: DEPLOYER, document: TRUST },
  'creates a role': { kind: 'CREATE_PRINCIPAL', principal: arn('role', 'new'), document: TRUST },
  'creates a user': { kind: 'CREATE_PRINCIPAL', principal: arn('user', 'eve'), document: null },
  'deletes a group and its memberships': { kind: 'DELETE_PRINCIPAL', principal: DEVELOPERS },
  'deletes a user': { kind: 'DELETE_PRINCIPAL', principal: ADA },
  'sets a permissions boundary': { kind: 'SET_BOUNDARY', holder: DEPLOYER, policy: arn('policy', 'Deploy') },
  'creates a bucket': { kind: 'CREATE_BUCKET', bucket: 'arn:aws:s3:::new' },
  'deletes a bucket with its policy': { kind: 'DELETE_BUCKET', bucket: 'arn:aws:s3:::releases' },
  'sets the first policy of a bucket': { kind: 'SET_RESOURCE_POLICY', resource: BUCKET, document: BUCKET_POLICY },
  'replaces the policy of a bucket': { kind: 'SET_RESOURCE_POLICY', resource: 'arn:aws:s3:::releases', document: READ },
  'deletes the policy of a bucket': { kind: 'SET_RESOURCE_POLICY', resource: 'arn:aws:s3:::releases', document: null },
};

describe('an edit of the bundle of an AWS account', () => {
  it.each(Object.entries(EDITS))('%s', (_name, edit) => {
    const bundle = read(FILES);
    const before = factsOf(bundle);
    const after = factsOf(bundle, [edit]);
    expect(after).not.toEqual(before);
    expect(after).toEqual(factsOf(read(editedFiles(FILES, edit))));
    // The bundle itself stays as it is.
    expect(factsOf(bundle)).toEqual(before);
  });

  it('follows the edits before it', () => {
    const policy = arn('policy', 'New');
    const edits: ChangeEdit[] = [
      { kind: 'SET_MANAGED_POLICY', policy, document: READ },
      { kind: 'ATTACH_POLICY', holder: DORA, policy },
    ];
    expect(factsOf(read(FILES), edits)).toEqual(factsOf(read(edits.reduce(editedFiles, FILES))));
  });

  it.each<[string, ChangeEdit, string]>([
    ['an unknown holder', { kind: 'ATTACH_POLICY', holder: arn('user', 'nobody'), policy: arn('policy', 'Deploy') }, 'no user, group or role'],
    ['a policy without a document', { kind: 'ATTACH_POLICY', holder: ADA, policy: 'arn:aws:iam::aws:policy/Other' }, 'Set an inline policy'],
    ['an attached policy', { kind: 'ATTACH_POLICY', holder: ADA, policy: arn('policy', 'Administration') }, 'attached already'],
    ['a policy that is not attached', { kind: 'DETACH_POLICY', holder: ADA, policy: arn('policy', 'Deploy') }, 'Attached are: arn:aws:iam'],
    ['an unknown inline policy', { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'x', document: null }, 'The holder has: read-payroll.'],
    ['a policy of AWS', { kind: 'SET_MANAGED_POLICY', policy: 'arn:aws:iam::aws:policy/X', document: READ }, 'AWS owns this policy'],
    ['a wrong ARN of a policy', { kind: 'SET_MANAGED_POLICY', policy: 'Deploy', document: READ }, 'It looks like arn:aws:iam::'],
    ['an unknown managed policy', { kind: 'SET_MANAGED_POLICY', policy: arn('policy', 'X'), document: null }, 'no managed policy'],
    ['a member already', { kind: 'ADD_MEMBER', group: DEVELOPERS, member: CLEO }, 'already a member'],
    ['a member that is none', { kind: 'REMOVE_MEMBER', group: DEVELOPERS, member: DORA }, 'It has no groups.'],
    ['a role as a member', { kind: 'ADD_MEMBER', group: DEVELOPERS, member: DEPLOYER }, 'Only users'],
    ['an unknown group', { kind: 'ADD_MEMBER', group: arn('group', 'x'), member: DORA }, 'no group with this ARN'],
    ['a trust policy of a user', { kind: 'SET_TRUST_POLICY', role: ADA, document: TRUST }, 'Only roles'],
    ['a principal that exists', { kind: 'CREATE_PRINCIPAL', principal: ADA, document: null }, 'a user of this name already'],
    ['a role without a trust policy', { kind: 'CREATE_PRINCIPAL', principal: arn('role', 'new'), document: null }, 'needs a trust policy'],
    ['a user with a trust policy', { kind: 'CREATE_PRINCIPAL', principal: arn('user', 'new'), document: TRUST }, 'Only roles'],
    ['a principal that is none', { kind: 'CREATE_PRINCIPAL', principal: BUCKET, document: null }, 'It looks like arn:aws:iam::'],
    ['an unknown principal to delete', { kind: 'DELETE_PRINCIPAL', principal: arn('user', 'nobody') }, 'no user, group or role'],
    ['a boundary of a group', { kind: 'SET_BOUNDARY', holder: DEVELOPERS, policy: arn('policy', 'Deploy') }, 'no permissions boundary'],
    ['a boundary without a document', { kind: 'SET_BOUNDARY', holder: ADA, policy: arn('policy', 'X') }, 'no document of this policy'],
    ['an unknown bucket', { kind: 'SET_RESOURCE_POLICY', resource: 'arn:aws:s3:::x', document: READ }, 'no bucket with this name'],
    ['a bucket that exists', { kind: 'CREATE_BUCKET', bucket: BUCKET }, 'a bucket of this name already'],
    ['an unknown bucket to delete', { kind: 'DELETE_BUCKET', bucket: 'arn:aws:s3:::x' }, 'no bucket with this name'],
    ['a bucket without a policy', { kind: 'SET_RESOURCE_POLICY', resource: BUCKET, document: null }, 'no policy to delete'],
    ['another resource', { kind: 'SET_RESOURCE_POLICY', resource: DEPLOYER, document: READ }, 'kinds of resources only'],
    ['a document without statements', { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'x', document: { Version: '2012-10-17' } }, 'no statement'],
    [
      'a statement without an action',
      { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'x', document: policyDocument({ Effect: 'Allow', Actions: '*' }) as never },
      'neither Action nor NotAction',
    ],
    [
      'a wrong effect',
      { kind: 'SET_INLINE_POLICY', holder: BOB, name: 'x', document: policyDocument({ Effect: 'allow', Action: '*', Resource: '*' }) as never },
      '/Statement/0/Effect',
    ],
  ])('is refused for %s, with what to do', (_name, edit, words) => {
    const both = (): unknown => factsOf(read(FILES), [EDITS['sets a trust policy'] as ChangeEdit, edit]);
    expect(both).toThrow(words);
    expect(both).toThrow(/^Edit 2 \(/);
  });
});
