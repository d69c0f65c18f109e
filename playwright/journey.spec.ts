import { join } from 'node:path';
import { expect, test } from './support/console';

const DUMP = join(__dirname, 'fixtures/small-account.json');

test.describe.configure({ mode: 'serial' });
// The journey begins with an empty tenant, on the embedded database; most other specs run on PostgreSQL where this machine has it.
test.use({ alone: 'journey', data: 'none' });

test('an administrator imports an account on the Sources page and follows its evaluation', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await expect(page.getByRole('heading', { name: 'Setup' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Cloud Sources' }).click();
  await page.getByRole('button', { name: 'Import' }).first().click();
  await page.locator('input[type=file]').setInputFiles(DUMP);
  await expect(page.getByRole('textbox', { name: 'Account ID' }), 'account ID from the export').toHaveValue('111122223333');
  await page.getByRole('textbox', { name: 'Unique Name' }).fill('Payments');
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  const row = page.getByRole('row', { name: /Payments .*111122223333/ });
  await expect(row).toContainText(/Active|Warning/, { timeout: 60_000 });
  // The toast leads to the worst problems of what was imported, once it is scored, and from there to its identities.
  await page.getByRole('link', { name: 'Show its top risks' }).click();
  const risks = page.getByRole('dialog', { name: 'Top risks of Payments' });
  await risks.getByRole('link', { name: 'All identities by risk' }).click();
  await expect(page).toHaveURL(/\/identities\?.*source=111122223333/);
  await expect(page.getByRole('row', { name: /nora\.lind/ })).toBeVisible();
});

test('the Sources page lists sources by provider, with a URL for each list', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/sources');
  await expect(page).toHaveURL(/\/sources\/cloud$/);
  await page.getByRole('tab', { name: 'AWS 1' }).click();
  await expect(page).toHaveURL(/\/sources\/cloud\/AWS$/);
  await expect(page.getByRole('columnheader', { name: 'Account ID' })).toBeVisible();
  await page.getByRole('button', { name: 'Evaluate Payments again' }).click();
  await expect(page.getByRole('row', { name: /Payments .*111122223333/ })).toContainText(/Active|Warning/, { timeout: 60_000 });
  await page.goto('/sources/cloud/GCP');
  await expect(page.getByText('No sources yet')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'IDP Sources' }).click();
  await expect(page.getByRole('heading', { name: 'IDP Sources', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).first().click();
  await page.getByRole('dialog').getByText('Okta', { exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Import an Okta org' }).getByLabel('Org domain or ID')).toBeVisible();
});

test('the header search returns access paths and explains a path', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('user with-a');
  await expect(page.getByRole('option', { name: /with-access/ })).toBeVisible();
  await search.press('Tab');
  await expect(search).toHaveValue('user with-access ');
  await search.pressSequentially('any');
  await search.press('Enter');
  await expect(page.getByText('Result for: "user with-access any"')).toBeVisible();
  await expect(page.getByText('Total Access Paths')).toBeVisible();

  await search.fill('user nora.lind with-access object_store payroll');
  await search.press('Enter');
  // The result before has a row of the same name.
  await expect(page.getByText('Result for: "user nora.lind with-access object_store payroll"')).toBeVisible();
  await page.getByRole('button', { name: 'Explain access of nora.lind to payroll' }).click();
  const path = page.getByRole('region', { name: 'Path 1' });
  await expect(path).toContainText('engineers');
  await expect(path).toContainText('read-payroll');
  await expect(path).toContainText('Allows s3:GetObject, s3:ListBucket');
  await path.getByRole('button', { name: 'Show document of read-payroll' }).click();
  const document = page.getByRole('dialog', { name: 'read-payroll', exact: true });
  await expect(document.locator('mark')).toContainText('s3:GetObject');
  const edge = document.getByRole('slider');
  const height = async (): Promise<number> => (await document.boundingBox())?.height ?? 0;
  expect(await height(), 'half the window height').toBeCloseTo((page.viewportSize()?.height ?? 0) / 2, -1);
  await edge.press('Home');
  expect(await height(), 'window height minus the minimum offset').toBe((page.viewportSize()?.height ?? 0) - 80);
  await edge.press('Escape');
  await expect(document).toBeHidden();
  await expect(path, 'the explanation stays open').toBeVisible();
});

test('a search finds access through an assumed role, and the explanation shows the role assumption', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/searchresult?query=user+with-access+serverless_compute+via+role+deployer');
  await page.getByRole('button', { name: 'Explain access of nora.lind to billing' }).click();
  await expect(page.getByRole('region', { name: 'Path 1' })).toContainText('may assume');
});

test('an invalid query shows the unknown word', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/searchresult?query=user+with-access+banana');
  await expect(page.getByText('Invalid query')).toBeVisible();
  await expect(page.getByText('Unknown type "banana".')).toBeVisible();
});

test('the source filter is added to the URL and to API requests', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/dashboard');
  await page.getByRole('button', { name: /Source filter/ }).click();
  await page.getByRole('radio', { name: /Payments/ }).check();
  const filtered = page.waitForRequest((request) => request.url().includes('/dashboard?') && request.url().includes('account_id=111122223333'));
  await page.getByRole('button', { name: 'APPLY NOW' }).click();
  await filtered;
  await expect(page).toHaveURL(/\/dashboard\/111122223333$/);
  await page.getByRole('button', { name: /Source filter/ }).click();
  await page.getByRole('button', { name: 'RESET ALL' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a second tab is signed in automatically, and signing out in one tab signs out both', async ({ page, context, signIn }) => {
  await signIn(page, 'admin');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(second.getByLabel('Password')).toBeVisible();
});

test('the sign-in form rejects a wrong password without details and keeps the e-mail', async ({ page, running, watch }) => {
  watch.allow(/401/);
  await page.goto(running.url);
  await page.getByLabel('E-mail').fill('admin@demo.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The e-mail or password is incorrect.');
  await expect(page.getByLabel('E-mail')).toHaveValue('admin@demo.example');
});
