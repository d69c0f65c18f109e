import { targetsOf, type BundleEdit } from './bundle-edit';

const SUBSCRIPTION = '/subscriptions/5';
const assign = (principal: string, scope: string): BundleEdit => ({ kind: 'ADD_ASSIGNMENT', principal, role: 'r', scope });

describe('the entities of an edit', () => {
  it.each<[string, BundleEdit, string[]]>([
    ['its resource', { kind: 'DELETE_RESOURCE', resource: 'arn:aws:sqs:eu-west-1:1:jobs' }, ['arn:aws:sqs:eu-west-1:1:jobs']],
    [
      'the policy, for a node of an organization',
      { kind: 'ATTACH_POLICY', holder: 'ou-1', policy: 'arn:aws:organizations::1:policy/o/s/p-1' },
      ['arn:aws:organizations::1:policy/o/s/p-1'],
    ],
    [
      'the holder, for any other policy',
      { kind: 'ATTACH_POLICY', holder: 'arn:aws:iam::1:user/ann', policy: 'arn:aws:iam::aws:policy/X' },
      ['arn:aws:iam::1:user/ann'],
    ],
    [
      'the account, for its public access block',
      { kind: 'SET_PUBLIC_ACCESS_BLOCK', resource: '111122223333', block: null },
      ['arn:aws:iam::111122223333:root'],
    ],
    ['the principal, for a role of a directory', assign('00u', '/'), ['00u']],
    [
      'the principal, for a permission set of an account',
      assign('arn:aws:identitystore:::user/u', '111122223333'),
      ['arn:aws:identitystore:::user/u'],
    ],
    [
      'a scope of Azure and its subscription',
      assign('m', `${SUBSCRIPTION}/resourceGroups/Web`),
      [`${SUBSCRIPTION}/resourcegroups/web`, SUBSCRIPTION],
    ],
    [
      'a role of Azure by the id that it has everywhere',
      { kind: 'SET_ROLE_DEFINITION', role: `${SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/AB`, document: null },
      ['/providers/microsoft.authorization/roledefinitions/ab', SUBSCRIPTION],
    ],
    [
      'a project of Google Cloud by its short name',
      assign('m', '//cloudresourcemanager.googleapis.com/projects/demo'),
      ['//cloudresourcemanager.googleapis.com/projects/demo', 'projects/demo'],
    ],
    ['a bucket', assign('m', '//storage.googleapis.com/b'), ['//storage.googleapis.com/b']],
    [
      'a new service account and its project',
      { kind: 'CREATE_PRINCIPAL', principal: 'serviceAccount:a@demo.iam.gserviceaccount.com', document: null },
      ['serviceAccount:a@demo.iam.gserviceaccount.com', 'projects/demo'],
    ],
    [
      'a custom role and its project',
      { kind: 'SET_ROLE_DEFINITION', role: 'projects/demo/roles/own', document: null },
      ['//iam.googleapis.com/projects/demo/roles/own', 'projects/demo'],
    ],
  ])('are %s', (_name, edit, targets) => {
    expect(targetsOf(edit)).toEqual(targets);
  });
});
