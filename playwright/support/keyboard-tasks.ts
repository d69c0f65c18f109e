import type { Locator, Page } from '@playwright/test';
import { expect } from './console';
import type { Keys } from './keys';
import { expectToast } from './toasts';

/** A task that a user does by keyboard alone, from the content of the dashboard. */
export interface Task {
  name: string;
  /** The keys that it takes, each character of a text included. */
  keys: number;
  work: (keys: Keys, page: Page) => Promise<void>;
}

/** Returns the heading of the page. */
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const focused = (page: Page): Locator => page.locator(':focus');
const row = (page: Page, place: number): Locator => page.getByRole('main').locator('[data-row-key]').nth(place);

/** Opens a page by its two keys, and waits for the rows of its list. */
async function goTo(keys: Keys, page: Page, letter: string, title: string | RegExp): Promise<void> {
  await keys.press('g', letter);
  await expect(heading(page, title)).toBeVisible();
  await expect(row(page, 0)).toBeVisible();
}

/** The tasks, in the order in which they are done: a saved search is opened after it was saved. */
export const TASKS: readonly Task[] = [
  {
    name: 'open a page by its keys',
    keys: 2,
    work: async (keys, page) => {
      await keys.press('g', 'a');
      await expect(heading(page, 'Alerts')).toBeVisible();
    },
  },
  {
    name: 'open a page by its name',
    keys: 6,
    work: async (keys, page) => {
      await keys.command('unus', 'Unused Access');
      await expect(heading(page, 'Unused Access')).toBeVisible();
    },
  },
  {
    name: 'open a person by name',
    keys: 8,
    work: async (keys, page) => {
      await keys.command('adrian', /adrian/i);
      await expect(page).toHaveURL(/\/identities\//);
    },
  },
  {
    name: 'ask a question',
    keys: 26,
    work: async (keys, page) => {
      await keys.ask('which buckets are public');
      await expect(heading(page, /^Result for:/)).toBeVisible();
    },
  },
  {
    name: 'run a query, and explain its first row',
    keys: 33,
    work: async (keys, page) => {
      await keys.ask('user with-access object_store');
      await keys.press('j', 'e');
      await expect(page.getByRole('dialog', { name: /^Access of / })).toBeVisible();
    },
  },
  {
    name: 'close an explanation, and go on with the next row',
    keys: 36,
    work: async (keys, page) => {
      await keys.ask('user with-access object_store');
      await keys.press('j', 'e');
      await expect(page.getByRole('dialog', { name: /^Access of / })).toBeVisible();
      await keys.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(row(page, 0).locator(':focus')).toHaveCount(1);
      await keys.press('j', 'e');
      await expect(page.getByRole('dialog', { name: /^Access of / })).toBeVisible();
    },
  },
  {
    name: 'turn the pages of a list, there and back',
    keys: 4,
    work: async (keys, page) => {
      await goTo(keys, page, 'p', 'Privileges');
      const first = await row(page, 0).textContent();
      await keys.press(']');
      await expect(row(page, 0)).not.toHaveText(first ?? '');
      await keys.press('[');
      await expect(row(page, 0)).toHaveText(first ?? '');
    },
  },
  {
    name: 'open the third row of a list',
    keys: 6,
    work: async (keys, page) => {
      await goTo(keys, page, 'u', 'Unused Access');
      await keys.press('j', 'j', 'j');
      const name = await focused(page).textContent();
      await keys.press('Enter');
      await expect(heading(page, name ?? '')).toBeVisible();
    },
  },
  {
    name: 'sort a list by name',
    keys: 17,
    work: async (keys, page) => {
      await goTo(keys, page, 'u', 'Unused Access');
      await keys.tabTo(page.getByRole('columnheader', { name: /^Name/ }));
      await keys.press('Enter');
      await expect(page.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending');
    },
  },
  {
    name: 'explain the first alert',
    keys: 4,
    work: async (keys, page) => {
      await goTo(keys, page, 'a', 'Alerts');
      await keys.press('j', 'e');
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Remediation' })).toBeVisible();
    },
  },
  {
    name: 'read the first three alerts one after the other',
    keys: 6,
    work: async (keys, page) => {
      await goTo(keys, page, 'a', 'Alerts');
      await keys.press('j', 'Enter');
      await expect(page).toHaveURL(/alert=/);
      for (let step = 0; step < 2; step++) {
        const before = page.url();
        await keys.press(']');
        await expect(page).not.toHaveURL(before);
      }
    },
  },
  {
    name: 'select two alerts, and assign both to oneself',
    keys: 8,
    work: async (keys, page) => {
      await goTo(keys, page, 'a', 'Alerts');
      await keys.press('j', 'x', 'j', 'x');
      await expect(page.getByRole('main').getByRole('checkbox', { checked: true })).toHaveCount(2);
      await keys.press('a');
      await expect(page.getByRole('dialog', { name: 'Assign 2 alerts' }).getByRole('combobox', { name: 'Assignee' })).toBeFocused();
      await expect(page.getByRole('option', { name: /^Me \(/ })).toBeAttached();
      await keys.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'assign an alert to oneself',
    keys: 5,
    work: async (keys, page) => {
      await goTo(keys, page, 'a', 'Alerts');
      await keys.press('j', 'a');
      await expect(page.getByRole('option', { name: /^Me \(/ })).toBeAttached();
      await keys.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'dismiss an alert with a reason',
    keys: 13,
    work: async (keys, page) => {
      await goTo(keys, page, 'a', 'Alerts');
      await keys.press('j', 'd');
      await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
      await keys.type('Accepted');
      await keys.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'group alerts by cause, and open the first group',
    keys: 12,
    work: async (keys, page) => {
      await keys.command('by cause', 'Group alerts by cause');
      await expect(page.getByRole('region', { name: 'Causes' }).getByRole('group').first()).toBeVisible();
      await keys.press('j', 'e');
      await expect(page.getByRole('region', { name: 'Group', exact: true })).toBeVisible();
    },
  },
  {
    name: 'show alerts of high severity',
    keys: 10,
    work: async (keys, page) => {
      await keys.command('high sev', 'Show alerts of high severity');
      await expect(page).toHaveURL(/severity=HIGH/);
    },
  },
  {
    name: 'limit the console to a source, and to none again',
    keys: 14,
    work: async (keys, page) => {
      await keys.command('larks', 'Filter by larkspur-prod');
      await expect(page.getByRole('button', { name: 'Source filter: larkspur-prod' })).toBeVisible();
      await keys.command('all s', 'Filter by all sources');
      await expect(page.getByRole('button', { name: 'Source filter: All sources' })).toBeVisible();
    },
  },
  {
    name: 'save a search',
    keys: 48,
    work: async (keys, page) => {
      await keys.ask('user with-access object_store');
      await keys.command('save se', 'Save search');
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
      await keys.type('Buckets');
      await keys.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'open a saved search',
    keys: 9,
    work: async (keys, page) => {
      await keys.command('buckets', 'Buckets');
      await expect(heading(page, /^Result for:/)).toBeVisible();
    },
  },
  {
    name: 'export a list as CSV',
    keys: 12,
    work: async (keys, page) => {
      await goTo(keys, page, 'u', 'Unused Access');
      const file = page.waitForEvent('download');
      await keys.tabTo(page.getByRole('button', { name: /^Export / }).first());
      await keys.press('Enter');
      // The menu takes the focus once it is open, and the button has it until then.
      await expect(page.getByRole('menuitem', { name: 'Export as CSV' })).toBeFocused();
      await keys.press('Enter');
      expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    name: 'right-size an identity',
    keys: 23,
    work: async (keys, page) => {
      await keys.command('MigrationAdmin', 'MigrationAdmin');
      await expect(heading(page, 'MigrationAdmin')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Least privilege' })).toBeVisible();
      await keys.command('right', 'Right-size');
      await expect(page.getByRole('region', { name: 'Least privilege' })).toBeFocused();
    },
  },
  {
    name: 'turn the console dark, and light again',
    keys: 13,
    work: async (keys, page) => {
      await keys.command('dark', 'Dark theme');
      await expect(page.locator('html')).toHaveAttribute('data-colour-mode', 'dark');
      await keys.command('light', 'Light theme');
      await expect(page.locator('html')).toHaveAttribute('data-colour-mode', 'light');
    },
  },
  {
    name: 'skip the menu',
    keys: 2,
    work: async (keys, page) => {
      await page.reload();
      await expect(heading(page, 'Dashboard')).toBeVisible();
      await keys.press('Tab');
      await expect(focused(page)).toHaveText('Skip to content');
      await keys.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    },
  },
  {
    name: 'read the list of keys',
    keys: 2,
    work: async (keys, page) => {
      await keys.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row');
      await keys.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    name: 'change a key, which the list of keys then shows, and reset it',
    keys: 23,
    work: async (keys, page) => {
      await keys.command('change k', 'Change keyboard shortcuts');
      await expect(page.getByRole('tab', { name: 'Keyboard', selected: true })).toBeVisible();
      await keys.tabTo(page.getByRole('button', { name: 'Change the key of Next row' }));
      await keys.press('Enter', 'k');
      await expect(page.getByRole('alert')).toContainText('"k" is already the key of "Previous row"');
      await keys.press('n');
      await expectToast(page, 'The key of "Next row" is n.');
      await keys.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('nNext row');
      await keys.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Change the key of Next row' })).toBeFocused();
      await keys.tabTo(page.getByRole('button', { name: 'Reset the key of Next row' }));
      await keys.press('Enter');
      await expectToast(page, 'The key of "Next row" is j.');
    },
  },
];
