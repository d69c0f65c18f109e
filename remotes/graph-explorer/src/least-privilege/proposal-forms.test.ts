import type { ProposalPart, ProposedDocument } from '@cam/contracts';
import { formsOf, inForm } from './proposal-forms';

const document = (change: Partial<ProposedDocument> = {}): ProposedDocument => ({
  title: 'Policy of PowerUser',
  format: 'AWS_POLICY',
  place: 'Replace the current policies with this one.',
  file_name: 'poweruser-least-privilege.json',
  content: JSON.stringify({ Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: 'arn:aws:s3:::home/${aws:username}/*' }] }, null, 4),
  ...change,
});
const part = {
  taken_away: { actions: 10, sensitive: 0, held: 11, services: [{ service: 'ec2', actions: 10, examples: ['ec2:RunInstances'] }] },
} as unknown as ProposalPart;
const ROLE = { type: 'ROLE', name: 'PowerUser', accountId: '111122223333' };

describe('a proposed AWS policy', () => {
  it('is Terraform that creates and attaches it, with the variables of AWS kept from Terraform', () => {
    const { content, fileName } = inForm('Terraform', document(), part, ROLE);
    expect(fileName).toBe('poweruser-least-privilege.tf');
    expect(content).toContain('resource "aws_iam_policy" "poweruser_least_privilege" {');
    expect(content).toContain('home/$${aws:username}/*');
    expect(content).toContain('resource "aws_iam_role_policy_attachment" "poweruser_least_privilege" {\n  role       = "PowerUser"');
  });

  it('is commands, in which no name runs', () => {
    const { content } = inForm('CLI', document(), part, { ...ROLE, name: "x'; rm -rf ~ #" });
    expect(content).toContain('--policy-document file://poweruser-least-privilege.json');
    expect(content).toContain(`--role-name 'x'\\''; rm -rf ~ #'`);
    expect(content).toContain('arn:aws:iam::111122223333:policy/poweruser-least-privilege');
  });

  it('is a diff of what stays and what goes', () => {
    expect(inForm('Diff', document(), part, ROLE).content.split('\n').slice(2, 5)).toEqual([
      '  s3:GetObject',
      '- ec2:RunInstances',
      '- 9 more of ec2',
    ]);
  });

  it('leaves its JSON as it is', () => expect(inForm('JSON', document(), part, ROLE).content).toBe(document().content));
});

it('a name in Terraform neither ends its string nor is evaluated', () => {
  const content = JSON.stringify({ title: 'a" }\n${file("/etc/passwd")}', includedPermissions: ['storage.objects.get'] });
  const role = inForm('Terraform', document({ format: 'GCP_ROLE', content }), part, ROLE).content;
  expect(role).toContain('title       = "a\\" }\\n$${file(\\"/etc/passwd\\")}"');
  expect(role).toContain('"storage.objects.get",');
});

it.each([
  [
    'AZURE_ROLE',
    { Name: 'r', AssignableScopes: ['/subscriptions/1'], Actions: ['Microsoft.Storage/*/read'] },
    'azurerm_role_definition',
    'az role definition create',
  ],
  [
    'ENTRA_ROLE',
    { displayName: 'r', rolePermissions: [{ allowedResourceActions: ['microsoft.directory/users/read'] }] },
    'azuread_custom_directory_role',
    'az rest',
  ],
] as const)('a %s has both forms', (format, content, resource, command) => {
  const one = document({ format, content: JSON.stringify(content) });
  expect(inForm('Terraform', one, part, ROLE).content).toContain(`resource "${resource}"`);
  expect(inForm('CLI', one, part, ROLE).content).toContain(command);
});

it('assignments of a directory are JSON and a diff', () => {
  expect(formsOf(document({ format: 'OKTA_ASSIGNMENTS' }))).toEqual(['JSON', 'Diff']);
});
