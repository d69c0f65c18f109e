import type { Page } from '@playwright/test';
import { expect } from './support/console';
import { test } from './support/demo-tenant';

/** The most decisions that a team needs for all open alerts of the company. */
const MOST_DECISIONS = 40;
/** The least open alerts before the first decision: hundreds, in no order that a person could follow. */
const MANY = 400;

// This test handles all alerts, so no other test shares its CAM.
test.use({ alone: 'triage', trace: 'off' });
test.describe.configure({ timeout: 600_000 });

/** Returns the first number that a pattern captures: 1,234 for "1,234 alerts". */
function numberIn(text: string | null, pattern: RegExp): number {
  return Number((pattern.exec(text ?? '')?.[1] ?? 'NaN').replaceAll(',', ''));
}

/** Counts the uses of a mouse or another pointer from now on. */
async function countPointers(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { pointers: number };
    counter.pointers = 0;
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) window.addEventListener(kind, () => counter.pointers++, true);
  });
  return () => page.evaluate(() => (window as unknown as { pointers: number }).pointers);
}

test('a user handles all open alerts of the company by keyboard alone, in order of risk, with few decisions', async ({ page, signIn }) => {
  // Alerts that nobody works on, by cause. Each decision makes some of them somebody's work, or dismisses them for a reason.
  await signIn(page, 'admin', '/alerts?by=CAUSE&work=unassigned');
  const causes = page.getByRole('region', { name: 'Causes' });
  const groups = causes.getByRole('group');
  await expect(page.getByText(/CAM is determining the causes/)).toHaveCount(0);
  await expect(groups.first()).toBeVisible();
  const pointers = await countPointers(page);
  /** Returns the number of alerts in all listed groups. */
  const listed = async (): Promise<number> =>
    numberIn(
      await causes
        .getByText(/^[\d,]+ alerts?$/)
        .first()
        .textContent(),
      /([\d,]+)/,
    );
  const open = await listed();
  expect(open).toBeGreaterThan(MANY);
  const risks = (await groups.allTextContents()).map((text) => numberIn(text, /alerts? risk ([\d,]+) ·/));
  expect(risks).toEqual([...risks].sort((a, b) => b - a));

  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  const focused = page.locator(':focus');
  /** Dismisses what has the focus or is selected. */
  const dismiss = async (reason: string): Promise<void> => {
    await keyboard.press('d');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await keyboard.type(reason);
    await keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  /** Assigns what has the focus or is selected to the user. */
  const takeOver = async (): Promise<void> => {
    await keyboard.press('a');
    await expect(dialog.getByRole('combobox', { name: 'Assignee' })).toBeFocused();
    await expect(page.getByRole('option', { name: /^Me \(admin@/ })).toBeAttached();
    await keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };

  await keyboard.press('j');
  let decisions = 0;
  for (let left = await groups.count(); left > 0; decisions++) {
    const first = groups.first();
    // The next group takes the focus by itself.
    await expect(first.getByRole('button').first()).toBeFocused();
    if (decisions === 0) {
      // The user looks at the alerts of the most important cause before the decision.
      const name = await first.getAttribute('aria-label');
      await keyboard.press('e');
      await expect(page.getByRole('region', { name: 'Group', exact: true })).toContainText(name ?? '');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await keyboard.press('u');
      await expect(groups).toHaveCount(left);
      await keyboard.press('j');
      await expect(focused).toHaveText(name ?? '');
    }
    const isUrgent = (await first.textContent())?.startsWith('High') ?? false;
    await (isUrgent ? takeOver() : dismiss('Accepted by the owner of the account'));
    await expect(groups).toHaveCount(left - 1);
    left = await groups.count();
  }

  expect(decisions).toBeLessThanOrEqual(MOST_DECISIONS);
  await expect(causes.getByText('No matching alerts')).toBeVisible();
  expect(await pointers()).toBe(0);
  // The same after a reload, in the plain list: everything that is open is somebody's work, and everything else has a reason.
  await page.goto('/alerts?work=unassigned');
  await expect(page.getByText('No matching alerts')).toBeVisible();
  await page.goto('/alerts?by=CAUSE&work=mine');
  await expect(groups.first()).toBeVisible();
  const mine = await listed();
  await page.goto('/alerts?by=CAUSE&show=ALERT_DISMISSED');
  await expect(groups.first()).toBeVisible();
  expect(mine + (await listed())).toBe(open);
});
