import { writeFileSync } from 'node:fs';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

const ACCOUNT = '444455557777';

const user = (UserName: string, PolicyName: string, Action: string): object => ({
  Path: '/',
  UserName,
  UserId: `AIDA${UserName.toUpperCase()}`,
  Arn: `arn:aws:iam::${ACCOUNT}:user/${UserName}`,
  CreateDate: '2024-01-02T03:04:05+00:00',
  GroupList: [],
  AttachedManagedPolicies: [],
  UserPolicyList: [{ PolicyName, PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource: '*' }] } }],
});

/** A role and a policy, which the actions of an IAM administrator act on. */
const ROLE = {
  Path: '/',
  RoleName: 'backup',
  RoleId: 'AROABACKUP',
  Arn: `arn:aws:iam::${ACCOUNT}:role/backup`,
  CreateDate: '2024-01-02T03:04:05+00:00',
  AssumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  },
  InstanceProfileList: [],
  RolePolicyList: [],
  AttachedManagedPolicies: [],
};
const POLICY = {
  PolicyName: 'read-backups',
  PolicyId: 'ANPABACKUP',
  Arn: `arn:aws:iam::${ACCOUNT}:policy/read-backups`,
  Path: '/',
  DefaultVersionId: 'v1',
  AttachmentCount: 0,
  IsAttachable: true,
  CreateDate: '2024-01-02T03:04:05+00:00',
  UpdateDate: '2024-01-02T03:04:05+00:00',
  PolicyVersionList: [
    {
      VersionId: 'v1',
      IsDefaultVersion: true,
      CreateDate: '2024-01-02T03:04:05+00:00',
      Document: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::backups/*' }] },
    },
  ],
};

test.use({ alone: 'crown jewels' });
test.describe.configure({ mode: 'serial' });

test('tiers are filled by a rule, certified, named, exported and applied as a file', async ({ page, signIn, running, cam }, testInfo) => {
  const file = testInfo.outputPath('account.json');
  const dump = {
    UserDetailList: [user('una', 'all', '*'), user('vic', 'keys', 'iam:UpdateLoginProfile'), user('wim', 'pay', 'iam:ListUsers')],
    GroupDetailList: [],
    RoleDetailList: [ROLE],
    Policies: [POLICY],
  };
  writeFileSync(file, JSON.stringify({ ...dump, IsTruncated: false }));
  await cam('import', file, '--cloud', 'AWS', '--account', ACCOUNT, '--name', 'Payments');
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Crown Jewels', exact: true }).click();
  // The first scores follow the count of the import.
  await expect(page.getByRole('button', { name: /^Tier 0 Control 2 / })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row', { name: /una .*AWS administrators of IAM/ })).toBeVisible();
  // Who can set the password of an administrator can act as one.
  await expect(page.getByRole('row', { name: /vic .*AWS administrators of IAM/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add rule' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Payments staff');
  await drawer.getByRole('textbox', { name: 'Query' }).fill('user wim');
  await expect(drawer.getByRole('region', { name: 'Preview' })).toContainText('1 entity selected now');
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Pays the salaries.');
  await drawer.getByText('New entities wait until a user certifies them').click();
  await drawer.getByRole('button', { name: 'Add rule' }).click();
  await expectToast(page, 'Saved the rule "Payments staff"');

  await page.getByRole('tab', { name: 'To certify (1)' }).click();
  await page.getByRole('row', { name: /wim/ }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Selected(1)' }).hover();
  await page.getByRole('menuitem', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Agreed with the owner.');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expectToast(page, 'Accepted 1 entity');
  await page.getByRole('tab', { name: 'Tiers' }).click();
  await page.getByRole('button', { name: /^Tier 1 Crown jewels 1 / }).click();
  await expect(page.getByRole('row', { name: /wim .*Payments staff.*Agreed with the owner/ })).toBeVisible();

  await page.goto(`${running.url}/identities?type=USER&view=list&sort=risk&order=desc`);
  const first = page.getByRole('row', { name: /^User una/ });
  await expect(first).toContainText('Tier 0');
  await first.getByRole('button', { name: /^Risk of una: \d+ of 100/ }).click();
  await expect(
    page
      .getByText(/^Risk \d+ of 100: /)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  const exported = JSON.parse((await cam('tiers', 'export')).stdout) as { rules: { name: string; tier: number }[] };
  expect(exported.rules.map(({ name }) => name)).toEqual(['Payments staff']);
  const rules = testInfo.outputPath('tiers.json');
  writeFileSync(rules, JSON.stringify(exported));
  expect((await cam('tiers', 'apply', rules, '--plan')).stdout).toContain('The tenant has these rules already.');
  const [rule] = exported.rules;
  writeFileSync(rules, JSON.stringify({ ...exported, rules: [{ ...rule, tier: 2 }] }));
  expect((await cam('tiers', 'apply', rules, '--plan')).stdout).toContain('Change tier of the rule "Payments staff"');
  expect((await cam('tiers', 'apply', rules)).stdout).toContain('1 step taken.');
  expect((await cam('tiers', 'apply', rules)).stdout).toContain('The tenant has these rules already.');
  expect((await cam('risk', 'top', '-n', '2')).stdout).toContain('una');
});

test('a viewer reads the tiers and the weights, and can change nothing', async ({ page, signIn }) => {
  await signIn(page, 'viewer', '/crown-jewels?tab=rules');
  await expect(page.getByRole('row', { name: /AWS administrators of IAM/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Risk' }).click();
  await expect(page.getByRole('textbox', { name: 'Anyone on the internet' })).toHaveValue('1');
  await expect(page.getByRole('button', { name: 'Save weights' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});
