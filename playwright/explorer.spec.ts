import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import type { Api } from '@cam/contracts';
import { violations } from './support/accessibility';
import { expect } from './support/console';
import { adminApi, test } from './support/demo-tenant';
import { expectToast } from './support/toasts';
import { MOST_SCRIPTS, PROD, Walk } from './support/walk';

// Each worker takes one test at a time.
test.describe.configure({ mode: 'parallel' });

test('the graph library is loaded only when the first graph opens', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  const walk = new Walk(page, 'admin');
  await walk.open('/searchresult?query=user+with-access+any');
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const size = async (): Promise<number> => (await (await request.response())?.body())?.length ?? 0;
    if (request.url().endsWith('.js')) scripts.push(size());
  });
  await page
    .getByRole('button', { name: /explain access of / })
    .first()
    .click();
  await expect(page.getByRole('img', { name: /\d+ nodes and \d+ links/ })).toBeVisible();
  expect(Math.max(...(await Promise.all(scripts)))).toBeGreaterThan(MOST_SCRIPTS);
});

test('the identities page restores its view from the URL, and an unknown URL links to the list', async ({ page, signIn, watch }) => {
  watch.allow(/404 \(Not Found\)/, /400 \(Bad Request\)/);
  await signIn(page, 'viewer', '/identities');
  await page.getByRole('tab', { name: /^Roles/ }).click();
  await page
    .getByRole('row', { name: /kestrel-prod/ })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(new RegExp(`type=ROLE&source=${PROD}`));
  await page.getByRole('textbox', { name: 'Search Roles' }).fill('reader');
  await expect(page).toHaveURL(/search=reader/);
  const found = page.getByRole('heading', { name: /^Roles found/ });
  await expect(found).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(/reader/i);
  const words = await found.textContent();
  await page.reload();
  await expect(found).toHaveText(words ?? '');
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Roles by source/ })).toBeVisible();

  for (const address of [
    '/identities/demo/AWS/874122780072/-/ROLE/nobody/',
    '/objects/other/AWS/1/-/OBJECT_STORE/x/',
    '/networks/not-an-address',
    '/unused-access/A/B/C/d/e/',
    '/unused-access/UNUSED_ROLE/UNUSED_SUMMARY/UNUSED_DETAIL/d/e/f/g/',
  ]) {
    await page.goto(address);
    await expect(page.getByText('There is nothing at this address')).toBeVisible();
    await page.getByRole('link', { name: /^Browse all/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('in a narrow window, the menu is a drawer, the search is usable, and no page is wider than the window', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole('button', { name: 'Open the menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await expect(menu).toBeVisible();
  expect(await violations(page), 'accessibility violations of the menu').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Identities' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Identities', level: 1 })).toBeVisible();

  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill('unused');
  await expect(page.getByRole('option', { name: /Unused Access/ }).first()).toBeInViewport({ ratio: 1 });
  expect((await search.boundingBox())?.width).toBeGreaterThan(150);
  await search.press('Escape');

  const walk = new Walk(page, 'admin');
  for (const address of NARROW_PAGES) {
    await walk.open(address);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `pixels by which ${address} is too wide`).toBeLessThanOrEqual(0);
  }
  // Rows are cards, whose facts have their headings beside them.
  await page.goto('/identities?type=USER&view=list');
  const card = page
    .getByRole('row')
    .filter({ has: page.getByRole('term').first() })
    .first();
  const name = card.getByRole('link').first();
  await expect(card.getByText('Source', { exact: true })).toBeInViewport();
  expect(await violations(page), 'accessibility violations of a list of cards').toEqual([]);
  await page.keyboard.press('Tab');
  await name.focus();
  const outline = await name.evaluate((link) => [getComputedStyle(link).outlineStyle, getComputedStyle(link).outlineColor]);
  expect(outline, 'outline of a link that has the focus').toEqual(['solid', await name.evaluate((link) => getComputedStyle(link).color)]);
});

/** Pages of different shapes: cards, lists with many columns, forms, trees and tabs. */
const NARROW_PAGES = [
  '/dashboard',
  '/objects?type=OBJECT_STORE&view=list',
  '/crown-jewels?tab=risk',
  '/searchresult?query=user+with-access+any',
  '/guardrails',
  '/changes',
  '/settings/alertshigh',
  '/setup',
  '/sources/cloud',
  '/operations',
];

