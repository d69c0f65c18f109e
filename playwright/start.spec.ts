import { REMOTE_IDS } from '../contracts/src/remote-ids';
import { expect, test } from './support/console';
import { runCli } from './support/running-cam';

// A first start makes the database, the users and the releases.
test.use({ alone: 'start', data: 'none' });

test('npm start prints the demo users and, as its last line, CAM’s address', ({ running }) => {
  const lines = running.startOutput.trim().split('\n');
  expect(lines.at(-1)).toBe(`CAM ready at ${running.url}`);
  expect(running.startOutput).toContain('admin@demo.example');
  expect(running.startOutput).toContain('viewer@demo.example');
});

test('all six remotes are deployed in the way that teams use', async ({ cam }) => {
  const { stdout } = await cam('remotes', 'list', '--json');
  const view = JSON.parse(stdout) as { remotes: { id: string }[] };
  expect(view.remotes.map(({ id }) => id)).toEqual(expect.arrayContaining([...REMOTE_IDS]));
});

test('a new user signs in and sees the console, without errors in its log', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await expect(page).toHaveTitle(/CAM/);
  await expect(page.getByRole('navigation').getByText('Guardrails')).toBeVisible();
});

test('turning a remote off or on shows in the open console without a reload', async ({ page, signIn, cam, watch }) => {
  // The server rightly refuses a call that was on its way when the area went off.
  watch.allow(/status of 403/);
  await signIn(page, 'admin');
  const item = page.getByRole('navigation').getByText('Guardrails');
  await expect(item).toBeVisible();
  await cam('flags', 'set', 'UI_DISABLE_REMOTE_ALERTS', 'on', '--tenant', 'demo');
  await expect(item).toBeHidden({ timeout: 2000 });
  await cam('flags', 'set', 'UI_DISABLE_REMOTE_ALERTS', 'off', '--tenant', 'demo');
  await expect(item).toBeVisible({ timeout: 2000 });
});

test('the command line says how to start CAM if it does not run', async () => {
  const result = await runCli('/nonexistent', ['flags', 'list']);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('npm start');
});
