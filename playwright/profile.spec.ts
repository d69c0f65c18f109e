import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

test('the profile lists the sessions of the user, and ends one or all others at once', async ({ page, browser, signIn, watch }) => {
  watch.allow(/status of 401/);
  await signIn(page, 'viewer');
  const others = await Promise.all([browser.newContext(), browser.newContext()]);
  const [one, two] = [await others[0].newPage(), await others[1].newPage()];
  await signIn(one, 'viewer');
  await signIn(two, 'viewer');

  await page.goto('/settings/profile');
  const sessions = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await expect(sessions.first()).toContainText(/^(Chrome|Unknown browser) on \w+/);
  await expect(sessions.first()).toContainText(/last used .+, signed in /);

  const question = page.getByRole('dialog', { name: 'Confirm' });
  await sessions.filter({ hasNotText: 'This browser' }).first().getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out Chrome on');
  await expect(sessions).toHaveCount(2);

  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Signed out everywhere else.');
  await expect(sessions).toHaveCount(1);

  // The consoles that were signed out need the password again; this one goes on.
  for (const ended of [one, two]) {
    await ended.reload();
    await expect(ended.getByLabel('Password')).toBeVisible();
  }
  await page.reload();
  await expect(sessions).toHaveCount(1);
  for (const context of others) await context.close();
});
