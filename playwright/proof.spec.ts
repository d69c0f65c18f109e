import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPublicKeys, verify } from '@cam/checker';
import { verifyFile } from '@cam/checker/node';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';
import { expectToast } from './support/toasts';

const DUMP = join(__dirname, 'fixtures/small-account.json');
const address = (query: string): string => `/searchresult?${new URLSearchParams({ query })}`;

test.beforeAll(async ({ running }) => {
  await running.cli('import', DUMP, '--cloud', 'AWS', '--account', '111122223333', '--name', 'Payments');
});

test('an access is proved: this browser replays the proof, and the downloaded file is valid anywhere', async ({ page, signIn, running }) => {
  await signIn(page, 'admin', address('user nora.lind with-access object_store payroll'));
  await page.getByRole('button', { name: 'Explain access of nora.lind to payroll' }).click();
  await page.getByRole('tab', { name: 'Proof' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Proof' });
  await expect(panel.getByText('Replayed by the checker in this browser')).toBeVisible();
  await expect(panel).toContainText('the signature is valid');
  await expect(panel.getByRole('list', { name: 'Assumptions' })).toContainText('No organization is known above the account 111122223333');
  await expect(panel.getByRole('list', { name: 'Steps' }).getByRole('listitem').last()).toContainText('payroll');
  expect(await violations(page, '.ant-drawer-body')).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe('proof.json');
  const keys = await (await page.request.get(`${running.url}/v1/proofs/keys`)).text();
  const report = await verify(await readFile(await download.path(), 'utf8'), readPublicKeys(keys));
  expect(report).toMatchObject({ code: 0, signature: 'valid' });
});

test('all rows of a search are proved in one zip, which waits among the data downloads', async ({ page, signIn, running }) => {
  await signIn(page, 'admin', address('user with-access object_store payroll'));
  await page.getByRole('button', { name: 'Export Total Access Paths' }).click();
  const started = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/v1/proofs/export'));
  await page.getByRole('menuitem', { name: 'Evidence (zip)' }).click();
  await expectToast(page, 'The proofs are being made. The file stays available here for one day.');
  // The drawer has the files of all users, so another test may have added the newest one.
  const { download } = (await (await started).json()) as { download: { download_id: string } };
  const row = page.getByRole('dialog').locator(`[data-row-key="${download.download_id}"]`);
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 30_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^Download evidence/ }).click()]);
  expect(file.suggestedFilename()).toMatch(/^evidence___.*\.zip$/);
  const keys = await (await page.request.get(`${running.url}/v1/proofs/keys`)).text();
  const { report } = await verifyFile(await file.path(), readPublicKeys(keys));
  expect(report).toMatchObject({ code: 0, signature: 'valid', manifest: { subject: 'user with-access object_store payroll' } });
});

test('a search that has nothing to prove says why', async ({ page, signIn, watch }) => {
  watch.allow(/status of 422/);
  await signIn(page, 'admin', address('user with-access object_store payroll changed-since 2026-01-01'));
  await page.getByRole('button', { name: 'Export Total Access Paths' }).click();
  await page.getByRole('menuitem', { name: 'Evidence (zip)' }).click();
  await expectToast(page, 'This query is about events or changes, and not about access. Search for access, such as "user with-access object_store".');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
