import { REMOTE_IDS } from '../contracts/src/remote-ids';
import { EXIT_CODES } from '../scripts/cli/failure';
import { expect, test } from './support/console';
import { runCli } from './support/running-cam';

// A first start makes the database, the users and the releases.
test.use({ alone: 'start', data: 'none' });

test('npm start prints the demo users, and the URL of CAM in the last line', ({ running }) => {
  const lines = running.startOutput.trim().split('\n');
  expect(lines.at(-1)).toBe(`CAM ready at ${running.url}`);
  expect(running.startOutput).toContain('admin@demo.example');
  expect(running.startOutput).toContain('viewer@demo.example');
});

test('the first start deploys all remotes', async ({ cam }) => {
  const { stdout } = await cam('remotes', 'list', '--json');
  const view = JSON.parse(stdout) as { remotes: { id: string }[] };
  expect(view.remotes.map(({ id }) => id)).toEqual(expect.arrayContaining([...REMOTE_IDS]));
});

test('a user signs in and sees the console without browser errors', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await expect(page).toHaveTitle(/CAM/);
  await expect(page.getByRole('navigation').getByText('Guardrails')).toBeVisible();
});

test('the feature flag of a remote hides and shows its menu item in an open console', async ({ page, signIn, cam, watch }) => {
  // The server rightly refuses a call that was on its way when the area went off.
  watch.allow(/status of 403/);
  await signIn(page, 'admin');
  const item = page.getByRole('navigation').getByText('Guardrails');
  await expect(item).toBeVisible();
  await cam('flags', 'set', 'UI_DISABLE_REMOTE_ALERTS', 'on', '--tenant', 'demo');
  await expect(item).toBeHidden();
  await cam('flags', 'set', 'UI_DISABLE_REMOTE_ALERTS', 'off', '--tenant', 'demo');
  await expect(item).toBeVisible();
});

test('the command line explains how to start CAM if CAM does not run', async () => {
  const result = await runCli('/nonexistent', ['flags', 'list']);
  expect(result.code).toBe(EXIT_CODES.notReached);
  expect(result.stderr).toContain('npm start');
});
