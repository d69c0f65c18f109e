import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './support/console';
import { test } from './support/demo-tenant';
import { ScreenReader } from './support/screen-reader';

/** The ten jobs of docs/accessibility.md, by their names there. Each begins on the dashboard and uses keys alone. */
const JOBS: Record<string, (reader: ScreenReader, page: Page) => Promise<void>> = {
  'Open a page': async (reader) => {
    await reader.press('Control+k', 'Command palette, combobox, expanded');
    await reader.type('unused', 'Unused Access', 'selected', '2 results');
    await reader.press('Enter', 'Unused Access – CAM');
  },
  'Find an entity': async (reader, page) => {
    await reader.press('/', 'Search, combobox');
    await reader.type('payroll', 'Search, combobox, expanded', 'results');
    await reader.press('ArrowDown', 'payroll', 'option, selected');
    await reader.press('Enter', '– CAM');
    await expect(page).toHaveURL(/\/(objects|identities)\//);
  },
  'Ask a question': async (reader, page) => {
    await reader.press('/', 'Search, combobox');
    await reader.type('who can read the most sensitive bucket', 'results');
    await reader.press('Enter', '– CAM');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Result for:');
  },
  'Explain access': async (reader, page) => {
    await goTo(reader, page, '/searchresult?query=user+with-access+object_store+for+read');
    await reader.tabTo('explain access of', 'button');
    await reader.press('Enter', 'Access of ', 'dialog');
    await reader.tabTo('Drawing, button, pressed');
    await reader.tabTo('List, button');
    await reader.press('Enter', 'List, button, pressed');
    // The list has the steps of each path in their order.
    const [first = '', ...others] = (await reader.reads('[role=dialog] section > ul')).filter((text) => text.startsWith('listitem'));
    expect(first).not.toBe('');
    expect(others.length).toBeGreaterThan(0);
  },
  'Sort a list': async (reader, page) => {
    await goTo(reader, page, '/identities?type=USER&view=list');
    await reader.tabTo('Name, column heading', 'sortable');
    await reader.press('Enter', 'Name, column heading');
    await expect(page.locator(':focus')).toHaveAttribute('aria-sort', 'ascending');
    await reader.press('Enter', 'Name, column heading');
    await expect(page.locator(':focus')).toHaveAttribute('aria-sort', 'descending');
  },
  'Handle an alert': async (reader, page) => {
    await goTo(reader, page, '/alerts');
    await reader.press('j', 'Details of ', 'button');
    await reader.press('e', 'dialog');
    await reader.press('Escape', 'Details of ', 'button');
  },
  'Limit to a source': async (reader) => {
    await reader.tabTo('Source filter: All sources, button');
    await reader.press('Enter', 'Filter, dialog', 'Search sources');
    await reader.tabTo('radio');
  },
  'Right-size an identity': async (reader, page) => {
    await goTo(reader, page, '/unused-access');
    await reader.tabTo('MigrationAdmin, link');
    await reader.press('Enter', '– CAM');
    await reader.tabTo('Right-size, link');
    await reader.press('Enter', '– CAM');
    await expect(page.getByRole('region', { name: 'Least privilege' })).toBeVisible();
  },
  'Save a view': async (reader, page) => {
    await goTo(reader, page, '/identities?type=USER&view=list');
    await reader.tabTo('Views, button');
    await reader.press('Enter', 'menu', 'Save this view');
    await reader.press('Enter', 'Save view, dialog', 'edit');
  },
  'Take the tour': async (reader, page) => {
    await reader.tabTo('Take the tour, button');
    await reader.press('Enter', 'Search, dialog; Next, button');
    for (let step = 2; step < 5; step++) await reader.press('Enter', 'dialog; Next, button');
    await reader.press('Enter', 'dialog; Done, button');
    await reader.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
};

async function goTo(reader: ScreenReader, page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await ready(reader, page);
}

/** Waits until a page holds still, and follows its messages. */
async function ready(reader: ScreenReader, page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], [role=status][aria-label^=Loading]')).toHaveCount(0);
  await reader.follow();
}

test('ten jobs are done with a screen reader, which says where the user is after each key', async ({ page, running, signIn }) => {
  const rows = readFileSync('docs/accessibility.md', 'utf8').split('## Ten jobs with a screen reader')[1] ?? '';
  const documented = [...rows.matchAll(/^\| (?!job|-)([^|]+?) +\|/gm)].map(([, name]) => name);
  expect(documented).toEqual(Object.keys(JOBS));
  await signIn(page, 'admin', '/dashboard');
  for (const [name, work] of Object.entries(JOBS))
    await test.step(name, async () => {
      await page.goto(new URL('/dashboard', running.url).href);
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      const reader = await ScreenReader.of(page);
      await ready(reader, page);
      await work(reader, page);
    });
});
