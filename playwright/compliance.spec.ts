import { readFileSync, writeFileSync } from 'node:fs';
import { verifyFile } from '@cam/checker/node';
import type { Page } from '@playwright/test';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

const ACCOUNT = '444455556666';
const SUITE = 'AWS identity: least privilege';
const RULE = 'Users get their access through groups or roles';

const user = (UserName: string, more: object): object => ({
  Path: '/',
  UserName,
  UserId: `AIDA${UserName.replace('.', '').toUpperCase()}`,
  Arn: `arn:aws:iam::${ACCOUNT}:user/${UserName}`,
  CreateDate: '2024-01-02T03:04:05+00:00',
  GroupList: [],
  AttachedManagedPolicies: [],
  ...more,
});
const policy = (PolicyName: string, Action: string): object => ({
  PolicyName,
  PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource: '*' }] },
});

/** An account with two users: one has a policy of its own, the other has it through a group. */
function account(file: string): string {
  const group = {
    Path: '/',
    GroupName: 'readers',
    GroupId: 'AGPAREADERS',
    Arn: `arn:aws:iam::${ACCOUNT}:group/readers`,
    AttachedManagedPolicies: [],
  };
  const dump = {
    UserDetailList: [user('una.boss', { UserPolicyList: [policy('everything', '*')] }), user('vic.reader', { GroupList: ['readers'] })],
    GroupDetailList: [{ ...group, CreateDate: '2024-01-02T03:04:05+00:00', GroupPolicyList: [policy('look', 'ec2:Describe*')] }],
    RoleDetailList: [],
    Policies: [],
    IsTruncated: false,
  };
  writeFileSync(file, JSON.stringify(dump));
  return file;
}

/** Removes the account, because other tests of the worker count on an empty tenant. */
test.afterEach(async ({ running }) => {
  const token = (await running.cli('token', '--user', 'admin@demo.example')).stdout.trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { account_list: accounts } = (await (await fetch(`${running.url}/beta/accounts/AWS`, { headers })).json()) as {
    account_list: { uid: string; account_id: string }[];
  };
  for (const { uid } of accounts.filter(({ account_id: id }) => id === ACCOUNT))
    await fetch(`${running.url}/beta/accounts?uid=${uid}&cloud_type=AWS`, { method: 'DELETE', headers });
});

const row = (page: Page) => page.getByRole('row', { name: /una\.boss/ });

/** Selects the one failed object and chooses an action for it. */
async function act(page: Page, what: 'Dismiss' | 'Keep' | 'Remediate'): Promise<void> {
  await row(page).getByRole('checkbox').check();
  // A menu that the pointer opened closes when the list reloads.
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect(async () => {
    if (!(await item('Selected(1)').isVisible())) await page.getByRole('button', { name: 'Actions' }).click();
    await item('Selected(1)').hover();
    // The menu under "All" has the same items; the test must not hit those.
    const menu = page.locator(`[id="${await item('Selected(1)').getAttribute('aria-controls')}"]`);
    await menu.getByRole('menuitem', { name: what }).click({ timeout: 3000 });
  }).toPass();
  await expectToast(page, 'Success');
}

