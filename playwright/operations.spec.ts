import { expect, test } from './support/console';

test('an administrator turns an area off after seeing what will vanish, and on again, with who and why kept', async ({ page, context, signIn }) => {
  await signIn(page, 'admin');
  await page.goto('/operations');
  const row = page.getByRole('row', { name: /Alerts/ });
  await expect(row).toContainText('On');
  await row.getByRole('button', { name: 'Details of Alerts' }).click();
  const drawer = page.getByRole('dialog', { name: 'Alerts' });
  await expect(drawer.getByRole('region', { name: 'State' })).toContainText('The stable channel points at');

  const other = await context.newPage();
  await other.goto('/settings/profile');
  const item = other.getByRole('navigation').getByText('Guardrails');
  await expect(item).toBeVisible();

  await drawer.getByText('Off', { exact: true }).click();
  await expect(drawer.getByRole('alert')).toContainText('Menu item "Guardrails"');
  await expect(drawer.getByRole('button', { name: 'Save' }), 'not without a reason').toBeDisabled();
  await drawer.getByLabel('Reason').fill('planned work');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(item).toBeHidden({ timeout: 2000 });
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText('It is turned off for this tenant.');
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText('by admin@demo.example: planned work');

  await drawer.getByText('On', { exact: true }).click();
  await drawer.getByLabel('Reason').fill('work is done');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(item).toBeVisible({ timeout: 2000 });
});

test('flags say what they do, and a switch asks before it takes something away', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.goto('/operations?tab=flags');
  await page.getByPlaceholder('Search').last().fill('SNAPSHOTS');
  const row = page.getByRole('row', { name: /UI_HIDE_SNAPSHOTS/ });
  await expect(row).toContainText('Hides Snapshots.');
  await row.getByRole('switch').click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Turn on' }).click();
  await expect(row.getByRole('switch')).toBeChecked();
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).not.toBeChecked();
});

test('a viewer has no Operations, and the server refuses it too', async ({ page, signIn, watch }) => {
  await signIn(page, 'viewer');
  await page.goto('/operations');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Operations' })).toHaveCount(0);
  watch.allow(/status of 403/);
  const status = await page.evaluate(async () => {
    const token = window.sessionStorage.getItem('cam:token') ?? '';
    return (await fetch('/v1/remotes/operations', { headers: { authorization: `Bearer ${token}` } })).status;
  });
  expect(status).toBe(403);
});
