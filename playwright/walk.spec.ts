import type { Page } from '@playwright/test';
import { expect } from './support/console';
import { adminApi, test } from './support/demo-tenant';
import { EXPLORER_PAGES, OTHER_PAGES, UNUSED_TABS, UNUSED_TYPES } from './support/pages';
import { MOST_SCRIPTS, PROD, Walk, type Look } from './support/walk';

/** The highest cost of a page's first screen: calls, bytes of the largest answer, bytes of scripts. */
const MOST_CALLS = 5;
/** The dashboard has a call for each of its cards, so that a slow one holds up no other. */
const MOST_DASHBOARD_CALLS = 11;
const MOST_BYTES = 300_000;

/** The types of entities that the walk visits, one entity of each; `name` picks a particular one. */
const ENTITIES: readonly { page: string; type: string; name?: string; source?: string }[] = [
  { page: 'identities', type: 'ROLE', name: 'PowerUser', source: PROD },
  { page: 'identities', type: 'USER' },
  { page: 'identities', type: 'FEDERATED_GROUP' },
  { page: 'objects', type: 'OBJECT_STORE' },
  ...['VPC', 'SUBNET', 'ROUTE_TABLE', 'SECURITY_GROUP', 'INSTANCE'].map((type) => ({ page: 'networks', type })),
];

const BRIGHT_WIDE: Look = { colours: 'light', width: 1440 };
const DARK_NARROW: Look = { colours: 'dark', width: 1024 };

// Each worker takes one of these long tests at a time.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
// Hundreds of pages are too many for a trace, also where others record one.
test.use({ trace: 'off', actionTimeout: 20_000 });

async function chooseSource(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Source filter/ }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('radio', { name }).first().check();
  await filter.getByRole('button', { name: 'APPLY NOW' }).click();
  await expect(page.getByRole('button', { name: `Source filter: ${name}` })).toBeVisible();
}

for (const [area, pages] of [
  ['the explorer', EXPLORER_PAGES],
  ['the other areas', OTHER_PAGES],
] as const) {
  test(`every page of ${area} is accessible in both color schemes and widths, and stays within its load budget`, async ({ page, signIn }) => {
    await signIn(page, 'admin');
    const walk = new Walk(page, 'admin');
    await walk.settled();
    // The first page and the first list load what all pages share.
    await walk.open('/operations');
    await walk.look('/operations', [BRIGHT_WIDE, DARK_NARROW], 'all');
    await walk.open('/identities?type=USER');
    for (const address of pages) {
      const cost = await walk.open(address);
      expect(cost.calls.length, `calls of ${address}: ${cost.calls.join(' ')}`).toBeLessThanOrEqual(
        address === '/dashboard' ? MOST_DASHBOARD_CALLS : MOST_CALLS,
      );
      expect(cost.largest, `bytes of the largest answer of ${address}`).toBeLessThanOrEqual(MOST_BYTES);
      expect(cost.scripts, `bytes of scripts of ${address}`).toBeLessThanOrEqual(MOST_SCRIPTS);
      await walk.look(address, [BRIGHT_WIDE, DARK_NARROW], 'all');
    }
  });
}

test('every tile and tab of an entity page is accessible, for each entity type', async ({ page, running, signIn }) => {
  const api = await adminApi(running);
  await signIn(page, 'admin');
  const walk = new Walk(page, 'admin');
  await walk.settled();
  await walk.open('/operations');
  for (const { page: area, type, name = '', source } of ENTITIES) {
    const ofSource = source === undefined ? '' : `&source=${source}`;
    const { rows } = await api<{ rows: { uri: string }[] }>(`/v1/graph-querymgr/entities?type=${type}&search=${name}&page_size=1${ofSource}`);
    const address = `/${area}/${(rows[0]?.uri ?? '').split(':').map(encodeURIComponent).join('/')}/`;
    const cost = await walk.open(address);
    expect(cost.calls.length, `calls of ${address}: ${cost.calls.join(' ')}`).toBeLessThanOrEqual(MOST_CALLS);
    expect(cost.scripts, `bytes of scripts of ${address}`).toBeLessThanOrEqual(MOST_SCRIPTS);
    await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible();
    const tiles = page.locator('main button[aria-pressed]');
    for (let tile = 0; tile < (await tiles.count()); tile++) {
      await tiles.nth(tile).click();
      await walk.settled();
      const tabs = page.getByRole('main').getByRole('tab');
      for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
        if (await tabs.count()) await tabs.nth(tab).click();
        await walk.settled();
        await walk.look(`${type} ${new URL(page.url()).search}`, [BRIGHT_WIDE, DARK_NARROW], 'main');
      }
    }
  }
});

test('the detail pages of unused access are accessible', async ({ page, signIn }) => {
  await signIn(page, 'admin');
  const walk = new Walk(page, 'admin');
  await walk.settled();
  for (const type of UNUSED_TYPES) {
    for (const tab of UNUSED_TABS) {
      await walk.open(`/unused-access?identity_type=${type}&tab=${tab}`);
      const first = page.getByRole('row').nth(1).getByRole('link').first();
      if (!(await first.count())) continue;
      // An identity leads to its roles, and a role to its unused permissions.
      for (let level = 0; level < 2 && (await first.count()); level++) {
        await first.click();
        await walk.settled();
        if (!page.url().includes('/unused-access/')) break;
        await expect(page.getByText('There is nothing at this address')).toHaveCount(0);
        await walk.look(`${type} ${tab} ${level}`, [BRIGHT_WIDE, DARK_NARROW], 'main');
      }
    }
  }
});

for (const { user, filtered } of [
  { user: 'admin', filtered: true },
  { user: 'viewer', filtered: false },
  { user: 'viewer', filtered: true },
] as const) {
  test(`every page opens and fits the window for ${user}${filtered ? ' with a source filter' : ''}`, async ({ page, signIn }) => {
    await signIn(page, user);
    const walk = new Walk(page, `${user}${filtered ? ' filtered' : ''}`);
    await walk.settled();
    if (filtered) await chooseSource(page, 'kestrel-prod');
    // Half of the pages in each look: turning every page to another one would render all of it again.
    for (const [half, look] of [DARK_NARROW, BRIGHT_WIDE].entries()) {
      await walk.turnTo(look);
      for (const [index, address] of [...EXPLORER_PAGES, ...OTHER_PAGES].entries()) {
        if (index % 2 !== half) continue;
        await walk.open(address);
        await walk.look(address, [look], 'none');
      }
    }
  });
}
