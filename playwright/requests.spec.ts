import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';
import { expectToast, recordToasts } from './support/toasts';

// Requests are never deleted, so no other test shares its CAM.
test.use({ alone: 'requests' });

const PLACE = ['--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments'];

type Dump = { UserDetailList: { UserName: string; GroupList: string[] }[] };

/** Returns an export in which Pim, who is in no group unless one is named, joins the users of the small account. */
function accountWith(file: string, groups: string[]): string {
  const dump = JSON.parse(readFileSync(join(__dirname, 'fixtures/small-account.json'), 'utf8')) as Dump;
  const [nora] = dump.UserDetailList;
  const text = JSON.stringify(nora).replaceAll('nora.lind', 'pim.aalto').replaceAll('AIDANORA', 'AIDAPIM');
  dump.UserDetailList.push({ ...(JSON.parse(text) as Dump['UserDetailList'][number]), GroupList: groups });
  writeFileSync(file, JSON.stringify(dump));
  return file;
}

async function tryIt(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('region', { name: 'Trial' }).getByText('The trial shows the access after the change.')).toBeVisible();
}

test('a viewer asks for access, an administrator approves it, and a snapshot shows it', async ({ page, browser, signIn, cam }, info) => {
  await cam('import', accountWith(info.outputPath('before.json'), []), ...PLACE);

  await test.step('ask, from the page of the identity', async () => {
    await signIn(page, 'viewer', '/identities/demo/AWS/111122223333/-/USER/pim.aalto/');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Request access' }).click();
    const form = page.getByRole('dialog', { name: 'Request access' });
    await expect(form.getByText('pim.aalto').first()).toBeVisible();
    await form.getByLabel('Resource').fill('payroll');
    await page.getByTitle('payroll').first().click();
    const engineers = form.getByRole('radio', { name: /^Add pim\.aalto to engineers/ });
    await expect(engineers).toBeChecked();
    await expect(form.getByRole('radio', { name: /^Attach everything to pim\.aalto.*Also gives access to other resources/ })).toBeVisible();
    await tryIt(page, 'Try it');
    const send = form.getByRole('button', { name: 'Send request' });
    await expect(send).toBeDisabled();
    await form.getByLabel('Reason').fill('Pay slips of March are wrong');
    // A button below the pointer changes its colour for a moment.
    await page.mouse.move(0, 0);
    expect(await violations(page)).toEqual([]);
    await send.click();
    await expectToast(page, 'Request sent to the approvers.');
    const row = page.getByRole('row').filter({ hasText: 'pim.aalto to payroll' });
    await expect(row).toContainText('Waits for approval');
    await expect(row).toContainText(/2 days 23 hours to decide|3 days to decide/);
    await row.click();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await recordToasts(context);
  const second = await context.newPage();
  await test.step('approve, after a trial', async () => {
    await signIn(second, 'admin', '/requests');
    await expect(second.getByText('1 request waits for your decision.')).toBeVisible();
    await second.getByRole('tab', { name: 'To approve (1)' }).click();
    await second.getByRole('row').filter({ hasText: 'pim.aalto to payroll' }).click();
    await tryIt(second, 'Try the change');
    await second.mouse.move(0, 0);
    expect(await violations(second)).toEqual([]);
    await second.getByRole('button', { name: 'Approve' }).click();
    await second.getByRole('dialog', { name: 'Approve request' }).getByRole('button', { name: 'Approve' }).click();
    await expectToast(second, 'Request approved.');
    await expect(second.getByText('Approved, not seen yet').first()).toBeVisible();
  });

  await test.step('a snapshot shows the access', async () => {
    await cam('import', accountWith(info.outputPath('after.json'), ['engineers']), ...PLACE);
    await expect.poll(async () => (await cam('request', 'list', '--show', 'running')).stdout, { timeout: 60_000 }).toContain('SEEN');
    await second.goto(new URL('/requests?show=running', second.url()).href);
    const row = second.getByRole('row').filter({ hasText: 'pim.aalto to payroll' });
    await expect(row).toContainText('In a snapshot');
    await expect(row).toContainText(/(3 hours \d+ minutes?|4 hours) left/);
    await row.click();
    await expect(second.getByText('A snapshot shows the access')).toBeVisible();
    await second.getByRole('button', { name: 'Extend' }).click();
    await expect(second.getByRole('dialog', { name: 'Extend access of pim.aalto to payroll' })).toBeVisible();
    expect(await violations(second)).toEqual([]);
  });
  await context.close();
});

test('an administrator sets the longest access, and longer ones cannot be chosen', async ({ page, signIn, cam }, info) => {
  await cam('import', accountWith(info.outputPath('account.json'), []), ...PLACE);
  await signIn(page, 'admin', '/requests');
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings of requests' });
  await settings.getByLabel('Longest access, hours').fill('8');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Settings saved.');
  await page.getByRole('button', { name: 'Request access' }).first().click();
  await page.getByRole('dialog', { name: 'Request access' }).getByLabel('Needed for').click();
  await expect(page.getByTitle('8 hours')).toBeVisible();
  await expect(page.getByTitle('1 day')).toHaveCount(0);
});
