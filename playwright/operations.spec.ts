import { expect, test } from './support/console';

test('an administrator sees the effect of turning an area off, and the history records user and reason', async ({ page, context, signIn, watch }) => {
  // The server rightly refuses a call that was on its way when the area went off.
  watch.allow(/status of 403/);
  await signIn(page, 'admin', '/operations');
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
  await expect(drawer.getByRole('alert')).toContainText('"Open alerts badge" in the frame of every page');
  await expect(drawer.getByRole('alert')).toContainText('"Guardrail form" in Explorer');
  await expect(drawer.getByRole('button', { name: 'Save' }), 'disabled without a reason').toBeDisabled();
  await drawer.getByLabel('Reason').fill('planned work');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(item).toBeHidden();
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText('It is turned off for this tenant.');
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText('by admin@demo.example: planned work');

  await drawer.getByText('On', { exact: true }).click();
  await drawer.getByLabel('Reason').fill('work is done');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(item).toBeVisible();
});

test('a feature flag shows its description and asks for confirmation before it hides something', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/operations?tab=flags');
  await page.getByRole('textbox', { name: 'Search Feature flags' }).fill('SNAPSHOTS');
  const row = page.getByRole('row', { name: /UI_HIDE_SNAPSHOTS/ });
  await expect(row).toContainText('Hides Snapshots.');
  await row.getByRole('switch').click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Turn on' }).click();
  await expect(row.getByRole('switch')).toBeChecked();
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).not.toBeChecked();
});

test('a viewer has no Operations page, and the server rejects its API calls', async ({ page, signIn, watch }) => {
  await signIn(page, 'viewer', '/operations');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Operations' })).toHaveCount(0);
  watch.allow(/status of 403/);
  const status = await page.evaluate(async () => {
    const token = window.sessionStorage.getItem('cam:token') ?? '';
    return (await fetch('/v1/remotes/operations', { headers: { authorization: `Bearer ${token}` } })).status;
  });
  expect(status).toBe(403);
});

test('the running versions show the release, its origin and its address for each remote', async ({ page, signIn, cam }) => {
  await signIn(page, 'viewer', '/settings/profile');
  await expect(page.getByLabel('First Name')).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'About Us' }).click();
  await page.getByRole('button', { name: 'Show running versions' }).click();
  const panel = page.getByRole('dialog', { name: 'Running versions' });
  const settings = panel.getByRole('region', { name: 'Settings' });
  const view = JSON.parse((await cam('remotes', 'list', '--json')).stdout) as { remotes: { id: string; version: string }[] };
  const version = view.remotes.find(({ id }) => id === 'settings')?.version ?? 'none';
  await expect(settings).toContainText(version);
  await expect(settings).toContainText('Stable channel');
  await expect(settings).toContainText(`The stable channel points at ${version}.`);
  await expect(settings).toContainText('SHA-384');
  await expect(settings).toContainText(`/r/settings/${version}/`);
  await expect(panel.getByRole('region', { name: 'Compliance' })).toContainText('Not loaded yet');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('the Operations page lists content security policy violations without query strings', async ({ page, signIn, watch }) => {
  watch.allow(/Content Security Policy/, /request to another host/);
  await signIn(page, 'admin', '/settings/profile?looking-for=somebody');
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://elsewhere.example/pixel.png?of=somebody';
    document.body.append(image);
  });
  const blocked = page.getByRole('region', { name: 'Blocked by the security policy' });
  await expect(async () => {
    await page.goto('/operations');
    await expect(blocked).toContainText('img-src: https://elsewhere.example');
  }).toPass();
  await expect(blocked).not.toContainText('somebody');
});
