import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { REMOTE_IDS } from '../contracts/src/remote-ids';
import { expect, test } from './support/console';
import { makeRelease } from './support/made-release';
import { RunningCam, runCli } from './support/running-cam';

const ROOT = join(__dirname, '..');
const NEXT = '99.0.0';
let folder: string;
let release: string;

test.describe.configure({ mode: 'serial' });

/** Returns the digests of all files of each built remote, by remote. */
function builtRemotes(): Record<string, string> {
  return Object.fromEntries(REMOTE_IDS.map((id) => [id, readFileSync(join(ROOT, 'remotes', id, 'dist/integrity.json'), 'utf8')]));
}

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cam-release-'));
  release = join(folder, 'next');
  const built = spawnSync(process.execPath, ['scripts/build.mjs', 'remotes/settings', '--version', NEXT, '--out', release], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the versions of the settings remote whose files the page has loaded. */
async function loadedReleases(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return [...new Set(urls.flatMap((url) => /\/r\/settings\/(\d[^/]*)\//.exec(url)?.[1] ?? []))];
}

test('building one remote is reproducible byte for byte and changes no other remote', () => {
  const before = builtRemotes();
  const { version } = JSON.parse(readFileSync(join(ROOT, 'remotes/alerts/dist/remote.json'), 'utf8')) as { version: string };
  const out = join(folder, 'again');
  const built = spawnSync(process.execPath, ['scripts/build.mjs', 'remotes/alerts', '--version', version, '--out', out], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(built.status, built.stderr).toBe(0);
  expect(readFileSync(join(out, 'integrity.json'), 'utf8')).toBe(before.alerts);
  expect(builtRemotes()).toEqual(before);
});

test('an open page offers a new release, keeps unsaved input and loads the release on request', async ({ page, signIn, cam }) => {
  await signIn(page, 'admin', '/settings/profile');
  const name = page.getByLabel('First Name');
  await name.fill('Half typed');
  const before = await loadedReleases(page);
  expect(before).toHaveLength(1);

  await cam('remotes', 'publish', release);
  await cam('remotes', 'channel', 'settings', 'stable', NEXT, '--reason', 'a fix');
  const reload = page.getByRole('button', { name: 'Reload section' });
  await expect(reload, 'offered within 5 s of publishing').toBeVisible({ timeout: 5000 });
  await expect(name, 'typed input is kept').toHaveValue('Half typed');
  expect(await loadedReleases(page)).toEqual(before);

  await reload.click();
  const question = page.getByRole('dialog', { name: 'Confirm' });
  await expect(question).toContainText('You have unsaved changes. Are you sure you want to leave this page?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Half typed');

  await reload.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(reload).toBeHidden();
  await expect(page.getByLabel('First Name')).toBeVisible();
  await expect.poll(() => loadedReleases(page)).toContain(NEXT);
});

test('a rollback takes effect on the next visit of the area, and `remotes why` shows the release', async ({ page, signIn, cam }) => {
  await signIn(page, 'admin', '/settings/profile');
  await expect(page.getByLabel('First Name')).toBeVisible();
  expect(await loadedReleases(page)).toEqual([NEXT]);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Cloud Sources' }).click();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();

  const { releases } = JSON.parse((await cam('remotes', 'list', 'settings', '--json')).stdout) as { releases: { version: string }[] };
  const earlier = releases.find(({ version }) => version !== NEXT)?.version ?? '';
  const updated = page.waitForResponse((response) => response.url().includes('/v1/remotes') && response.status() === 200);
  await cam('remotes', 'channel', 'settings', 'stable', earlier, '--reason', 'the fix was none');
  await updated;
  await page.goBack();
  await expect(page.getByLabel('First Name')).toBeVisible();
  expect(await loadedReleases(page)).toContain(earlier);
  expect((await cam('remotes', 'why', 'settings')).stdout).toContain(earlier);
});

test('a publisher token can publish only its own remote, and only to its channel', async ({ running, cam }) => {
  const created = await cam('remotes', 'token', 'create', 'settings', '--label', 'settings pipeline', '--channel', 'canary', '--json');
  const { token } = JSON.parse(created.stdout) as { token: string };
  // As on another machine: with the address and the token, without the data folder.
  const elsewhere = (...args: string[]) => runCli('/nonexistent', args, { CAM_URL: running.url, CAM_PUBLISHER_TOKEN: token });
  const published = await elsewhere('remotes', 'publish', release, '--channel', 'canary');
  expect(published.stdout + published.stderr).toMatch(/The canary channel of \S+ points at \S+\./);
  const rejected = await elsewhere('remotes', 'publish', 'alerts');
  expect(rejected.code).toBe(1);
  expect(rejected.stderr).toContain('This token can publish settings only.');
  const stable = await elsewhere('remotes', 'channel', 'settings', 'stable', NEXT);
  expect(stable.stderr).toContain('This token cannot change the channel stable.');
});

test('`api can-i-deploy` reports every release in use as compatible', async ({ cam }) => {
  const { stdout } = await cam('api', 'can-i-deploy');
  for (const id of REMOTE_IDS) expect(stdout).toMatch(new RegExp(`${id} .*: compatible`));
});

test('`can-i-deploy` rejects a remote that reads a missing field and a server that removes a used field', async ({ running, cam }) => {
  const built = join(ROOT, 'remotes/compliance/dist');
  const ahead = makeRelease(built, join(folder, 'ahead'), '98.0.0', [['"total_tests"', '"tests_in_all"']]);
  const remote = await running.cli('remotes', 'can-i-deploy', ahead);
  expect(remote.code).toBe(1);
  expect(remote.stderr).toMatch(/GET \/v1\/intents\/complianceRules.*tests_in_all/);
  expect((await cam('remotes', 'list', 'compliance')).stdout).not.toContain('98.0.0');

  const older = makeRelease(built, join(folder, 'older'), '97.0.0');
  await cam('remotes', 'publish', older, '--channel', 'canary', '--reason', 'from before');
  // As if the release had been published while the server still served the field.
  const published = join(running.dataDir, 'remotes/compliance/97.0.0/contract.json');
  writeFileSync(published, readFileSync(published, 'utf8').replaceAll('"total_tests"', '"tests_in_all"'));
  const server = await running.cli('api', 'can-i-deploy');
  expect(server.code).toBe(1);
  expect(server.stdout).toMatch(/compliance 97\.0\.0 \(canary channel\): incompatible\n {2}- GET \/v1\/intents\/complianceRules: .*tests_in_all/);
  expect(server.stdout).toMatch(/alerts .*: compatible/);
  expect(server.stderr).toContain('Do not deploy this server yet');
});

test('a user with the right previews a release in one tab, sees a notice and ends the preview', async ({ page, context, signIn }) => {
  await signIn(page, 'admin', `/settings/profile?mfe=settings@${NEXT}`);
  const notice = page.getByRole('alert').filter({ hasText: `This tab previews settings ${NEXT}` });
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeVisible();
  expect(await loadedReleases(page)).toEqual([NEXT]);
  await expect(page, 'the address does not contain the preview').toHaveURL(/\/settings\/profile$/);

  const other = await context.newPage();
  await other.goto('/settings/profile');
  await expect(other.getByLabel('First Name')).toBeVisible();
  expect(await loadedReleases(other)).not.toContain(NEXT);

  await notice.getByRole('button', { name: 'End preview' }).click();
  await expect(page.getByLabel('First Name')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await loadedReleases(page)).not.toContain(NEXT);
});

test('a viewer cannot preview a release and sees the reason', async ({ page, signIn }) => {
  await signIn(page, 'viewer', `/settings/profile?mfe=settings@${NEXT},reports@http://localhost:1`);
  await expect(page.getByRole('alert')).toContainText('You do not have permission to preview releases.');
  await expect(page.getByLabel('First Name')).toBeVisible();
  expect(await loadedReleases(page)).not.toContain(NEXT);
});

test('a local build can be previewed only from an origin that the operator allows', async ({ browser }) => {
  test.slow();
  const build = createServer((request, response) => {
    const file = join(release, (request.url ?? '/').split('?')[0] ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : 'application/json');
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => build.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(build.address() as AddressInfo).port}`;
  const own = await RunningCam.start({ CAM_TRY_ORIGINS: origin });
  try {
    const page = await browser.newPage();
    await page.goto(own.url);
    const { email, password } = own.credentials('admin');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.goto(`${own.url}/settings/profile?mfe=settings@${origin},alerts@http://127.0.0.1:9`);
    await expect(page.getByRole('alert')).toContainText(`This tab previews settings ${origin}`);
    await expect(page.getByRole('alert')).toContainText('The operator does not allow builds from http://127.0.0.1:9');
    await expect(page.getByLabel('First Name')).toBeVisible();
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(scripts.some((url) => url.startsWith(`${origin}/remoteEntry`))).toBe(true);
  } finally {
    await own.stop();
    build.close();
  }
});
