import type { Page } from '@playwright/test';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

async function openRoles(page: Page): Promise<void> {
  await page.goto('/settings/roles');
  await expect(page.getByRole('button', { name: 'Administrator' })).toBeVisible();
}

test('an administrator gives a viewer a right by a role, which counts from the next page on and ends with the role', async ({
  page,
  browser,
  signIn,
  running,
}) => {
  await signIn(page, 'admin');
  await openRoles(page);
  await page.getByRole('button', { name: 'Create role' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name').fill('Settings managers');
  await drawer.getByRole('checkbox', { name: /Search access/ }).check();
  await drawer.getByRole('checkbox', { name: /Change tenant settings/ }).check();
  await drawer.getByLabel('People').fill(running.credentials('viewer').email);
  await drawer.getByLabel('People').press('Enter');
  const calls = drawer.getByRole('region', { name: 'Calls of the role' });
  await calls.getByText('Events', { exact: true }).click();
  await expect(calls.getByText(/^Create a webhook/)).toBeVisible();
  await drawer.getByRole('button', { name: 'Create role' }).click();
  await expectToast(page, 'Saved the role "Settings managers".');
  await expect(page.getByRole('button', { name: 'Settings managers' })).toBeVisible();

  const viewer = await (await browser.newContext()).newPage();
  await signIn(viewer, 'viewer', '/settings/profile');
  await expect(viewer.getByRole('tab', { name: 'Webhooks' })).toBeVisible();

  await page.getByRole('button', { name: 'Settings managers' }).click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Deleted Settings managers.');
  await viewer.reload();
  await expect(viewer.getByRole('tab', { name: 'User Information' })).toBeVisible();
  await expect(viewer.getByRole('tab', { name: 'Webhooks' })).toHaveCount(0);
  await viewer.context().close();
});
