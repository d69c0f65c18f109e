import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

const DUMP = join(__dirname, 'fixtures/small-account.json');
const QUERY = 'user with-access object_store payroll for read';

type Dump = { UserDetailList: { UserName: string; GroupList: string[]; AttachedManagedPolicies: object[] }[] };

test.describe.configure({ mode: 'serial' });

test('a guardrail with alerting enabled raises an alert for a finding, and the menu badge counts it', async ({ page, signIn, cam }) => {
  await cam('import', DUMP, '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
  await signIn(page, 'admin', '/guardrails');
  await page.getByRole('button', { name: 'Create Guardrail' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create Guardrail' });
  await form.getByLabel('Name').fill('Readers of the payroll');
  await form.getByLabel('Query').fill(QUERY);
  await form.getByRole('button', { name: 'Create Guardrail' }).click();
  await expectToast(page, 'Guardrail Readers of the payroll created.');
  await page.getByPlaceholder('Object Search').fill('readers of');
  await page.getByRole('button', { name: 'Actions for Readers of the payroll' }).click();
  await page.getByRole('menuitem', { name: 'Enable Alerting' }).click();
  await expectToast(page, 'Guardrail Readers of the payroll updated.');

  const row = page.getByRole('row', { name: /Readers of the payroll.*nora\.lind/ });
  await expect(async () => {
    await page.goto('/alerts?search=readers');
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /Alerts/ })
      .getByRole('img'),
  ).toHaveAccessibleName(/open high severity/);
});

test('an alert explains its access path, becomes open when viewed, and can be dismissed and kept', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/alerts?search=readers');
  await page.getByRole('button', { name: 'Details of nora.lind: Readers of the payroll' }).click();
  const drawer = page.getByRole('dialog', { name: 'Readers of the payroll' });
  await expect(drawer.getByText('Open', { exact: true })).toBeVisible();
  const paths = drawer.getByRole('region', { name: 'Access paths of nora.lind' });
  await expect(paths.getByRole('img', { name: /^Access paths of nora\.lind: \d+ nodes/ })).toBeVisible();
  await paths.getByRole('button', { name: 'List' }).click();
  await expect(paths.getByRole('listitem').last()).toContainText('payroll');
  await drawer.getByRole('button', { name: 'Explain access of nora.lind to payroll' }).click();
  const explanation = page.getByRole('dialog', { name: 'Access of nora.lind to payroll' });
  await expect(explanation.getByRole('region', { name: 'Path 1' })).toContainText('read-payroll');
  await explanation.getByRole('button', { name: 'Close' }).click();
  await drawer.getByRole('button', { name: 'Dismiss' }).click();
  const dismissal = page.getByRole('dialog', { name: 'Dismiss 1 alert' });
  await dismissal.getByLabel('Reason').fill('Reads the payroll by contract');
  await dismissal.getByText('90 days').click();
  await dismissal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(drawer.getByText('Dismissed', { exact: true })).toBeVisible();
  await expect(drawer.getByText(/^Dismissed by admin@.*Reads the payroll by contract/)).toBeVisible();
  await expect(drawer.getByText(/Dismissed until \d{4}-\d{2}-\d{2}\./)).toBeVisible();
  await expect(page.getByRole('row', { name: /Readers of the payroll.*nora\.lind/ })).toHaveCount(0);
  await page.goto('/alerts?search=readers&show=ALERT_DISMISSED');
  await page
    .getByRole('row', { name: /nora\.lind/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Selected(1)' }).hover();
  await page.getByRole('menuitem', { name: 'Keep' }).click();
  await expect(page.getByRole('row', { name: /nora\.lind/ })).toHaveCount(0);
});

test('a snapshot raises an alert for a new grant and closes the alert for a removed grant', async ({ page, signIn, cam }, info) => {
  const dump = JSON.parse(readFileSync(DUMP, 'utf8')) as Dump;
  const changed = info.outputPath('changed-account.json');
  const first = dump.UserDetailList[0];
  const nora = { ...first, UserName: 'nora.lind', GroupList: [] };
  const pim = { ...first, UserName: 'pim.aalto', UserId: 'AIDAPIM', Arn: 'arn:aws:iam::111122223333:user/pim.aalto' };
  writeFileSync(changed, JSON.stringify({ ...dump, UserDetailList: [nora, pim, ...dump.UserDetailList.slice(1)] }));
  await cam('import', changed, '--cloud', 'AWS', '--account', '111122223333');
  await signIn(page, 'admin');
  await expect(async () => {
    await page.goto('/alerts?search=readers&show=ALERT_ALL');
    await expect(page.getByRole('row', { name: /Readers of the payroll.*pim\.aalto.* New/ })).toBeVisible({ timeout: 10_000 });
    await expect(page.getByRole('row', { name: /Readers of the payroll.*nora\.lind.* Closed/ })).toBeVisible({ timeout: 10_000 });
  }).toPass();
});

test('the changes page lists the changes of a snapshot by type and keeps the type in the URL', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/changes?search=pim');
  await expect(page.getByRole('row', { name: /Added.*pim\.aalto was added\./ })).toBeVisible();
  await page.getByRole('tab', { name: /^Relations added/ }).click();
  await expect(page).toHaveURL(/type=EDGE_ADD/);
  await page.getByRole('button', { name: 'Before and after: pim.aalto is a member of engineers.' }).click();
  // Nothing of that type changed, so its tab is missing and the list shows all types.
  await page.goto('/changes?search=pim&type=EDGE_MODIFY');
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /Added.*pim\.aalto was added\./ })).toBeVisible();
  await page.goto('/changes?end=2020-01-01');
  await expect(page.getByText('Nothing changed in this range.')).toBeVisible();
});

