import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './support/console';
import { adminApi, test } from './support/demo-tenant';
import { Walk } from './support/walk';

/** With CAM_TEST_PICTURES=1, the end of each job is stored here, for people to look at. Git ignores the pictures. */
const SHOTS = join(__dirname, '../test-results/jobs');

/** Counts what a user does: a click, a key, and a text typed into a box are one step each. */
class Steps {
  count = 0;

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  /** Types a question into the search box and runs it: two steps. */
  async ask(question: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: 'Search' });
    await box.fill(question);
    await box.press('Enter');
    this.count += 2;
    await expect(this.page.getByRole('region', { name: 'Total Access Paths' })).toHaveAttribute('aria-busy', 'false');
  }
}

test('six jobs of every day take no more steps than their goals, each from the dashboard', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/dashboard');
  const menu = page.getByRole('navigation').first();
  const main = page.getByRole('main');
  const drawer = page.getByRole('dialog');
  const job = async (name: string, goal: number, work: (steps: Steps) => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      await menu.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      const steps = new Steps(page);
      await work(steps);
      expect(steps.count, `steps of "${name}"`).toBeLessThanOrEqual(goal);
      if (process.env.CAM_TEST_PICTURES === '1') await page.screenshot({ path: join(SHOTS, `${name.replace(/\W+/g, '_')}.png`) });
    });

  await job('who can read the most sensitive bucket, and by which statement', 3, async (steps) => {
    await steps.ask('who can read the most sensitive bucket');
    await steps.click(page.getByRole('button', { name: /explain access of / }).first());
    await expect(drawer.getByText(/, statement \d+:/).first()).toBeVisible();
  });
  await page.keyboard.press('Escape');

  await job('which outsiders reach my data', 2, async (steps) => {
    await steps.ask('which outsiders can reach my data');
    await expect(main.getByRole('link', { name: '730194482206' }).first()).toBeVisible();
  });

  await job('everything that a leaver still has, over all clouds', 3, async (steps) => {
    await steps.click(menu.getByRole('link', { name: 'Identities' }));
    await steps.click(main.getByRole('link', { name: 'People', exact: true }));
    await steps.click(main.getByRole('row', { name: /Deprovisioned in some directories/ }).getByRole('link'));
    await expect(main.getByText(/^2 of 3 accounts can still be used/)).toBeVisible();
    await expect(main.getByRole('region', { name: 'Access across clouds' }).getByRole('row').nth(1)).toBeVisible();
  });

  await job('admin rights unused for 90 days, and a policy that removes them', 4, async (steps) => {
    await steps.click(menu.getByRole('link', { name: 'Unused Access' }));
    await steps.click(main.getByRole('link', { name: 'MigrationAdmin' }).first());
    await steps.click(main.getByRole('link', { name: 'Right-size' }));
    const proposal = main.getByRole('region', { name: 'Least privilege' });
    await expect(
      proposal
        .getByRole('tab', { name: /Terraform/ })
        .or(proposal.getByText('Terraform'))
        .first(),
    ).toBeInViewport();
  });

  await job('an attack path from a directory to an AWS administrator', 3, async (steps) => {
    await steps.ask('which federated users can administer AWS accounts');
    await steps.click(page.getByRole('button', { name: /explain access of / }).first());
    await expect(drawer.getByRole('img', { name: /\d+ nodes and \d+ links/ })).toBeVisible();
    await expect(drawer.getByText(/signs in through/).first()).toBeVisible();
  });
  await page.keyboard.press('Escape');

  await job('what widened access yesterday, and who did it', 2, async (steps) => {
    await steps.click(main.getByRole('link', { name: /^All that widened access/ }));
    await expect(main.getByRole('columnheader', { name: 'Changed by' })).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('row', { name: /has the policy Owner/ }).getByText('stefan')).toBeInViewport({ ratio: 1 });
  });
});

/** The most that the content of a page may move while it loads, as the sum of its layout shifts. */
const MOST_SHIFT = 0.02;

/** Sums the layout shifts of each page from its start on. Those within half a second of an input do not count. */
function recordShifts(): void {
  const shifted = { sum: 0 };
  Object.assign(window, { shifted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) shifted.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

test('the content of a page keeps its place while the page loads for the first time', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  const { rows } = await api<{ rows: { uri: string }[] }>('/v1/graph-querymgr/entities?type=USER&search=adrian.pascual&page_size=1');
  const entity = (rows[0]?.uri ?? '').split(':').map(encodeURIComponent).join('/');
  await page.addInitScript(recordShifts);
  await signIn(page, 'admin', '/dashboard');
  const walk = new Walk(page, 'admin');
  const own = `/identities/${entity}/`;
  const looks: [width: number, addresses: string[]][] = [
    [1440, ['/dashboard', '/alerts', own]],
    [390, [own, '/settings/profile', '/crown-jewels?tab=risk']],
  ];
  for (const [width, address] of looks.flatMap(([wide, addresses]) => addresses.map((to) => [wide, to] as const))) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(new URL(address, running.url).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await walk.settled();
    const moved = await page.evaluate(() => (window as unknown as { shifted: { sum: number } }).shifted.sum);
    expect(moved, `layout shift of ${address} at ${width} px`).toBeLessThanOrEqual(MOST_SHIFT);
  }
});