test('a user opens a suite, its rule and a failed object, then dismisses, keeps and remediates it', async ({ page, signIn, cam }, info) => {
  await cam('import', account(info.outputPath('account.json')), '--cloud', 'AWS', '--account', ACCOUNT, '--name', 'Bookkeeping');
  await signIn(page, 'admin');

  await test.step('open the suite and its rule', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Compliance' }).click();
    await expect(page.getByText(/^\d+ of \d+ rules pass\./)).toBeVisible();
    await page.getByRole('link', { name: SUITE }).click();
    await expect(page.getByRole('heading', { name: SUITE })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Failing rules by day' }).getByRole('img')).toHaveCount(1);
    await expect(page.locator('figure canvas')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(RULE) })).toContainText('Fails');
    await page.getByRole('link', { name: RULE }).click();
    await expect(page.getByRole('heading', { name: RULE })).toBeVisible();
    await expect(page.getByRole('link', { name: /^user with-attribute cloudtype AWS$/ })).toBeVisible();
    await expect(row(page)).toContainText('Open');
  });

  await test.step('open the page of the failed object and go back', async () => {
    await page.getByRole('link', { name: 'una.boss' }).click();
    await expect(page).toHaveURL(/\/identities\//);
    await expect(page.getByRole('heading', { name: 'una.boss' })).toBeVisible();
    await page.goBack();
    await expect(row(page)).toBeVisible();
  });

  await test.step('dismiss the failed object, show dismissed ones and keep it', async () => {
    const result = page.locator('dd', { hasText: /\d+ of \d+/ });
    const before = await result.textContent();
    await act(page, 'Dismiss');
    await expect(row(page)).toHaveCount(0);
    await expect(result).toContainText('1 more dismissed');
    await page.getByRole('checkbox', { name: 'Show dismissed' }).check();
    await expect(row(page)).toContainText('Dismissed');
    await act(page, 'Keep');
    await expect(row(page)).toContainText('Open');
    await expect(result).toHaveText(before ?? '');
  });

  await test.step('remediate the failed object, which waits for the next snapshot', async () => {
    await act(page, 'Remediate');
    await expect(row(page)).toContainText('Waiting for the next snapshot');
    await page.getByRole('checkbox', { name: 'Open only' }).check();
    await expect(row(page)).toHaveCount(0);
    await cam('import', info.outputPath('account.json'), '--cloud', 'AWS', '--account', ACCOUNT);
    await expect(async () => {
      await page.reload();
      await expect(page.locator('dd', { hasText: /\d+ of \d+/ })).toBeVisible();
      await expect(row(page)).toContainText('Open', { timeout: 2000 });
    }).toPass();
  });

  await test.step('open the failed objects as a search', async () => {
    await page.getByRole('link', { name: /not via group\|role$/ }).click();
    await expect(page).toHaveURL(/\/searchresult/);
    await expect(page.getByRole('row', { name: /una\.boss/ }).first()).toBeVisible();
  });
});

test('a viewer downloads the report of a suite, named by date, but cannot change failed objects', async ({ page, signIn, cam }, info) => {
  await cam('import', account(info.outputPath('account.json')), '--cloud', 'AWS', '--account', ACCOUNT);
  await signIn(page, 'viewer', '/compliance/aws-identity-least-privilege');
  const button = page.getByRole('button', { name: 'Download suite report' });
  await expect(button).toBeEnabled();
  const [download] = await Promise.all([page.waitForEvent('download'), expectToast(page, 'Report generating started...'), button.click()]);
  expect(download.suggestedFilename()).toBe(`report ${new Date().toISOString().slice(0, 10)}.xlsx`);
  // The first bytes of a zip file, which every workbook is.
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await page.getByRole('link', { name: RULE }).click();
  await expect(row(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0);
  await expect(row(page).getByRole('checkbox')).toHaveCount(0);
});

test('a framework lists its controls, and a control leads to its evidence rules, whose failures are proved', async ({ page, signIn, cam }, info) => {
  await cam('import', account(info.outputPath('account.json')), '--cloud', 'AWS', '--account', ACCOUNT);
  await signIn(page, 'viewer', '/compliance/soc2');
  await expect(page.getByRole('row', { name: /CC6\.4/ })).toContainText('Needs manual evidence');
  await page.getByRole('button', { name: 'Evidence of CC6.4' }).click();
  await expect(page.getByText('Evidence to keep:')).toBeVisible();
  await expect(page.getByRole('row', { name: /CC1\.3/ })).toContainText('Fails');
  await page.getByRole('button', { name: 'Rules of CC1.3' }).click();
  await page.getByRole('link', { name: RULE }).click();
  await expect(row(page)).toBeVisible();
  await expect(page.locator('dd', { hasText: 'SOC 2 · CC1.3' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence with proofs' }).click();
  const { report } = await verifyFile(await (await download).path(), []);
  expect(report).toMatchObject({ code: 0, manifest: { subject: expect.stringContaining('user with-attribute cloudtype AWS') } });
  await page.getByRole('link', { name: 'Back to the suite' }).click();
  await page.getByRole('tab', { name: 'All rules' }).click();
  await page.getByPlaceholder('Object Search').fill('through groups');
  await expect(page.getByRole('row', { name: new RegExp(RULE) })).toContainText('CC1.3, CC6.3');
});