/** Lists, each with the heading of a column that sorts it. The server pages all of them except the guardrails. */
const LISTS: readonly { address: string; title: string; sort: string }[] = [
  { address: '/identities?view=list', title: 'Users', sort: 'Source' },
  { address: '/objects?view=list&type=OBJECT_STORE', title: 'Object Stores', sort: 'Name' },
  { address: '/privileges?view=ALL', title: 'Privileges', sort: 'Name' },
  { address: '/unused-access?tab=UNUSED_BY_PRIVILEGE_SUMMARY', title: 'Unused Roles by Privilege', sort: 'Source' },
  { address: '/alerts', title: 'Alerts', sort: 'Entity' },
  { address: '/changes', title: 'Changes', sort: 'Name' },
  { address: '/guardrails', title: 'Guardrails', sort: 'Name' },
];

for (const { address, title, sort } of LISTS) {
  test(`${title}: the list restores its view from the URL, and Back and Forward restore sort order and page`, async ({ page, signIn }) => {
    await signIn(page, 'admin', `${address}${address.includes('?') ? '&' : '?'}size=20`);
    const grid = page.getByRole('region', { name: title, exact: true });
    const rows = async (): Promise<string> => {
      await expect(grid).toHaveAttribute('aria-busy', 'false');
      // A list draws its rows in steps.
      await expect(grid.locator('tbody[aria-busy]')).toHaveCount(0);
      // Relative times change while the test runs.
      return ((await grid.locator('tbody').textContent()) ?? '').replace(/(?:About \d+ \w+|Less than 1 minute) ago/g, 'ago');
    };
    await expect(grid).toBeVisible();
    const seen = [{ url: page.url(), rows: await rows() }];
    const note = async (): Promise<void> => {
      await expect(page).not.toHaveURL(seen.at(-1)?.url ?? '');
      seen.push({ url: page.url(), rows: await rows() });
    };
    if (sort !== '') {
      await grid.getByRole('columnheader', { name: sort }).getByText(sort, { exact: true }).click();
      await note();
    }
    await grid.getByRole('button', { name: 'Next page' }).click();
    await note();
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    const isShown = async ({ url, rows: text }: { url: string; rows: string }): Promise<void> => {
      await expect(page).toHaveURL(url);
      await expect.poll(rows).toBe(text);
    };
    const steps = seen.slice(0, -1);
    for (const step of [...steps].reverse()) {
      await page.goBack();
      await isShown(step);
    }
    for (const step of seen.slice(1)) {
      await page.goForward();
      await isShown(step);
    }
    await page.reload();
    await isShown(seen.at(-1) as { url: string; rows: string });
  });
}

