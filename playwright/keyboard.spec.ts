import { expect } from './support/console';
import { test } from './support/demo-tenant';
import { heading, TASKS } from './support/keyboard-tasks';
import { Keys } from './support/keys';
import { Walk } from './support/walk';

test('25 daily tasks are done by keyboard alone, each with its number of keys', async ({ page, signIn }) => {
  test.setTimeout(300_000);
  expect(TASKS).toHaveLength(25);
  await signIn(page, 'admin', '/dashboard');
  const walk = new Walk(page, 'admin');
  const taken: Record<string, number> = {};
  for (const { name, work } of TASKS)
    await test.step(name, async () => {
      await walk.open('/dashboard');
      await expect(heading(page, 'Dashboard')).toBeVisible();
      // The task before may have left the focus anywhere, and the Tab keys are counted from it.
      await page.getByRole('main').focus();
      const keys = new Keys(page);
      await work(keys, page);
      taken[name] = keys.count;
    });
  // A rise is a loss for users who work by keyboard; after a fall, the smaller number belongs into the list.
  expect(taken).toEqual(Object.fromEntries(TASKS.map(({ name, keys }) => [name, keys])));
});
