import { readFileSync } from 'node:fs';
import { verifyFile } from '@cam/checker/node';
import type { Page } from '@playwright/test';
import type { Campaign, ReviewItem } from '@cam/contracts';
import { violations } from './support/accessibility';
import { expect } from './support/console';
import { adminApi, test } from './support/demo-tenant';
import { expectToast } from './support/toasts';

// The review stays in the tenant, so no other test shares its CAM.
test.use({ alone: 'reviews' });
test.describe.configure({ timeout: 240_000 });

const NAME = 'Quarter 4, production';

/** Starts a review of the users' access with the wizard. */
async function startReview(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Access Reviews' }).click();
  await expect(page.getByRole('heading', { name: 'Access Reviews', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'New review' }).first().click();
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: 'Next' });
  await dialog.getByLabel('Name').fill(NAME);
  await expect(dialog.getByLabel('Identities')).toHaveValue('user');
  await next.click();
  await expect(dialog.getByText('Gets the items without a reviewer')).toBeVisible();
  await next.click();
  await expect(dialog.getByText('The fallback gets them, with 7 more days.')).toBeVisible();
  await next.click();
  await expect(dialog.getByText(/^This makes [\d,]+ items for 1 reviewer\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/^Suggestions: [\d,]+ to keep/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start review' }).click();
  await expectToast(page, 'The review is starting');
}

test('an administrator starts a review, decides by keyboard alone, and sees revocations wait for a snapshot', async ({
  page,
  signIn,
  running,
  cam,
}, info) => {
  await signIn(page, 'admin');
  await startReview(page);
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  await expect(row.getByText(/^Open until /)).toBeVisible({ timeout: 60_000 });
  const api = await adminApi(running);
  const [campaign] = (await api<{ campaigns: Campaign[] }>('/v1/campaigns')).campaigns;
  if (!campaign) throw new Error('no review');
  const items = async (): Promise<ReviewItem[]> =>
    (await api<{ items: ReviewItem[] }>(`/v1/campaigns/${campaign.campaign_id}/items?limit=500`)).items;
  const before = await items();
  expect(before.length).toBeGreaterThan(5);
  expect(before.every(({ state }) => state === 'OPEN')).toBe(true);

  await row.getByRole('link', { name: /to decide$/ }).click();
  const card = page.getByRole('article');
  const status = page.getByRole('status').filter({ hasText: /Kept|Revoked/ });
  await expect(card).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const { keyboard } = page;
  /** Returns the name of the card, and the sentence in it. */
  const shown = async (): Promise<{ name: string; sentence: string }> => {
    const name = (await card.getAttribute('aria-label')) ?? '';
    return { name, sentence: name.replace(/^Item \d+: /, '') };
  };

  await test.step('revoke, and take it back', async () => {
    const first = await shown();
    await keyboard.press('r');
    await expect(status).toContainText(`Revoked, waits for a snapshot: ${first.sentence}`);
    await expect(card).not.toHaveAccessibleName(first.name);
    await keyboard.press('u');
    await expect(status).toHaveCount(0);
    await expect(page.getByText(`${before.length} to decide`)).toBeVisible();
    await expect(card).toHaveAccessibleName(first.name);
  });

  await test.step('decide some items', async () => {
    for (const key of ['r', 'k', 'n', 'k', 'r']) {
      const now = await shown();
      await keyboard.press(key);
      const reason = page.getByRole('dialog').getByLabel('Reason');
      if (key === 'k') {
        // Unused access to tier 0 takes a reason.
        await expect(reason.or(status.filter({ hasText: now.sentence }))).toBeVisible();
        if (await reason.isVisible()) {
          await expect(reason).toBeFocused();
          await keyboard.type('The platform team needs it at night');
          await keyboard.press('Enter');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
      }
      await expect(card).not.toHaveAccessibleName(now.name);
    }
  });

  const after = await items();
  expect(after.filter(({ state }) => state === 'REVOKED')).toHaveLength(2);
  expect(after.filter(({ state }) => state === 'KEPT')).toHaveLength(2);
  await page.getByRole('link', { name: NAME }).click();
  await expect(page.getByText('Revoked, wait for a snapshot').locator('..')).toContainText('2');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'All items' }).click();
  await expect(page.getByText('Revoked, waits for a snapshot').first()).toBeVisible();
  await test.step('open an item and download the change that revokes it', async () => {
    const [revoked] = after.filter(({ state, edits }) => state === 'REVOKED' && edits.length > 0);
    if (!revoked) throw new Error('no revocation with a change');
    await page
      .getByRole('row')
      .filter({ hasText: 'Revoked, waits for a snapshot' })
      .first()
      .getByRole('button', { name: /^Details of / })
      .click();
    await expect(page.getByText('Change to revoke it')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download change: / }).click();
    expect((await download).suggestedFilename()).toBe('change-set.json');
    const listed = await cam('review', 'items', campaign.campaign_id, '--state', 'revoked');
    expect(listed.stdout).toContain(revoked.action.slice(0, 40));
  });
  await page.getByRole('tab', { name: 'By group, policy and role' }).click();
  await expect(page.getByRole('columnheader', { name: 'Group, Policy or Role' })).toBeVisible();

  await test.step('download the evidence', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download evidence' }).click();
    expect((await download).suggestedFilename()).toBe('access-review-Quarter-4-production.zip');
    const proven = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Evidence with proofs' }).click();
    const { report } = await verifyFile(await (await proven).path(), []);
    expect(report).toMatchObject({ code: 0, manifest: { subject: NAME } });
  });

  await test.step('read the progress and the evidence on the command line', async () => {
    expect((await cam('review', 'list')).stdout).toContain(NAME);
    expect((await cam('review', 'status', campaign.campaign_id)).stdout).toContain(`4 of ${before.length} decided`);
    const file = info.outputPath('evidence.zip');
    await cam('review', 'evidence', campaign.campaign_id, '--save', file);
    const zip = readFileSync(file);
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    // The end of a zip lists its files, so the whole file arrived as it is.
    for (const name of ['items.json', 'log.json', 'summary.json', 'manifest.json']) expect(zip.includes(name)).toBe(true);
    const proven = await cam('review', 'evidence', campaign.campaign_id, '--save', info.outputPath('proven.zip'), '--proofs');
    expect(proven.stdout).toContain('Signatures: valid');
    const plan = ['--query', 'user', '--reviewers', 'admin@demo.example', '--fallback', 'admin@demo.example', '--due', campaign.due_on];
    const preview = await cam('review', 'create', '--name', 'Next quarter', ...plan, '--tier', '2', '--plan');
    expect(preview.stdout).toContain(`This makes ${before.length} items for 1 reviewer.`);
  });
});