test('the URL keeps an open list of users and the map view, and a map place links to the items that it counts', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/privileges?view=USED');
  await page
    .getByRole('button', { name: /^Show users of / })
    .first()
    .click();
  await expect(page).toHaveURL(/privilege=.+&of=.+/);
  const users = page.getByRole('dialog').getByRole('region', { name: 'Users with this privilege' });
  await expect(users.getByRole('row').nth(1)).toBeVisible();
  const title = await users.getByRole('heading').textContent();
  await page.reload();
  await expect(users.getByRole('heading')).toHaveText(title ?? '');

  const map = page.getByRole('region', { name: 'By region' });
  const countOf = async (): Promise<number> => {
    const words =
      (await map
        .getByRole('link', { name: /: \d+$/ })
        .first()
        .getAttribute('aria-label')) ?? '';
    return [...words.matchAll(/: (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  };
  await page.goto('/dashboard');
  const failed = await countOf();
  // By keyboard, as places next to each other cover one another.
  await map
    .getByRole('link', { name: /: \d+$/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/compliance\?region=/);
  // The server evaluates every rule for this page.
  await expect(page.getByText(`${failed.toLocaleString('en')} failed check`)).toBeVisible({ timeout: 60_000 });
  expect(await violations(page), 'accessibility violations of the rules of a region').toEqual([]);
  await page.goBack();
  await map.getByText('Public', { exact: true }).click();
  await expect(page).toHaveURL(/map=public/);
  const open = await countOf();
  expect(await violations(page), 'accessibility violations of the map').toEqual([]);
  // By keyboard, as places next to each other cover one another.
  await map
    .getByRole('link', { name: /: \d+$/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { name: /^Result for: "\S+ with-attribute public true and region / })).toBeVisible();
  expect(open).toBeGreaterThan(0);
});

/** Returns the name of the file that a button downloads, and its lines without the heading. */
async function fileOf(page: Page, button: Locator): Promise<[name: string, lines: string[]]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const lines = readFileSync(await download.path(), 'utf8')
    .split('\r\n')
    .slice(1);
  return [download.suggestedFilename(), lines];
}

test('the exported file of an access table contains the whole search result, not only one page', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  const { rows } = await api<{ rows: { uri: string }[] }>(`/v1/graph-querymgr/entities?type=OBJECT_STORE&source=${PROD}&page_size=1`);
  await signIn(page, 'admin', `/objects/${(rows[0]?.uri ?? '').split(':').map(encodeURIComponent).join('/')}/?tab=users`);
  const grid = page.getByRole('region', { name: 'Users', exact: true });
  await grid.getByRole('textbox', { name: 'Search Users' }).fill('kestrelharbor');
  await expect(page).toHaveURL(/search=kestrelharbor/);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expect(grid.getByRole('button', { name: 'Next' })).toBeEnabled();
  const [download, lines] = await fileOf(page, grid.getByRole('button', { name: 'Download Report' }));
  expect(download).toMatch(/^Users___kestrelharbor___\d{4}-\d\d-\d\d\.csv$/);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !/kestrelharbor/i.test(line))).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
  await grid.getByRole('button', { name: 'Export Users' }).click();
  const [excel] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as Excel' }).click()]);
  expect(excel.suggestedFilename()).toBe(download.replace(/csv$/, 'xlsx'));
  const { Sheets: sheets } = read(readFileSync(await excel.path()));
  expect(utils.sheet_to_csv(sheets.Users ?? {}).match(/kestrelharbor/gi)?.length).toBe(lines.join().match(/kestrelharbor/gi)?.length);
});

test('Back from an entity returns to the same page of the search result', async ({ page, signIn }) => {
  await signIn(page, 'admin', '/searchresult?query=user+with-access+object_store');
  const grid = page.getByRole('region', { name: 'Total Access Paths' });
  const first = grid.getByRole('row').nth(1);
  for (const number of [2, 3]) {
    const answered = page.waitForResponse('**/autocomplete-user');
    await grid.getByRole('button', { name: 'Next' }).click();
    await answered;
    await expect(page).toHaveURL(new RegExp(`page=${number}`));
    await expect(grid).toHaveAttribute('aria-busy', 'false');
  }
  const third = (await first.textContent()) ?? '';
  await first.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=3/);
  await expect(first).toHaveText(third);
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(first).not.toHaveText(third);
});

test('a full list is exported in the background, and its file stays in the download panel', async ({ page, signIn }) => {
  await signIn(page, 'viewer', '/identities?type=USER&view=list');
  const total = Number(/\((\d+)\)/.exec((await page.getByRole('tab', { name: /^Users/ }).textContent()) ?? '')?.[1]);
  await page.getByRole('button', { name: 'Data Downloads' }).click();
  await page.getByRole('button', { name: 'Generate file of Users' }).click();
  await expectToast(page, 'File generation started. The file stays available here for one day.');
  const row = page
    .getByRole('dialog')
    .getByRole('row', { name: /^Users___/ })
    .first();
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 30_000 });
  await page.reload();
  expect((await fileOf(page, row.getByRole('button', { name: /^Download Users/ })))[1]).toHaveLength(total);
});

test('only an administrator can name an unknown external account', async ({ page, browser, running, signIn }) => {
  await signIn(page, 'admin', '/shadow-access');
  const row = page.getByRole('row').filter({ hasText: '730194482206' }).first();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('textbox', { name: 'Name of 730194482206' }).fill('Fathom Observability');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Known Sources/ }).click();
  await expect(page.getByRole('row', { name: /Fathom Observability \(730194482206\)/ }).first()).toBeVisible();
  await page
    .getByRole('link', { name: /resources of .* accessible to 730194482206/ })
    .first()
    .click();
  await expect(page.getByText('Total Access Paths')).toBeVisible();

  const context = await browser.newContext({ baseURL: running.url });
  const other = await context.newPage();
  await signIn(other, 'viewer', '/shadow-access?type=SHADOW_KNOWN_ACCOUNT');
  await expect(other.getByText('Fathom Observability').first()).toBeVisible();
  await expect(other.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await context.close();
});

test('a person shows the accounts of all providers, and each account links back to the person', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  const { rows } = await api<Api['GET /v1/graph-querymgr/people']['answer']>('/v1/graph-querymgr/people?page_size=500');
  const person = [...rows].sort((a, b) => b.clouds.length - a.clouds.length || b.accounts_count - a.accounts_count)[0];
  expect(person?.clouds.length).toBeGreaterThan(1);
  await signIn(page, 'viewer', '/identities');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search People' }).fill(person?.email ?? '');
  await page.getByRole('link', { name: person?.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person?.name ?? '');
  const accounts = page.getByRole('table').first();
  await expect(accounts.getByRole('row')).toHaveCount((person?.accounts_count ?? 0) + 1);
  await expect(page.getByRole('region', { name: 'Remove access' }).getByRole('listitem')).toHaveCount(person?.accounts_count ?? 0);
  await accounts.getByRole('row').nth(1).getByRole('link').click();
  await page.getByText('Account of').getByRole('link', { name: person?.name }).click();
  await expect(page).toHaveURL(new RegExp(`/identities/person/${person?.person_id}$`));
});
