import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPublicKeys, verify } from '@cam/checker';
import { violations } from './support/accessibility';
import { expect, test } from './support/console';

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
