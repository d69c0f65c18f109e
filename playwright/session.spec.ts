import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';

/** Returns the access token that the console keeps in the page. */
function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => window.sessionStorage.getItem('cam:token') ?? '');
}

function putToken(page: Page, token: string): Promise<void> {
  return page.evaluate((value) => window.sessionStorage.setItem('cam:token', value), token);
}

/** Returns the token with other claims and its old signature. */
function withClaims(token: string, change: Record<string, unknown>): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  return [header, Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url'), signature].join('.');
}

/** Collects the status of every API call that carries this token. */
function answersTo(page: Page, token: string): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.request().headers().authorization?.endsWith(token)) statuses.push(response.status());
  });
  return statuses;
}

const PAGE = '/sources/cloud';

async function openSources(page: Page): Promise<void> {
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
}

test('an expired token is not sent; the console signs in again and returns to the page', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await openSources(page);
  const expired = withClaims(await tokenOf(page), { exp: Math.floor(Date.now() / 1000) - 60 });
  const answers = answersTo(page, expired);
  await putToken(page, expired);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  expect(answers).toEqual([]);
  expect(await tokenOf(page)).not.toBe(expired);
});

test('without a session at the identity platform, an expired token requires the password', async ({ page, context, signIn, running }) => {
  await signIn(page, 'admin');
  await openSources(page);
  await putToken(page, withClaims(await tokenOf(page), { exp: 1000 }));
  await context.clearCookies();
  await page.reload();
  const { email, password } = running.credentials('admin');
  await page.getByLabel('E-mail').fill(email);
  const field = page.getByLabel('Password');
  await field.fill(password);
  await page.getByRole('button', { name: 'Show the typed characters' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide the typed characters' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
});

test('every API call rejects a token with forged claims, which grants no rights', async ({ page, signIn, watch }) => {
  watch.allow(/status of 401/);
  // The page may still be open when the call for the flags is refused too.
  watch.allow(/Unable to retrieve feature flag/);
  await signIn(page, 'viewer');
  await openSources(page);
  const forged = withClaims(await tokenOf(page), { rights: ['CAM_GENERAL_WRITE', 'CAM_ACCOUNT_WRITE'], tenant: 'another' });
  const answers = answersTo(page, forged);
  await putToken(page, forged);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
  expect(answers.length).toBeGreaterThan(0);
  expect([...new Set(answers)]).toEqual([401]);
  expect(await tokenOf(page)).not.toBe(forged);
  await expect(page.getByRole('main').getByRole('button', { name: 'Import' })).toHaveCount(0);
});

test('an invalid token ends the session and is not sent to the server', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await openSources(page);
  const answers = answersTo(page, 'garbage');
  await putToken(page, 'garbage');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cloud Sources' })).toBeVisible();
  expect(answers).toEqual([]);
});

test('the help documents the running version, finds a section, and is open before sign-in', async ({ page, running }) => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../host/package.json'), 'utf8')) as { version: string };
  await page.goto(running.url);
  const [help] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Help' }).click()]);
  await expect(help.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  await expect(help.getByText(`Version ${version}`)).toBeVisible();
  expect(await violations(help)).toEqual([]);
  await help.getByRole('searchbox', { name: 'Search the help' }).fill('external id');
  await expect(help.getByRole('status')).toHaveText(/[1-9]\d* results/);
  await help.getByRole('searchbox').fill('webhooks');
  await help.getByRole('searchbox').press('Enter');
  await expect(help.getByRole('heading', { name: 'Webhooks', exact: true })).toBeInViewport();
  expect(await violations(help)).toEqual([]);
});