test('a user raises alerts from an identity page and from the list, remediates one and deletes it', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/identities/demo/AWS/111122223333/-/USER/pim.aalto/?tile=alerts');
  await page.getByRole('button', { name: 'Raise Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Raise Alert' });
  await dialog.getByLabel('Title').fill('Left the company');
  await dialog.getByLabel('Reasons').fill('The contract ended.');
  await dialog.getByRole('button', { name: 'Raise Alert' }).click();
  await expectToast(page, 'Alert raised.');
  await expect(page.getByRole('row', { name: /High.*Left the company/ })).toBeVisible();

  await page.goto('/alerts?search=Left');
  await page.getByRole('button', { name: 'Details of pim.aalto: Left the company' }).click();
  const drawer = page.getByRole('dialog', { name: 'Left the company' });
  await expect(drawer.getByRole('region', { name: 'Reasons' })).toContainText('The contract ended.');
  await expect(drawer).toContainText('A user, manually');
  await drawer.getByRole('button', { name: 'Remediate' }).click();
  await expect(drawer.getByText('Closed', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expectToast(page, 'Alert deleted.');
  await page.goto('/alerts?search=Left&show=ALERT_ALL');
  await expect(page.getByText('No alerts match "Left".')).toBeVisible();

  await page.getByRole('button', { name: 'Raise Alert' }).click();
  await dialog.getByLabel('Entity name').fill('nora');
  await page.locator('.ant-select-item-option').getByText('nora.lind').click();
  await dialog.getByLabel('Title').fill('Asked for too much');
  await dialog.getByText('Low', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Raise Alert' }).click();
  await expect(page.getByRole('dialog', { name: 'Asked for too much' })).toContainText('nora.lind');
});

test('a viewer can read alerts but not change them', async ({ page, signIn }) => {
  await signIn(page, 'viewer', '/alerts?search=readers');
  await page.getByRole('button', { name: 'Details of pim.aalto: Readers of the payroll' }).click();
  const drawer = page.getByRole('dialog', { name: 'Readers of the payroll' });
  await expect(drawer.getByText('New', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0);
});

test('a user explains, assigns and dismisses alerts by keyboard alone, until none is open', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/alerts?search=readers');
  await expect(page.getByRole('row', { name: /Readers of the payroll.*pim\.aalto/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Details of .*Readers of the payroll$/);
  await page.keyboard.press('e');
  const drawer = page.getByRole('dialog', { name: 'Readers of the payroll' });
  await expect(drawer.getByRole('region', { name: 'Access paths', exact: true })).toBeInViewport();
  await page.keyboard.press('a');
  await expect(page.getByRole('option', { name: /^Me \(admin@/ })).toBeAttached();
  // The list opens a moment before the field takes the focus.
  await expect(page.getByRole('dialog', { name: 'Assign 1 alert' }).getByRole('combobox', { name: 'Assignee' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Assign 1 alert' })).toHaveCount(0);
  await expect(drawer.getByText(/^Assigned to admin@/)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.goto('/alerts?by=CAUSE');
  const causes = page.getByRole('region', { name: 'Causes' });
  const groups = causes.getByRole('group');
  await expect(causes.getByText(/determining/)).toHaveCount(0);
  await expect(groups.first()).toBeVisible();
  await page.keyboard.press('j');
  for (let left = await groups.count(); left > 0; left--) {
    // The next group takes the focus by itself.
    await expect(groups.first().getByRole('button').first()).toBeFocused();
    await page.keyboard.press('d');
    const dismissal = page.getByRole('dialog', { name: /^Dismiss \d+ alerts?$/ });
    await expect(dismissal.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Accepted until the migration');
    await page.keyboard.press('Enter');
    await expect(dismissal).toHaveCount(0);
    await expect(groups).toHaveCount(left - 1);
  }
  await expect(causes.getByText('No matching alerts')).toBeVisible();
  await expect(page.getByText('0 open', { exact: true })).toBeVisible();
});

test('the grids of changes and guardrails show all their columns in a window of 1440 px', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [address, name, last] of [
    ['/changes', 'Changes', 'Source'],
    ['/guardrails', 'Guardrails', 'Query'],
  ] as const) {
    await page.goto(address);
    const grid = page.getByRole('region', { name, exact: true });
    await expect(grid.getByRole('columnheader', { name: last })).toBeInViewport({ ratio: 1 });
    expect(await grid.locator('[data-window]').evaluate((table) => table.scrollWidth <= table.clientWidth)).toBe(true);
  }
});

test('in a narrow window, alerts are cards that open their detail', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/alerts?search=readers&show=ALERT_DISMISSED');
  const card = page.getByRole('row', { name: /High.*Dismissed.*Readers of the payroll.*pim\.aalto/ });
  await expect(card).toBeVisible();
  const grid = page.getByRole('region', { name: 'Alerts', exact: true }).locator('[data-window]');
  expect(await grid.evaluate((table) => table.scrollWidth <= table.clientWidth)).toBe(true);
  await card.getByRole('button', { name: /^Details of / }).click();
  await expect(page.getByRole('dialog', { name: 'Readers of the payroll' })).toContainText('Reason: Accepted until the migration.');
});
