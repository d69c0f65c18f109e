import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPreparedData } from '../server/test/support/prepared-data.cjs';
import { expect, test } from './support/console';
import { freePort, RunningCam, withRemotes } from './support/running-cam';

const ROOT = join(__dirname, '..');

test('a developer changes a component in the running console, which keeps its state, and sees mistakes in types over the page', async ({
  browser,
}) => {
  // The host for development is built once.
  test.setTimeout(600_000);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // A copy: whatever happens, the sources stay as they are.
  const folder = mkdtempSync(join(ROOT, '.cache/developed-'));
  cpSync(join(ROOT, 'remotes/settings'), folder, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  const file = join(folder, 'src/profile/ProfileForm.tsx');
  const before = readFileSync(file, 'utf8');
  const data = await copyPreparedData('console', await withRemotes('console'));
  const port = await freePort();
  const running = await RunningCam.startOn(data.dataDir, data.env, data.remove, ['scripts/dev.mjs', folder, '--port', String(port)]);
  try {
    const page = await browser.newPage();
    await page.goto(running.url);
    const { email, password } = running.credentials('admin');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.goto(`${running.url}/settings/profile?mfe=settings@http://localhost:${port}`);
    await page.getByLabel('First Name').fill('Typed before the change');

    writeFileSync(file, before.replace('label="Last Name"', 'label="Name of the family"'));
    await expect(page.getByLabel('Name of the family')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Typed before the change');

    writeFileSync(file, before.replace('label="Last Name"', 'label="Name of the family" lable="x"'));
    const problems = page.locator('cam-problems');
    await expect(problems).toContainText(/ProfileForm\.tsx:\d+:\d+/, { timeout: 180_000 });
    await expect(problems).toContainText("Property 'lable' does not exist");

    writeFileSync(file, before.replace('{', ''));
    await expect(problems).toContainText('Unexpected "type"', { timeout: 180_000 });

    writeFileSync(file, before);
    await expect(problems).toHaveCount(0, { timeout: 180_000 });
    await expect(page.getByLabel('Last Name')).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Typed before the change');

    const answer = await fetch(`http://localhost:${port}/remote.json`, { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.status).toBe(403);
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
